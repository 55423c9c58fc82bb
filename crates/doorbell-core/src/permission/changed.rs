//! What the person allows instead of what was asked for.

use super::subject::describe;
use super::{Action, Change};
use crate::view::PermissionDetailView;

/// The changed texts together.
pub const MAX_CHANGED_BYTES: usize = 128 * 1024;

/// An action with texts that the person can change.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Editable {
    asked: Action,
    project: Option<String>,
}

/// An action with the person's texts.
#[derive(Clone, PartialEq)]
pub struct ChangedAction {
    /// One for each text of the action, in order.
    pub sent: Vec<String>,
    pub detail: PermissionDetailView,
    /// Why it cannot be allowed.
    pub problem: Option<&'static str>,
}

impl Editable {
    pub fn new(asked: Action, project: Option<String>) -> Option<Self> {
        let has_texts = !texts(&asked).is_empty();
        has_texts.then_some(Self { asked, project })
    }

    pub fn texts(&self) -> Vec<String> {
        texts(&self.asked)
            .into_iter()
            .map(|text| in_text_box(text))
            .collect()
    }

    pub fn label(&self, index: usize) -> String {
        match &self.asked {
            Action::Run { .. } => "Command".to_owned(),
            Action::Edit { changes, .. } if changes.len() > 1 => {
                format!("New text of change {} of {}", index + 1, changes.len())
            }
            _ => "New text".to_owned(),
        }
    }

    pub fn change(&self, typed: &[String]) -> Option<ChangedAction> {
        let asked = texts(&self.asked);
        let sent: Vec<_> = asked
            .iter()
            .zip(typed)
            .map(|(asked, typed)| with_line_ends_of(asked, typed))
            .collect();
        if asked.into_iter().eq(&sent) {
            return None;
        }
        let problem = self.problem(&sent);
        let mut action = self.asked.clone();
        // What is too long is not compared.
        if problem.is_none() {
            set_texts(&mut action, &sent);
        }
        // Only other tools are called by their names.
        let detail = describe("", &action, self.project.as_deref()).detail;
        Some(ChangedAction {
            sent,
            detail,
            problem,
        })
    }

    fn problem(&self, sent: &[String]) -> Option<&'static str> {
        if sent.iter().map(String::len).sum::<usize>() > MAX_CHANGED_BYTES {
            return Some("Your version is too long: at most 128 KiB can be sent.");
        }
        let is_empty_command =
            matches!(self.asked, Action::Run { .. }) && sent.iter().all(|it| it.trim().is_empty());
        is_empty_command.then_some("There is no command left. Write one, or choose Deny.")
    }
}

fn texts(action: &Action) -> Vec<&String> {
    match action {
        Action::Run { command } => vec![command],
        Action::Write { text, .. } => vec![text],
        Action::Edit { changes, .. } => changes.iter().map(|Change { new, .. }| new).collect(),
        Action::Read { .. } | Action::Fetch { .. } | Action::Mcp { .. } | Action::Other => {
            Vec::new()
        }
    }
}

fn set_texts(action: &mut Action, texts: &[String]) {
    match (action, texts) {
        (Action::Run { command: text } | Action::Write { text, .. }, [sent]) => {
            text.clone_from(sent);
        }
        (Action::Edit { changes, .. }, _) => {
            for (change, sent) in changes.iter_mut().zip(texts) {
                change.new.clone_from(sent);
            }
        }
        _ => {}
    }
}

/// Text boxes end all lines with a line feed.
fn in_text_box(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// An unchanged text stays as it was. A changed one keeps CR LF if all lines had it.
fn with_line_ends_of(asked: &str, typed: &str) -> String {
    if in_text_box(asked) == typed {
        return asked.to_owned();
    }
    let ends = asked.matches('\n').count();
    if ends > 0 && ends == asked.matches("\r\n").count() {
        typed.replace('\n', "\r\n")
    } else {
        typed.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(command: &str) -> Editable {
        Editable::new(
            Action::Run {
                command: command.to_owned(),
            },
            None,
        )
        .unwrap()
    }

    fn sent(editable: &Editable, typed: &str) -> Option<String> {
        let change = editable.change(&[typed.to_owned()])?;
        Some(change.sent[0].clone())
    }

    #[test]
    fn unchanged_texts_are_no_change() {
        for asked in ["npm test", "a\r\nb", "a\r\nb\nc\rd", ""] {
            let editable = run(asked);
            let typed = editable.texts();
            assert!(!typed[0].contains('\r'));
            assert!(editable.change(&typed).is_none(), "{asked:?}");
        }
    }

    #[test]
    fn line_ends_are_kept_where_they_are_all_the_same() {
        assert_eq!(sent(&run("a\r\nb"), "a\nc\n"), Some("a\r\nc\r\n".into()));
        assert_eq!(sent(&run("a\nb"), "a\nc"), Some("a\nc".into()));
        assert_eq!(sent(&run("a\r\nb\n"), "a\nc\n"), Some("a\nc\n".into()));
    }

    #[test]
    fn only_the_changed_text_of_an_edit_differs() {
        let change = |old: &str, new: &str| Change {
            old: old.to_owned(),
            new: new.to_owned(),
        };
        let path = "/a".to_owned();
        let changes = vec![change("a\n", "b\rc\n"), change("d\n", "e\n")];
        let editable = Editable::new(Action::Edit { path, changes }, None).unwrap();
        assert_eq!(editable.label(1), "New text of change 2 of 2");
        let change = editable.change(&["b\nc\n".into(), "f\n".into()]).unwrap();
        assert_eq!(change.sent, ["b\rc\n", "f\n"]);
        let PermissionDetailView::Diff { text } = change.detail else {
            panic!("an edit is a diff");
        };
        assert!(text.ends_with("@Change 2 of 2\n-d\n+f"), "{text}");
    }

    #[test]
    fn changed_texts_have_a_limit() {
        let problem = |bytes: usize| run("ls").change(&["x".repeat(bytes)]).unwrap().problem;
        assert_eq!(problem(MAX_CHANGED_BYTES), None);
        assert!(problem(MAX_CHANGED_BYTES + 1).is_some());
    }

    #[test]
    fn a_command_cannot_become_empty_but_a_file_can() {
        let typed = [" \n".to_owned()];
        assert!(run("ls").change(&typed).unwrap().problem.is_some());
        let write = Action::Write {
            path: "/a".into(),
            text: "a\n".into(),
            old: None,
        };
        let editable = Editable::new(write, None).unwrap();
        assert_eq!(editable.change(&[String::new()]).unwrap().problem, None);
    }

    #[test]
    fn other_actions_have_no_texts() {
        let path = "/a".to_owned();
        for action in [Action::Read { path }, Action::Other] {
            assert!(Editable::new(action, None).is_none());
        }
    }
}
