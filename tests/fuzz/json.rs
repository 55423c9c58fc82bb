//! JSON with a few of its parts changed, so that it stays JSON and gets further than noise would.

use serde_json::{Map, Value, json};

use crate::chance::{Chance, changed};

/// Words that mean something in a message or a schema.
pub const WORDS: &[&str] = &[
    "type",
    "enum",
    "enumNames",
    "const",
    "oneOf",
    "anyOf",
    "allOf",
    "items",
    "properties",
    "required",
    "default",
    "title",
    "description",
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "$ref",
    "$defs",
    "#",
    "#/properties",
    "string",
    "integer",
    "number",
    "boolean",
    "array",
    "object",
    "null",
    "email",
    "uri",
    "date",
    "date-time",
    "id",
    "method",
    "params",
    "result",
    "error",
    "code",
    "data",
    "message",
    "mode",
    "form",
    "url",
    "elicitationId",
    "requestedSchema",
    "_meta",
    "progressToken",
    "action",
    "content",
    "accept",
    "decline",
    "cancel",
    "inputRequests",
    "inputResponses",
    "requestState",
    "resultType",
    "input_required",
    "complete",
    "tools/call",
    "tasks/get",
    "elicitation/create",
    "taskId",
    "notifications/cancelled",
    "notifications/progress",
    "requestId",
    "^(?=a)",
    "(a+)+$",
    "\u{202E}",
    "\u{200B}",
    "\u{0}",
    "\u{1B}[31m",
    "\r\n",
    "\u{2028}",
    "\n\n\n\n\n",
    "planted secret",
    "https://example.com/",
    "javascript:alert(1)",
    "",
];

/// A value with some of its parts changed; `others` lends parts.
pub fn mutated(value: &Value, others: &[Value], chance: &mut Chance) -> Value {
    let mut value = value.clone();
    for _ in 0..=chance.below(4) {
        let part = anywhere(&mut value, chance);
        *part = another(part, others, chance);
    }
    value
}

/// A part of a value, found by going down at random.
fn anywhere<'a>(value: &'a mut Value, chance: &mut Chance) -> &'a mut Value {
    let parts = match &*value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    if parts == 0 || chance.one_in(6) {
        return value;
    }
    let place = chance.below(parts);
    let part = match value {
        Value::Array(items) => items.get_mut(place),
        Value::Object(members) => members.values_mut().nth(place),
        _ => None,
    };
    anywhere(part.unwrap(), chance)
}

fn another(part: &Value, others: &[Value], chance: &mut Chance) -> Value {
    match (chance.below(8), part) {
        (0, _) => simple(chance),
        (1, _) if !others.is_empty() => {
            let mut other = chance.one_of(others).clone();
            anywhere(&mut other, chance).take()
        }
        (2, part) => json!([part, simple(chance)]),
        (_, Value::Object(members)) => Value::Object(rearranged(members, chance)),
        (_, Value::Array(items)) => {
            let mut items = items.clone();
            match chance.below(3) {
                0 => items.push(simple(chance)),
                1 => items.extend(items.clone()),
                _ => items.truncate(chance.below(items.len() + 1)),
            }
            Value::from(items)
        }
        (_, Value::String(text)) => {
            let bytes = changed(text.as_bytes(), WORDS, chance);
            Value::from(String::from_utf8_lossy(&bytes).into_owned())
        }
        (_, Value::Null | Value::Bool(_) | Value::Number(_)) => simple(chance),
    }
}

fn rearranged(members: &Map<String, Value>, chance: &mut Chance) -> Map<String, Value> {
    let mut members: Vec<_> = members.clone().into_iter().collect();
    let place = chance.below(members.len());
    match chance.below(4) {
        0 if !members.is_empty() => drop(members.remove(place)),
        1 if !members.is_empty() => members[place].0 = chance.pick(WORDS).to_owned(),
        2 if !members.is_empty() => {
            let member = members.remove(place);
            members.insert(chance.below(members.len() + 1), member);
        }
        _ => members.push((chance.pick(WORDS).to_owned(), simple(chance))),
    }
    members.into_iter().collect()
}

fn simple(chance: &mut Chance) -> Value {
    match chance.below(10) {
        0 => Value::Null,
        1 => Value::from(chance.one_in(2)),
        2 => Value::from(chance.next().cast_signed()),
        3 => Value::from(chance.next()),
        4 => Value::from(f64::from_bits(chance.next())),
        5 => json!({}),
        6 => json!([]),
        7 => Value::from("x".repeat(chance.below(3_000))),
        8 => Value::from(chance.below(9)),
        _ => Value::from(chance.pick(WORDS)),
    }
}
