//! What is written on a notification for the bus: keys of buttons, and text that is not markup.

use doorbell_daemon::attention::{NoteAction, NotePress};

/// The first line of the notification that points to Settings.
pub const ABOUT_SETTINGS: &str = "Doorbell’s settings";
/// Its one button, which is also what a press on the notification itself does.
pub const SETTINGS: [&str; 4] = [super::ITSELF, "Open Settings", "settings", "Open Settings"];

/// The key of a button: what it does, and the ring it belongs to.
pub fn write_key(ring: u64, press: NotePress) -> String {
    match press {
        NotePress::Answer => format!("answer:{ring}"),
        NotePress::Later => format!("later:{ring}"),
        NotePress::Resume => format!("resume:{ring}"),
        NotePress::Choose(choice) => format!("choose-{choice}:{ring}"),
    }
}

/// Reads what [`write_key`] wrote.
pub fn read_key(key: &str) -> Option<(u64, NotePress)> {
    let (verb, ring) = key.split_once(':')?;
    let press = match verb {
        "answer" => NotePress::Answer,
        "later" => NotePress::Later,
        "resume" => NotePress::Resume,
        verb => NotePress::Choose(verb.strip_prefix("choose-")?.parse().ok()?),
    };
    Some((ring.parse().ok()?, press))
}

/// The buttons as servers want them: keys and labels in turn. The first of them is also what a
/// press on the notification itself does.
pub fn actions(ring: u64, actions: &[NoteAction]) -> Vec<String> {
    let itself = actions
        .iter()
        .take(1)
        .flat_map(|action| [super::ITSELF.to_owned(), action.label.clone()]);
    let buttons = actions
        .iter()
        .flat_map(|action| [write_key(ring, action.press), action.label.clone()]);
    itself.chain(buttons).collect()
}

/// Text for a server that reads markup: it shows what is there.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_as_it_was_written() {
        for press in [
            NotePress::Answer,
            NotePress::Later,
            NotePress::Resume,
            NotePress::Choose(0),
            NotePress::Choose(2),
        ] {
            assert_eq!(read_key(&write_key(7, press)), Some((7, press)));
        }
        for unknown in ["", "answer", "answer:", "choose-:1", "choose-x:1", "quit:1"] {
            assert_eq!(read_key(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_press_on_the_notification_is_its_first_button() {
        let answer = NoteAction {
            press: NotePress::Answer,
            label: "Answer".into(),
        };
        assert_eq!(
            actions(3, &[answer]),
            ["default", "Answer", "answer:3", "Answer"]
        );
        assert!(actions(3, &[]).is_empty());
    }

    #[test]
    fn markup_is_shown_and_not_obeyed() {
        assert_eq!(
            escaped("<a href='x'>Tom & Jerry</a>"),
            "&lt;a href='x'&gt;Tom &amp; Jerry&lt;/a&gt;"
        );
    }
}
