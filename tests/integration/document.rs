//! What docs/protocol.md says of times, against the daemon. The messages and limits are held by
//! the golden test of doorbell-protocol.

use doorbell_daemon::Config;

use crate::support::project;

#[test]
fn the_document_tells_the_times_as_they_are() {
    let document = std::fs::read_to_string(project().join("docs/protocol.md")).unwrap();
    let words = document.split_whitespace().collect::<Vec<_>>().join(" ");
    let config = Config::standard("");
    for said in [
        format!("hello within {} seconds", config.hello_time.as_secs()),
        format!("take a line within {} seconds", config.write_time.as_secs()),
        format!("every {} seconds", config.progress_every.as_secs()),
        format!(
            "the clock after {} minutes",
            config.rules.link_wait.as_secs() / 60
        ),
    ] {
        assert!(words.contains(&said), "docs/protocol.md lacks: {said}");
    }
}

#[test]
fn the_document_names_every_error_code() {
    use doorbell_protocol::code;
    let document = std::fs::read_to_string(project().join("docs/protocol.md")).unwrap();
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
