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

/// The documents for people who use Doorbell.
const GUIDES: [&str; 2] = ["README.md", "docs/using.md"];

#[test]
fn commands_in_guides_are_understood() {
    let mut checked = 0;
    for guide in GUIDES {
        for command in commands(&read(guide)) {
            let words = shell_words(&command);
            let known = doorbell_cli::command();
            let is_only_named = words.len() == 2;
            if is_only_named {
                let is_known = known.find_subcommand(&words[1]).is_some();
                assert!(is_known || words[1].starts_with("--"), "{guide}: {command}");
            } else if let Err(error) = known.try_get_matches_from(words) {
                assert!(!error.use_stderr(), "{guide}: {command}\n{error}");
            }
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked}");
}

#[test]
fn links_and_pictures_in_documents_exist() {
    for document in documents() {
        let text = read(&document);
        let folder = workspace_root().join(&document);
        let folder = folder.parent().unwrap();
        let markdown = text.split("](").skip(1).map(|rest| (rest, ')'));
        let html = text.split("src=\"").skip(1).map(|rest| (rest, '"'));
        for (rest, end) in markdown.chain(html) {
            let target = rest.split([end, '#']).next().unwrap();
            let is_file = !target.is_empty() && !target.contains("://");
            assert!(
                !is_file || folder.join(target).exists(),
                "{document}: {target}"
            );
        }
    }
}

#[test]
fn every_picture_is_shown_in_a_document() {
    let texts: String = documents().iter().map(|document| read(document)).collect();
    let pictures = std::fs::read_dir(workspace_root().join("docs/images")).unwrap();
    let names = pictures.map(|picture| picture.unwrap().file_name().into_string().unwrap());
    let unused: Vec<_> = names.filter(|name| !texts.contains(name)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// The Markdown files in the root and in docs.
fn documents() -> Vec<String> {
    let of_folder = |folder: &'static str| {
        let entries = std::fs::read_dir(workspace_root().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.ends_with(".md"))
            .map(move |name| format!("{folder}/{name}"))
    };
    of_folder(".").chain(of_folder("docs")).collect()
}

fn read(document: &str) -> String {
    std::fs::read_to_string(workspace_root().join(document)).unwrap()
}

/// The `doorbell` commands in code blocks for a shell and in code within text.
fn commands(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for (index, part) in text.split("```").enumerate() {
        if index % 2 == 0 {
            commands.extend(part.split('`').skip(1).step_by(2).map(str::to_owned));
        } else {
            let lines = part.lines().map(|line| line.trim_start_matches("$ "));
            let simple = lines.flat_map(|line| line.split(" && "));
            commands.extend(simple.filter_map(|line| line.split(" #").next().map(str::to_owned)));
        }
    }
    // An ellipsis stands for something to fill in.
    commands.retain(|command| command.starts_with("doorbell ") && !command.contains('…'));
    let joined = commands.into_iter().map(|command| {
        let words: Vec<_> = command.split_whitespace().collect();
        words.join(" ")
    });
    joined.collect()
}

/// Splits a command at spaces outside single quotes.
fn shell_words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (index, part) in command.split('\'').enumerate() {
        let mut pieces = part.split(if index % 2 == 0 { ' ' } else { '\0' });
        if let (Some(last), Some(first)) = (words.last_mut(), pieces.next()) {
            last.push_str(first);
        }
        words.extend(pieces.map(str::to_owned));
    }
    words
}
