//! Checks documents against the daemon and the tests. The golden test of doorbell-protocol checks
//! messages and limits.

use doorbell_daemon::Config;

use crate::support::workspace_root;

#[test]
fn protocol_document_states_the_configured_durations() {
    let document = std::fs::read_to_string(workspace_root().join("docs/protocol.md")).unwrap();
    let words = document.split_whitespace().collect::<Vec<_>>().join(" ");
    let config = Config::standard("");
    for statement in [
        format!("hello within {} seconds", config.hello_timeout.as_secs()),
        format!(
            "take a line within {} seconds",
            config.write_timeout.as_secs()
        ),
        format!("every {} seconds", config.progress_interval.as_secs()),
        format!(
            "the clock after {} minutes",
            config.rules.link_wait.as_secs() / 60
        ),
    ] {
        assert!(
            words.contains(&statement),
            "docs/protocol.md lacks: {statement}"
        );
    }
}

#[test]
fn protocol_document_lists_every_error_code() {
    use doorbell_protocol::code;
    let document = std::fs::read_to_string(workspace_root().join("docs/protocol.md")).unwrap();
    for code in [
        code::PARSE_ERROR,
        code::INVALID_REQUEST,
        code::METHOD_NOT_FOUND,
        code::INVALID_PARAMS,
        code::BUSY,
    ] {
        assert!(document.contains(&format!("| {code} |")), "{code}");
    }
}

#[test]
fn tests_named_in_security_page_exist() {
    let page = std::fs::read_to_string(workspace_root().join("SECURITY.md")).unwrap();
    let sources: String = ["tests", "crates", "src-tauri/src"]
        .iter()
        .flat_map(|folder| rust_files(&workspace_root().join(folder)))
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    let is_name = |text: &&str| {
        text.contains('_')
            && text
                .bytes()
                .all(|b| b == b'_' || b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    let named: Vec<_> = page.split('`').skip(1).step_by(2).filter(is_name).collect();
    assert!(named.len() > 50, "{named:?}");
    let missing: Vec<_> = named
        .iter()
        .filter(|name| !sources.contains(&format!("fn {name}()")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

fn rust_files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .flat_map(|entry| match entry.file_type().unwrap().is_dir() {
            true if entry.file_name() == "node_modules" => Vec::new(),
            true => rust_files(&entry.path()),
            false => vec![entry.path()],
        })
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}
