//! The rules of a field in our words, shown before any mistake.

use serde_json::{Map, Value};

use super::control::{self, Control};
use super::problem::{number, quoted};

/// Tells the rules that a person needs to know to answer.
pub(super) fn tell(control: &Control, schema: &Map<String, Value>) -> Option<String> {
    match control {
        Control::Text { .. } => {
            let length = range(schema, "minLength", "maxLength").map(|range| range.of("character"));
            let pattern = schema.get("pattern").and_then(Value::as_str);
            let pattern = pattern.map(|pattern| format!("Pattern {}", quoted(pattern)));
            joined([length, pattern])
        }
        Control::Number { whole } => {
            let step = schema
                .get("multipleOf")
                .map(|step| format!("In steps of {}", number(step)));
            let bounds = bounds(schema);
            let kind =
                (*whole && bounds.is_none() && step.is_none()).then(|| "A whole number".to_owned());
            joined([kind, bounds, step])
        }
        Control::Choices(_) => range(schema, "minItems", "maxItems").map(|range| match range {
            Range::Exactly(count) => format!("Choose {count}"),
            Range::Between(least, most) => format!("Choose {least} to {most}"),
            Range::AtLeast(least) => format!("Choose at least {least}"),
            Range::AtMost(most) => format!("Choose at most {most}"),
        }),
        Control::List => range(schema, "minItems", "maxItems").map(|range| range.of("item")),
        Control::Json => match control::kind(schema) {
            Some("object") => Some("JSON: an object, like {\"a\": 1}".to_owned()),
            Some("array") => Some("JSON: a list, like [1, 2]".to_owned()),
            _ => Some("JSON, like \"text\", 42 or true".to_owned()),
        },
        Control::Email
        | Control::Uri
        | Control::Date
        | Control::DateTime
        | Control::Switch
        | Control::YesNo
        | Control::Choice(_) => None,
    }
}

/// "1 character", "2 characters".
pub(super) fn plural(count: u64, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

enum Range {
    Exactly(u64),
    Between(u64, u64),
    AtLeast(u64),
    AtMost(u64),
}

impl Range {
    fn of(&self, noun: &str) -> String {
        match self {
            Self::Exactly(count) => format!("Exactly {}", plural(*count, noun)),
            Self::Between(least, most) => format!("{least} to {}", plural(*most, noun)),
            Self::AtLeast(least) => format!("At least {}", plural(*least, noun)),
            Self::AtMost(most) => format!("At most {}", plural(*most, noun)),
        }
    }
}

fn range(schema: &Map<String, Value>, least: &str, most: &str) -> Option<Range> {
    let limit = |keyword: &str| schema.get(keyword).and_then(count);
    match (limit(least).filter(|least| *least > 0), limit(most)) {
        (Some(least), Some(most)) if least == most => Some(Range::Exactly(least)),
        (Some(least), Some(most)) => Some(Range::Between(least, most)),
        (Some(least), None) => Some(Range::AtLeast(least)),
        (None, Some(most)) => Some(Range::AtMost(most)),
        (None, None) => None,
    }
}

/// A count, also one that was written as 3.0.
pub(super) fn count(limit: &Value) -> Option<u64> {
    limit.as_u64().or_else(|| number(limit).parse::<u64>().ok())
}

fn bounds(schema: &Map<String, Value>) -> Option<String> {
    let limit = |keyword: &str| {
        schema
            .get(keyword)
            .filter(|limit| limit.is_number())
            .map(number)
    };
    let above = limit("exclusiveMinimum");
    let below = limit("exclusiveMaximum");
    match (limit("minimum"), limit("maximum")) {
        (Some(least), Some(most)) if above.is_none() && below.is_none() => {
            Some(format!("{least} to {most}"))
        }
        (least, most) => {
            let parts = [
                above.map(|limit| format!("more than {limit}")),
                least.map(|limit| format!("at least {limit}")),
                below.map(|limit| format!("less than {limit}")),
                most.map(|limit| format!("at most {limit}")),
            ];
            let text = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
            let mut letters = text.chars();
            let first = letters.next()?;
            Some(first.to_uppercase().chain(letters).collect())
        }
    }
}

fn joined<const N: usize>(parts: [Option<String>; N]) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(". "))
}
