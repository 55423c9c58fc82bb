//! The options of `--choice` and `--choices`: `dev:Development,prod`.

use doorbell_protocol::FieldKind;
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    value: String,
    label: Option<String>,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    #[error("add the options, for example env=dev,prod")]
    Empty,
    #[error("':{0}' needs a value before the colon; write '\\:' for a colon in the text")]
    NoValue(String),
    #[error("the option '{0}' is given twice")]
    Duplicate(String),
}

/// Parses options that commas separate, each `VALUE` or `VALUE:LABEL`. A backslash takes the special
/// meaning from a comma, a colon or a backslash.
pub fn parse(text: &str) -> Result<Vec<ChoiceOption>, OptionsError> {
    let mut options = Vec::new();
    let mut current = ChoiceOption::empty();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            ',' => current.add_to(&mut options)?,
            ':' if current.label.is_none() => current.label = Some(String::new()),
            '\\' => current.push(
                letters
                    .next_if(|next| ",:\\".contains(*next))
                    .unwrap_or('\\'),
            ),
            _ => current.push(letter),
        }
    }
    current.add_to(&mut options)?;
    if options.is_empty() {
        return Err(OptionsError::Empty);
    }
    Ok(options)
}

/// Returns the field's schema, with MCP's titled options if one has a label.
pub fn property(kind: FieldKind, options: &[ChoiceOption]) -> Value {
    if options.iter().all(|option| option.label.is_none()) {
        let values: Vec<String> = options.iter().map(|option| option.value.clone()).collect();
        return kind.property(&values);
    }
    let titled: Vec<Value> = options
        .iter()
        .map(|ChoiceOption { value, label }| {
            json!({"const": value, "title": label.as_ref().unwrap_or(value)})
        })
        .collect();
    match kind {
        FieldKind::Choices => json!({"type": "array", "items": {"anyOf": titled}}),
        _ => json!({"type": "string", "oneOf": titled}),
    }
}

impl ChoiceOption {
    const fn empty() -> Self {
        Self {
            value: String::new(),
            label: None,
        }
    }

    fn push(&mut self, letter: char) {
        self.label.as_mut().unwrap_or(&mut self.value).push(letter);
    }

    /// Moves this option to the list, unless nothing stands between two commas.
    fn add_to(&mut self, options: &mut Vec<Self>) -> Result<(), OptionsError> {
        let Self { value, label } = std::mem::replace(self, Self::empty());
        let value = value.trim().to_owned();
        let label = label.map(|label| label.trim().to_owned());
        let label = label.filter(|label| !label.is_empty());
        if value.is_empty() {
            return label.map_or(Ok(()), |label| Err(OptionsError::NoValue(label)));
        }
        if options.iter().any(|option| option.value == value) {
            return Err(OptionsError::Duplicate(value));
        }
        options.push(Self { value, label });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<(String, String)> {
        let options = parse(text).unwrap().into_iter();
        options
            .map(|option| (option.value, option.label.unwrap_or_default()))
            .collect()
    }

    #[test]
    fn commas_and_colons_can_be_escaped() {
        for (text, expected) in [
            ("dev, prod", &[("dev", ""), ("prod", "")][..]),
            ("dev:Development", &[("dev", "Development")]),
            (r"yes:Yes\, now,no", &[("yes", "Yes, now"), ("no", "")]),
            (
                r"10\:00,11\:00:Eleven: sharp",
                &[("10:00", ""), ("11:00", "Eleven: sharp")],
            ),
            (r"a\\:b,C\d", &[(r"a\", "b"), (r"C\d", "")]),
            ("a,,b,", &[("a", ""), ("b", "")]),
            ("a:", &[("a", "")]),
        ] {
            let expected: Vec<(String, String)> = expected
                .iter()
                .map(|(value, label)| ((*value).to_owned(), (*label).to_owned()))
                .collect();
            assert_eq!(parsed(text), expected, "{text}");
        }
    }

    #[test]
    fn impossible_options_are_rejected() {
        assert_eq!(parse(" , "), Err(OptionsError::Empty));
        assert_eq!(parse("a,:B"), Err(OptionsError::NoValue("B".to_owned())));
        assert_eq!(parse("a,b,a"), Err(OptionsError::Duplicate("a".to_owned())));
    }
}
