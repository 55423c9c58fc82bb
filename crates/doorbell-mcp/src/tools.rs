//! The tools' descriptions and schemas, as the model reads them.

use std::sync::Arc;

use doorbell_protocol::FieldKind;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolKind {
    Ask,
    Confirm,
    Choose,
    OpenLink,
}

/// Describes the whole server to the model.
pub const INSTRUCTIONS: &str = "\
Asks the person you work for, in a window on their desktop. Use it when you cannot go on without \
something only they know or may decide, and when they may not be looking at this conversation. Ask \
for everything you need at once. Do not use it for what you can find out yourself, to report \
progress, or to ask for passwords, keys, tokens or card numbers. A call takes as long as the person \
takes. Only the outcome `accepted` is an answer: after any other, do not invent one.";

const ONLY_ACCEPTED_IS_AN_ANSWER: &str = "\
Only the outcome `accepted` carries an answer. After any other outcome you have none: do not invent \
one, do not take a default for it, and do not ask the same again unless the person wants you to.";

impl ToolKind {
    /// In the order of `tools/list`.
    pub const ALL: [Self; 4] = [Self::Ask, Self::Confirm, Self::Choose, Self::OpenLink];

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Confirm => "confirm",
            Self::Choose => "choose",
            Self::OpenLink => "open_link",
        }
    }

    pub fn tool(self) -> Tool {
        let (title, description) = match self {
            Self::Ask => (
                "Ask the person",
                "Shows the person a form in a window on their desktop and waits for the answer. Use \
                 it for facts and preferences that only they have, several at once. Describe the \
                 fields with `fields`, or give a flat JSON schema as `schema`; one of them, not both.",
            ),
            Self::Confirm => (
                "Ask for a yes or a no",
                "Asks the person one question that is answered by yes or no, before something that \
                 cannot be undone or that they may not want. `accepted` is their yes, `declined` \
                 their no; everything else is neither.",
            ),
            Self::Choose => (
                "Let the person choose",
                "Lets the person choose one of several options, or any number of them with \
                 `multiple`. Use it where the options are known; use `ask` where they are not.",
            ),
            Self::OpenLink => (
                "Ask to open a link",
                "Asks the person to open a web page, for instance to sign in or to approve \
                 something there. They see the whole link first. `accepted` means that they agreed \
                 and it was opened, not that they finished; with `wait` it is also told how it was \
                 finished. Never put what they type there into a form instead.",
            ),
        };
        let annotations = ToolAnnotations::new()
            .read_only(self != Self::OpenLink)
            .destructive(false)
            .idempotent(false)
            .open_world(true);
        Tool::new(
            self.name(),
            format!("{description} {ONLY_ACCEPTED_IS_AN_ANSWER}"),
            Arc::new(self.input_schema()),
        )
        .with_title(title)
        .with_raw_output_schema(Arc::new(self.output_schema()))
        .with_annotations(annotations)
    }

    fn input_schema(self) -> JsonObject {
        let text = |description: &str| json!({"type": "string", "description": description});
        let flag = |description: &str| json!({"type": "boolean", "description": description});
        let message = text(match self {
            Self::Ask | Self::Choose => {
                "The question, in words for a person who sees nothing else."
            }
            Self::Confirm => "The question, so that yes and no are clear answers to it.",
            Self::OpenLink => {
                "Why they should open it, in words for a person who sees nothing else."
            }
        });
        let timeout = json!({"type": "integer", "minimum": 1, "description": "Give up after this time. \
            Leave it out unless the answer is of no use later: people take their time."});
        let (own, required) = match self {
            Self::Ask => (
                json!({
                    "fields": fields_schema(),
                    "schema": {"type": "object", "description": "Instead of `fields`: a JSON schema of \
                        type object whose properties are strings, numbers, booleans, enums or \
                        arrays of enums, as MCP's requestedSchema has it."},
                }),
                json!(["message"]),
            ),
            Self::Confirm => (json!({}), json!(["message"])),
            Self::Choose => (
                json!({
                    "options": {"type": "array", "items": {"type": "string"}, "minItems": 1,
                        "description": "What can be chosen, in words for a person."},
                    "multiple": flag("Whether any number of them can be chosen."),
                }),
                json!(["message", "options"]),
            ),
            Self::OpenLink => (
                json!({
                    "url": text("The link, http or https."),
                    "wait": flag("After it was opened, wait until the person says that they are done \
                        with it."),
                }),
                json!(["message", "url"]),
            ),
        };
        object_schema(
            [
                json!({"message": message}),
                own,
                json!({"timeout_seconds": timeout}),
            ],
            &required,
        )
    }

    fn output_schema(self) -> JsonObject {
        let outcome = json!({"outcome": {"type": "string",
            "description": "How the question ended. accepted: the person answered. declined: \
                they said no to it. dismissed: they cancelled it. expired: nobody answered in time. \
                withdrawn: the question was withdrawn. notShown and refused: they were never asked."}});
        let own = match self {
            Self::Ask => json!({"answer": {"type": "object",
                "description": "The person's answers by the names of \
                    the fields; only with accepted. What they left empty is left out."}}),
            Self::Confirm => json!({}),
            Self::Choose => {
                json!({"answer": {"type": "object", "description": "Only with accepted.",
                "properties": {
                    "choice": {"type": "string", "description": "What was chosen."},
                    "choices": {"type": "array", "items": {"type": "string"},
                        "description": "What was chosen, with multiple."},
                }}})
            }
            Self::OpenLink => json!({"finished": {"type": "string",
                "enum": ["done", "cancelled", "expired", "unknown"],
                "description": "How it was finished; only with accepted and wait."}}),
        };
        let rest = json!({
            "reason": {"type": "string", "description": "Why it ended so, where there is more to say."},
            "note": {"type": "string", "description": "What the outcome means for you."},
        });
        object_schema([outcome, own, rest], &json!(["outcome", "note"]))
    }
}

fn fields_schema() -> Value {
    json!({
        "type": "array",
        "minItems": 1,
        "description": "The fields of the form, in the order in which they are shown.",
        "items": {
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "The answer's name; each only once."},
                "kind": {
                    "type": "string",
                    "enum": FieldKind::ALL,
                    "description": "What is asked for; text if left out. choice is one of \
                        `options`, choices any of them, list any number of texts.",
                },
                "title": {"type": "string", "description": "The field's label."},
                "description": {"type": "string", "description": "What to know to fill it in."},
                "options": {"type": "array", "items": {"type": "string"},
                    "description": "For choice and choices."},
                "default": {"description": "What is filled in already."},
                "optional": {"type": "boolean", "description": "Whether it may be left empty."},
            },
            "required": ["name"],
            "additionalProperties": false,
        },
    })
}

/// Joins the groups of properties, in order, into the schema of an object.
fn object_schema(properties: [Value; 3], required: &Value) -> JsonObject {
    let properties = properties.into_iter().filter_map(|group| match group {
        Value::Object(members) => Some(members),
        _ => None,
    });
    rmcp::model::object(json!({
        "type": "object",
        "properties": properties.flatten().collect::<JsonObject>(),
        "required": required,
        "additionalProperties": false,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_descriptions_match_snapshots() {
        for kind in ToolKind::ALL {
            insta::assert_json_snapshot!(kind.name(), kind.tool());
        }
    }
}
