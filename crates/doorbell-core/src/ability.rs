//! Which agents show a form, as far as that is known.

use serde_json::Value;

use crate::lint::{Shape, shapes};

/// When this was looked at. Agents change.
pub const DATED: &str = "2026-11-15";

/// What an agent does with forms.
#[derive(Clone, Copy, Debug)]
enum Forms {
    /// Shows every kind of field.
    All,
    /// Shows forms made of these kinds, and others not as they are.
    Only(&'static [Shape], &'static str),
    /// Shows none, and this is what happens instead.
    None(&'static str),
}

/// What one agent makes of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendering {
    /// The agent, with the version that was looked at if one was.
    pub agent: &'static str,
    /// Why it does not show the form; `None` if it does.
    pub trouble: Option<String>,
}

const UNDECLARED: &str = "It does not offer to ask: a server cannot ask through it.";
const DECLINES: &str = "It answers that the person declined, and shows nothing.";

#[rustfmt::skip]
const AGENTS: [(&str, Forms); 20] = [
    ("Claude Code 2.1", Forms::All),
    ("Claude Code for VS Code", Forms::None(DECLINES)),
    ("Claude Desktop", Forms::None(UNDECLARED)),
    ("claude.ai", Forms::None(UNDECLARED)),
    ("Codex CLI 0.166", Forms::Only(
        &[Shape::Text, Shape::YesNo, Shape::One],
        "The whole form becomes Yes, No or Cancel, and Yes sends no values",
    )),
    ("Copilot CLI 1.0", Forms::All),
    ("VS Code (Copilot Chat)", Forms::All),
    ("Cursor", Forms::All),
    ("Goose", Forms::All),
    ("fast-agent", Forms::All),
    ("MCP Inspector 2.12", Forms::All),
    ("Gemini CLI 0.61", Forms::None(UNDECLARED)),
    ("opencode 1.18", Forms::None(UNDECLARED)),
    ("Cline CLI 3.0", Forms::None("It never answers, and the call hangs.")),
    ("Roo Code", Forms::None(UNDECLARED)),
    ("Windsurf", Forms::None(UNDECLARED)),
    ("Zed", Forms::None(UNDECLARED)),
    ("JetBrains AI, Junie", Forms::None(UNDECLARED)),
    ("LM Studio", Forms::None(UNDECLARED)),
    ("Kiro", Forms::None(UNDECLARED)),
];

/// What each agent makes of a form by itself, without Doorbell.
pub fn renderings(schema: &Value) -> Vec<Rendering> {
    let shapes = shapes(schema);
    let made = AGENTS.iter().map(|(agent, forms)| Rendering {
        agent,
        trouble: forms.trouble(&shapes),
    });
    made.collect()
}

impl Forms {
    fn trouble(self, shapes: &[(&str, Shape)]) -> Option<String> {
        match self {
            Self::All => None,
            Self::None(instead) => Some(instead.to_owned()),
            Self::Only(known, instead) => {
                let odd = shapes.iter().find(|(_, shape)| !known.contains(shape));
                odd.map(|(name, shape)| {
                    format!(
                        "{instead}: it cannot show {name:?}, which is {}.",
                        shape.words()
                    )
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn codex(property: Value) -> Option<String> {
        let schema =
            json!({"type": "object", "properties": {"ok": {"type": "boolean"}, "a": property}});
        let found = renderings(&schema);
        let codex = found
            .into_iter()
            .find(|made| made.agent.starts_with("Codex"));
        codex.unwrap().trouble
    }

    #[test]
    fn an_agent_that_shows_some_fields_says_which_it_does_not() {
        assert_eq!(codex(json!({"type": "string", "enum": ["a"]})), None);
        assert_eq!(
            codex(json!({"type": "integer"})).as_deref(),
            Some(
                "The whole form becomes Yes, No or Cancel, and Yes sends no values: it cannot show \"a\", which is a whole number."
            )
        );
    }

    #[test]
    fn some_show_every_form_and_some_none() {
        let found = renderings(&json!({"type": "object", "properties": {}}));
        let shows = |agent: &str| {
            let mut found = found.iter();
            found
                .find(|made| made.agent == agent)
                .unwrap()
                .trouble
                .is_none()
        };
        assert!(shows("Claude Code 2.1"));
        assert!(!shows("Gemini CLI 0.61"));
    }
}
