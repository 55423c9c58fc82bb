//! What the agent's model should know about a call that the person allowed.
//!
//! It cannot come with the permission: Claude Code passes a text to its model only from the hook that
//! runs after the tool.

use serde_json::Value;

/// A longer command is not repeated.
const MAX_COMMAND_BYTES: usize = 4 * 1024;

/// Returns the text for the model, for a call with a changed input, a message, or both.
pub fn text(tool: &str, changed: Option<&Value>, message: Option<&str>) -> Option<String> {
    let change = changed.map(|input| match (tool, input["command"].as_str()) {
        ("Bash", Some(command)) if command.len() <= MAX_COMMAND_BYTES => format!(
            "The person changed the command in Doorbell before allowing it. This ran instead:\n{command}"
        ),
        ("Bash", _) => {
            "The person changed the command in Doorbell before allowing it.".to_owned()
        }
        _ => "The person changed the new text in Doorbell before allowing it. Read the file before \
              you rely on what it says."
            .to_owned(),
    });
    let message = message.map(str::trim).filter(|message| !message.is_empty());
    let message = message
        .map(|message| format!("The person allowed this in Doorbell and tells you:\n{message}"));
    let parts: Vec<_> = change.into_iter().chain(message).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn change_and_message_are_told() {
        let command = json!({"command": "ls -l"});
        let changed_command = "The person changed the command in Doorbell before allowing it.";
        let says = "The person allowed this in Doorbell and tells you:\nMind the cache";
        let told = |changed, message| text("Bash", changed, message);
        assert_eq!(told(None, None), None);
        assert_eq!(told(None, Some(" ")), None);
        assert_eq!(told(None, Some("Mind the cache\n")).as_deref(), Some(says));
        assert_eq!(
            told(Some(&command), Some("Mind the cache")),
            Some(format!(
                "{changed_command} This ran instead:\nls -l\n\n{says}"
            ))
        );
        let file = text("Write", Some(&json!({"content": "x"})), None);
        assert!(file.unwrap().contains("Read the file"));
    }

    #[test]
    fn long_command_is_not_repeated() {
        let told = |bytes: usize| {
            let input = json!({"command": "x".repeat(bytes)});
            text("Bash", Some(&input), None).unwrap().contains("xxx")
        };
        assert!(told(MAX_COMMAND_BYTES));
        assert!(!told(MAX_COMMAND_BYTES + 1));
    }
}
