//! Encodes notifications for the bus: action keys, and text without markup.

use doorbell_daemon::attention::{NotificationAction, NotificationPress};

pub const SETTINGS_TITLE: &str = "Doorbell’s settings";
/// Pressing the notification itself does the same as its one button.
pub const SETTINGS_ACTIONS: [&str; 4] = [
    super::DEFAULT_ACTION,
    "Open Settings",
    "settings",
    "Open Settings",
];

/// Encodes what a button does and the ring it belongs to.
pub fn encode_key(ring: u64, press: NotificationPress) -> String {
    match press {
        NotificationPress::Answer => format!("answer:{ring}"),
        NotificationPress::Later => format!("later:{ring}"),
        NotificationPress::Resume => format!("resume:{ring}"),
        NotificationPress::Choose(choice) => format!("choose-{choice}:{ring}"),
    }
}

pub fn decode_key(key: &str) -> Option<(u64, NotificationPress)> {
    let (verb, ring) = key.split_once(':')?;
    let press = match verb {
        "answer" => NotificationPress::Answer,
        "later" => NotificationPress::Later,
        "resume" => NotificationPress::Resume,
        verb => NotificationPress::Choose(verb.strip_prefix("choose-")?.parse().ok()?),
    };
    Some((ring.parse().ok()?, press))
}

/// Alternating keys and labels, as the specification requires. Pressing the notification itself does
/// the same as the first button.
pub fn actions(ring: u64, actions: &[NotificationAction]) -> Vec<String> {
    let default = actions
        .iter()
        .take(1)
        .flat_map(|action| [super::DEFAULT_ACTION.to_owned(), action.label.clone()]);
    let buttons = actions
        .iter()
        .flat_map(|action| [encode_key(ring, action.press), action.label.clone()]);
    default.chain(buttons).collect()
}

/// For a server that renders markup.
pub fn escape_markup(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_round_trips() {
        for press in [
            NotificationPress::Answer,
            NotificationPress::Later,
            NotificationPress::Resume,
            NotificationPress::Choose(0),
            NotificationPress::Choose(2),
        ] {
            assert_eq!(decode_key(&encode_key(7, press)), Some((7, press)));
        }
        for unknown in ["", "answer", "answer:", "choose-:1", "choose-x:1", "quit:1"] {
            assert_eq!(decode_key(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn default_action_is_first_button() {
        let answer = NotificationAction {
            press: NotificationPress::Answer,
            label: "Answer".into(),
        };
        assert_eq!(
            actions(3, &[answer]),
            ["default", "Answer", "answer:3", "Answer"]
        );
        assert!(actions(3, &[]).is_empty());
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(
            escape_markup("<a href='x'>Tom & Jerry</a>"),
            "&lt;a href='x'&gt;Tom &amp; Jerry&lt;/a&gt;"
        );
    }
}
