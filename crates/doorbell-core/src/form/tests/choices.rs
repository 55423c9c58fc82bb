//! Single and multiple choices.

use super::*;
use crate::view::{ChoiceLook, OptionView};

#[test]
fn single_choices_have_options() {
    for (property, expected) in [
        (
            json!({"type": "string", "enum": ["a", "b"]}),
            vec![pair("a", None), pair("b", None)],
        ),
        (
            json!({"enum": ["a", "b"], "enumNames": ["A!", "b"]}),
            vec![pair("A!", None), pair("b", None)],
        ),
        (
            json!({"enum": ["a", "b", "c"], "enumNames": ["A!", 3]}),
            vec![pair("A!", None), pair("b", None), pair("c", None)],
        ),
        (
            json!({"oneOf": [{"const": "x", "title": "X!"}, {"const": "y"}]}),
            vec![pair("X!", None), pair("y", None)],
        ),
        (
            json!({"type": "string", "anyOf": [{"const": "x", "title": "X!"}]}),
            vec![pair("X!", None)],
        ),
        (
            json!({"enum": [1, 2.5, "z"]}),
            vec![pair("1", None), pair("2.5", None), pair("z", None)],
        ),
        (json!({"const": "only"}), vec![pair("only", None)]),
        (
            json!({"type": "boolean", "oneOf": [{"const": true, "title": "Ship"}, {"const": false, "title": "Wait"}]}),
            vec![pair("Ship", None), pair("Wait", None)],
        ),
        // Options that look the same also show their values.
        (
            json!({"oneOf": [{"const": "a", "title": "Same"}, {"const": "b", "title": "Same"}]}),
            vec![pair("Same", Some("a")), pair("Same", Some("b"))],
        ),
        (
            json!({"enum": [1, "1"]}),
            vec![pair("1", Some("1")), pair("1", Some("\"1\""))],
        ),
        (
            json!({"enum": ["", "a"]}),
            vec![pair("\"\"", None), pair("a", None)],
        ),
        (
            json!({"enum": ["a\u{202e}b"]}),
            vec![pair("a⟨U+202E⟩b", None)],
        ),
    ] {
        assert_eq!(options(control(property.clone())), expected, "{property}");
    }
}

#[test]
fn option_values_keep_their_types() {
    let form = required(json!({"enum": [1, 2.5, "z", true]}));
    for (index, value) in [json!(1), json!(2.5), json!("z"), json!(true)]
        .into_iter()
        .enumerate()
    {
        assert_eq!(answer(&form, Input::Choice { index }), Ok(Some(value)));
    }
    assert!(!form.accepts(0, &Input::Choice { index: 4 }));
    assert_eq!(answer(&form, Input::Empty), Err("Choose one".to_owned()));
}

#[test]
fn options_have_descriptions() {
    let described = control(json!({"oneOf": [{"const": 1, "title": "T", "description": "D"}]}));
    let ControlView::Choice { options, .. } = described else {
        panic!("{described:?}");
    };
    assert_eq!(options[0].description.as_deref(), Some("D"));
}

#[test]
fn number_of_options_decides_look() {
    for (count, beside_others, alone) in [
        (1, ChoiceLook::Radio, ChoiceLook::Radio),
        (5, ChoiceLook::Radio, ChoiceLook::Radio),
        (6, ChoiceLook::Select, ChoiceLook::Radio),
        (9, ChoiceLook::Select, ChoiceLook::Radio),
        (10, ChoiceLook::Select, ChoiceLook::Select),
        (20, ChoiceLook::Select, ChoiceLook::Select),
        (21, ChoiceLook::Search, ChoiceLook::Search),
    ] {
        let options: Vec<usize> = (0..count).collect();
        let choice = json!({"enum": options});
        let look = |properties: Value| {
            let form = read(&json!({"type": "object", "properties": properties}));
            match &form.fields[0].initial_view.control {
                ControlView::Choice { look, .. } => *look,
                other => panic!("{other:?}"),
            }
        };
        let with_another = json!({"x": choice.clone(), "y": {"type": "string"}});
        assert_eq!(look(with_another), beside_others, "{count}");
        assert_eq!(look(json!({"x": choice})), alone, "{count}");
    }
}

#[test]
fn multiple_choices_have_options() {
    for items in [
        json!({"type": "string", "enum": ["a", "b"]}),
        json!({"enum": ["a", "b"]}),
        json!({"anyOf": [{"const": "a"}, {"const": "b"}]}),
        json!({"type": "string", "oneOf": [{"const": "a"}, {"const": "b"}]}),
    ] {
        let property = json!({"type": "array", "items": items, "maxItems": 1});
        let shown = control(property.clone());
        assert_eq!(
            options(shown.clone()),
            [pair("a", None), pair("b", None)],
            "{property}"
        );
        assert!(matches!(shown, ControlView::Choices { .. }));
    }
    let form = optional(json!({"type": "array", "items": {"enum": ["a", "b", "c"]}}));
    let some = Input::Choices {
        indices: vec![2, 0, 2],
    };
    assert_eq!(answer(&form, some), Ok(Some(json!(["a", "c"]))));
    assert_eq!(answer(&form, Input::Empty), Ok(None));
    assert!(!form.accepts(0, &Input::Choices { indices: vec![3] }));
}

#[test]
fn empty_list_is_sent_if_required_or_default_exists() {
    let none = Input::Choices { indices: vec![] };
    let items = json!({"enum": ["a", "b"]});
    let suggested = optional(json!({"type": "array", "items": items, "default": ["a"]}));
    assert_eq!(answer(&suggested, none.clone()), Ok(Some(json!([]))));
    let needed = required(json!({"type": "array", "items": items}));
    assert_eq!(answer(&needed, none.clone()), Ok(Some(json!([]))));
    let one = required(json!({"type": "array", "items": items, "minItems": 1}));
    assert_eq!(
        answer(&one, none.clone()),
        Err("Choose at least 1".to_owned())
    );
    let any = optional(json!({"type": "array", "items": items, "minItems": 1}));
    assert_eq!(answer(&any, none), Ok(None));
    let empty = optional(json!({"type": "array", "items": {"type": "string"}, "default": []}));
    assert_eq!(
        answer(&empty, empty.initial_inputs().remove(0)),
        Ok(Some(json!([])))
    );
}

pub(super) fn options(control: ControlView) -> Vec<(String, Option<String>)> {
    let (ControlView::Choice { options, .. } | ControlView::Choices { options, .. }) = control
    else {
        panic!("{control:?}");
    };
    let pair = |option: OptionView| (option.title, option.value);
    options.into_iter().map(pair).collect()
}

pub(super) fn pair(title: &str, value: Option<&str>) -> (String, Option<String>) {
    (title.to_owned(), value.map(str::to_owned))
}
