//! A request to do something: run a command, change a file, use a tool.

mod changed;
mod subject;

use serde_json::{Map, Value};

use self::changed::Editable;
pub use self::changed::{ChangedAction, MAX_CHANGED_BYTES};
use self::subject::{Described, describe};
use crate::text::{one_line, visible};
use crate::view::{ArgumentView, PermissionView};

/// The texts of the action together. A person sees everything they allow, so more is refused.
pub const MAX_ACTION_BYTES: usize = 128 * 1024;
pub const MAX_CHANGES: usize = 256;
pub const MAX_ARGUMENTS: usize = 256;
/// All arguments together, as they are shown.
pub const MAX_ARGUMENT_BYTES: usize = 128 * 1024;
pub const MAX_DESCRIPTION_BYTES: usize = 4 * 1024;
pub const MAX_REASONS: usize = 16;
pub const MAX_REASON_BYTES: usize = 1024;
pub const MAX_CHOICES: usize = 16;
pub const MAX_EFFECT_BYTES: usize = 256;

/// The answers that every permission has.
pub const ALLOW: &str = "allow";
pub const DENY: &str = "deny";

#[derive(Clone, Debug, PartialEq)]
pub struct Permission {
    view: PermissionView,
    choice_ids: Vec<String>,
    described: Described,
    editable: Option<Editable>,
}

/// A permission as it was asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewPermission {
    /// The agent's name for the tool.
    pub tool: String,
    pub action: Action,
    pub description: Option<String>,
    pub arguments: Map<String, Value>,
    pub reasons: Vec<String>,
    pub choices: Vec<Choice>,
    pub omitted: Vec<String>,
    /// True if the asker takes a changed command or text.
    pub editable: bool,
    /// True if the asker can pass a message on with an allowance, too.
    pub note: bool,
    /// Paths inside this folder are shown relative to it.
    pub project: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Action {
    Run {
        command: String,
    },
    Edit {
        path: String,
        changes: Vec<Change>,
    },
    Write {
        path: String,
        text: String,
        old: Option<String>,
    },
    Read {
        path: String,
    },
    Fetch {
        url: String,
    },
    Mcp {
        server: String,
        tool: String,
    },
    #[default]
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub old: String,
    pub new: String,
}

/// A way to allow more than this once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub id: String,
    pub effect: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermissionError {
    #[error("{part} {size} bytes, more than the {max} that Doorbell shows.")]
    TooLong {
        part: &'static str,
        size: usize,
        max: usize,
    },
    #[error("There are {count} {parts}, more than the {max} that Doorbell shows.")]
    TooMany {
        parts: &'static str,
        count: usize,
        max: usize,
    },
    #[error("choices has an id twice, or one that Doorbell uses itself")]
    ChoiceId,
}

impl PermissionError {
    /// True if the request is well formed but too large.
    pub fn is_over_limit(self) -> bool {
        !matches!(self, Self::ChoiceId)
    }
}

impl Permission {
    /// Makes invisible characters in all texts visible.
    pub fn new(new: NewPermission) -> Result<Self, PermissionError> {
        check_limits(&new)?;
        let arguments: Vec<_> = new.arguments.iter().map(argument).collect();
        let shown = |it: &ArgumentView| it.name.len() + it.value.len();
        let size = arguments.iter().map(shown).sum();
        within("The arguments have", size, MAX_ARGUMENT_BYTES)?;
        let described = describe(&new.tool, &new.action, new.project.as_deref());
        let view = PermissionView {
            action: described.action.to_owned(),
            subject: described.subject.clone(),
            description: new.description.as_deref().map(visible),
            reasons: new.reasons.iter().map(|reason| visible(reason)).collect(),
            detail: described.detail.clone(),
            arguments,
            choices: (new.choices.iter())
                .map(|choice| one_line(&choice.effect))
                .collect(),
            omitted: new.omitted.iter().map(|text| visible(text)).collect(),
            takes_note: new.note,
            texts: Vec::new(),
        };
        Ok(Self {
            view,
            choice_ids: new.choices.into_iter().map(|choice| choice.id).collect(),
            described,
            editable: (new.editable)
                .then(|| Editable::new(new.action, new.project))
                .flatten(),
        })
    }

    pub fn view(&self) -> &PermissionView {
        &self.view
    }

    /// The texts that the person can change, as a text box holds them. Empty if there are none.
    pub fn texts(&self) -> Vec<String> {
        self.editable
            .as_ref()
            .map_or_else(Vec::new, Editable::texts)
    }

    /// Names the text at `index`.
    pub fn text_label(&self, index: usize) -> String {
        self.editable
            .as_ref()
            .map_or_else(String::new, |it| it.label(index))
    }

    /// Returns what these texts change, or `None` if they are as they were asked for.
    pub fn change(&self, texts: &[String]) -> Option<ChangedAction> {
        self.editable.as_ref()?.change(texts)
    }

    /// True if the asker can pass a message on with an allowance, too.
    pub fn takes_note(&self) -> bool {
        self.view.takes_note
    }

    /// The id of the choice at `index`.
    pub fn choice_id(&self, index: usize) -> Option<&str> {
        self.choice_ids.get(index).map(String::as_str)
    }

    /// What follows the agent's name in a title: "wants to run a command". Has no text from outside,
    /// so it may be shown where details may not.
    pub fn wants(&self) -> &'static str {
        self.described.wants
    }

    /// What it is about, in one line: the command, the path, the address or the tool.
    pub fn subject(&self) -> &str {
        &self.described.words
    }

    /// Names it in a list: "Run a command: npm test", "Edit src/session.ts".
    pub fn title(&self) -> String {
        match (&self.view.subject, &self.view.action) {
            (Some(subject), action) => format!("{action} {subject}"),
            (None, action) => format!("{action}: {}", self.subject()),
        }
    }
}

/// Shows text as it is and other values as JSON.
fn argument((name, value): (&String, &Value)) -> ArgumentView {
    let json = || serde_json::to_string_pretty(value).unwrap_or_default();
    let text = value.as_str().map_or_else(json, str::to_owned);
    ArgumentView {
        name: one_line(name),
        value: visible(&text),
    }
}

fn check_limits(new: &NewPermission) -> Result<(), PermissionError> {
    let (size, changes) = match &new.action {
        Action::Run { command: text } | Action::Fetch { url: text } => (text.len(), 0),
        Action::Edit { path, changes } => {
            let texts = changes.iter().map(|it| it.old.len() + it.new.len());
            (path.len() + texts.sum::<usize>(), changes.len())
        }
        Action::Write { path, text, old } => {
            let old = old.as_ref().map_or(0, String::len);
            (path.len() + text.len() + old, 0)
        }
        Action::Read { path } => (path.len(), 0),
        Action::Mcp { server, tool } => (server.len() + tool.len(), 0),
        Action::Other => (new.tool.len(), 0),
    };
    within("What is to be allowed has", size, MAX_ACTION_BYTES)?;
    let description = new.description.as_ref().map_or(0, String::len);
    within("The description has", description, MAX_DESCRIPTION_BYTES)?;
    for text in new.reasons.iter().chain(&new.omitted) {
        within("A reason has", text.len(), MAX_REASON_BYTES)?;
    }
    for choice in &new.choices {
        within("A choice has", choice.effect.len(), MAX_EFFECT_BYTES)?;
    }
    for (parts, count, max) in [
        ("changes", changes, MAX_CHANGES),
        ("arguments", new.arguments.len(), MAX_ARGUMENTS),
        ("reasons", new.reasons.len(), MAX_REASONS),
        ("reasons", new.omitted.len(), MAX_REASONS),
        ("choices", new.choices.len(), MAX_CHOICES),
    ] {
        if count > max {
            return Err(PermissionError::TooMany { parts, count, max });
        }
    }
    for (index, choice) in new.choices.iter().enumerate() {
        let is_taken = new.choices[..index].iter().any(|it| it.id == choice.id);
        if is_taken || [ALLOW, DENY].contains(&choice.id.as_str()) {
            return Err(PermissionError::ChoiceId);
        }
    }
    Ok(())
}

fn within(part: &'static str, size: usize, max: usize) -> Result<(), PermissionError> {
    if size > max {
        return Err(PermissionError::TooLong { part, size, max });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
