//! Each kind of schema and its field.

use super::*;
use crate::view::{ChoiceLook, OptionView};

fn options(control: ControlView) -> Vec<(String, Option<String>)> {
    let (ControlView::Choice { options, .. } | ControlView::Choices { options, .. }) = control
    else {
        panic!("{control:?}");
    };
    let pair = |option: OptionView| (option.title, option.value);
    options.into_iter().map(pair).collect()
}

fn pair(title: &str, value: Option<&str>) -> (String, Option<String>) {
    (title.to_owned(), value.map(str::to_owned))
}

#[test]
fn strings() {
    let line = ControlView::Text { multiline: false };
    let lines = ControlView::Text { multiline: true };
    for (property, expected) in [
        (json!({"type": "string"}), line.clone()),
        (json!({"type": ["string"]}), line.clone()),
        (json!({"type": "string", "maxLength": 200}), line.clone()),
        (json!({"type": "string", "maxLength": 201}), lines.clone()),
        (json!({"type": "string", "default": "a\nb"}), lines.clone()),
        (json!({"type": "string", "format": "textarea"}), lines),
        (json!({"type": "string", "format": "time"}), line.clone()),
        (json!({"minLength": 2}), line),
        (
            json!({"type": "string", "format": "email"}),
            ControlView::Email,
        ),
        (json!({"type": "string", "format": "uri"}), ControlView::Uri),
        (json!({"type": "string", "format": "url"}), ControlView::Uri),
        (json!({"format": "date"}), ControlView::Date),
        (
            json!({"type": "string", "format": "date-time"}),
            ControlView::DateTime {
                zone: "Europe/Berlin, UTC+01:00".to_owned(),
            },
        ),
    ] {
        assert_eq!(control(property.clone()), expected, "{property}");
    }
}

#[test]
fn numbers_and_yes_or_no() {
    for (property, expected) in [
        (
            json!({"type": "integer"}),
            ControlView::Number { whole: true },
        ),
        (
            json!({"type": "number"}),
            ControlView::Number { whole: false },
        ),
        (json!({"minimum": 1}), ControlView::Number { whole: false }),
        (json!({"type": "boolean"}), ControlView::YesNo),
        (
            json!({"type": "boolean", "default": null}),
            ControlView::YesNo,
        ),
        (
            json!({"type": "boolean", "default": false}),
            ControlView::Switch,
        ),
        (
            json!({"type": "boolean", "const": true}),
            ControlView::YesNo,
        ),
    ] {
        assert_eq!(control(property.clone()), expected, "{property}");
    }
}

#[test]
fn a_switch_is_always_sent_and_yes_or_no_only_when_answered() {
    let switch = optional(json!({"type": "boolean", "default": false}));
    assert_eq!(field(&switch).input, Input::Flag { on: false });
    assert!(!switch.accepts(0, &Input::Empty));
    assert_eq!(
        answer(&switch, Input::Flag { on: false }),
        Ok(Some(json!(false)))
    );

    let optional = optional(json!({"type": "boolean"}));
    assert_eq!(answer(&optional, Input::Empty), Ok(None));
    assert_eq!(
        answer(&optional, Input::Flag { on: true }),
        Ok(Some(json!(true)))
    );
    let required = required(json!({"type": "boolean"}));
    assert_eq!(
        answer(&required, Input::Empty),
        Err("Choose one".to_owned())
    );
    assert_eq!(
        answer(&required, Input::Flag { on: false }),
        Ok(Some(json!(false)))
    );
}

#[test]
fn choices_of_one() {
    for (property, expected) in [
        (
            json!({"type": "string", "enum": ["a", "b"]}),
            vec![pair("a", None), pair("b", None)],
        ),
        (
            json!({"enum": ["a", "b"], "enumNames": ["A!", "b"]}),
            vec![pair("A!", Some("a")), pair("b", None)],
        ),
        (
            json!({"enum": ["a", "b", "c"], "enumNames": ["A!", 3]}),
            vec![pair("A!", Some("a")), pair("b", None), pair("c", None)],
        ),
        (
            json!({"oneOf": [{"const": "x", "title": "X!"}, {"const": "y"}]}),
            vec![pair("X!", Some("x")), pair("y", None)],
        ),
        (
            json!({"type": "string", "anyOf": [{"const": "x", "title": "X!"}]}),
            vec![pair("X!", Some("x"))],
        ),
        (
            json!({"enum": [1, 2.5, "z"]}),
            vec![pair("1", None), pair("2.5", None), pair("z", None)],
        ),
        (json!({"const": "only"}), vec![pair("only", None)]),
        (
            json!({"type": "boolean", "oneOf": [{"const": true, "title": "Ship"}, {"const": false, "title": "Wait"}]}),
            vec![pair("Ship", Some("true")), pair("Wait", Some("false"))],
        ),
        // Options that would read the same stay apart.
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
fn the_value_of_an_option_is_sent_as_it_was_written() {
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
fn a_choice_looks_by_its_size() {
    for (count, expected) in [
        (1, ChoiceLook::Radio),
        (5, ChoiceLook::Radio),
        (6, ChoiceLook::Select),
        (20, ChoiceLook::Select),
        (21, ChoiceLook::Search),
    ] {
        let options: Vec<usize> = (0..count).collect();
        let ControlView::Choice { look, .. } = control(json!({"enum": options})) else {
            panic!("no choice");
        };
        assert_eq!(look, expected, "{count}");
    }
}

#[test]
fn choices_of_many() {
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
        assert!(matches!(shown, ControlView::Choices { most: Some(1), .. }));
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
fn an_empty_list_is_sent_when_it_says_something() {
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
        answer(&empty, empty.opening().remove(0)),
        Ok(Some(json!([])))
    );
}

#[test]
fn nullable_is_optional() {
    let line = ControlView::Text { multiline: false };
    let whole = ControlView::Number { whole: true };
    for (property, expected) in [
        (
            json!({"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}),
            line.clone(),
        ),
        (
            json!({"oneOf": [{"type": "null"}, {"type": "integer"}]}),
            whole.clone(),
        ),
        (json!({"type": ["integer", "null"], "default": null}), whole),
        (json!({"type": "string", "nullable": true}), line),
        (
            json!({"anyOf": [{"type": "string", "format": "email"}, {"type": "null"}]}),
            ControlView::Email,
        ),
        (
            json!({"anyOf": [{"type": "boolean"}, {"type": "null"}]}),
            ControlView::YesNo,
        ),
    ] {
        let form = optional(property.clone());
        assert_eq!(field(&form).control, expected, "{property}");
        assert_eq!(field(&form).note, None, "{property}");
        assert_eq!(answer(&form, Input::Empty), Ok(None), "{property}");
        // MCP has no null in its answers, but this server says that the key must be there.
        let form = required(property.clone());
        assert_eq!(
            answer(&form, Input::Empty),
            Ok(Some(Value::Null)),
            "{property}"
        );
    }
    let choice = control(json!({"enum": ["a", null, "b"]}));
    assert_eq!(options(choice), [pair("a", None), pair("b", None)]);
    let choice = control(json!({"anyOf": [{"const": "a"}, {"const": "b"}, {"type": "null"}]}));
    assert_eq!(options(choice), [pair("a", None), pair("b", None)]);
    let title = optional(
        json!({"anyOf": [{"type": "string", "title": "In"}, {"type": "null"}], "title": "Out"}),
    );
    assert_eq!(field(&title).title, "Out");
}

#[test]
fn lists_of_free_texts() {
    let form = required(json!({"type": "array", "items": {"type": "string"}, "minItems": 2}));
    assert_eq!(field(&form).control, ControlView::List);
    let list = |items: &[&str]| Input::List {
        items: items.iter().map(|item| (*item).to_owned()).collect(),
    };
    assert_eq!(
        answer(&form, list(&["a", "b"])),
        Ok(Some(json!(["a", "b"])))
    );
    assert_eq!(
        answer(&form, list(&["a"])),
        Err("Write at least 2 items".to_owned())
    );
    let form = optional(json!({"type": "array", "items": {"type": "string", "minLength": 2}}));
    assert_eq!(
        answer(&form, list(&["ok", "x"])),
        Err("Item 2: Use at least 2 characters (now 1)".to_owned())
    );
}

#[test]
fn no_properties_is_a_plain_confirmation() {
    for schema in [
        json!({}),
        json!({"type": "object"}),
        json!({"type": "object", "properties": {}}),
        json!({"type": "object", "properties": null, "required": 7}),
    ] {
        let form = read(&schema);
        assert!(form.is_empty());
        assert_eq!(form.content(&[], &now()), Ok(Map::new()));
        let check = form.check(&[], &now());
        let sent: Value = serde_json::from_str(&check.preview).unwrap();
        assert_eq!(sent, json!({"action": "accept", "content": {}}));
    }
}

#[test]
fn anything_else_is_json() {
    for property in [
        json!({}),
        json!(true),
        json!(false),
        json!(null),
        json!("string"),
        json!([]),
        json!({"type": "object", "properties": {"a": {"type": "integer"}}}),
        json!({"type": "array"}),
        json!({"type": "array", "items": {"type": "integer"}}),
        json!({"type": "array", "items": {"type": "array", "items": {"enum": ["a"]}}}),
        json!({"type": ["string", "integer"]}),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"enum": [["a"], {"b": 1}]}),
        json!({"type": "null"}),
    ] {
        assert_eq!(control(property.clone()), ControlView::Json, "{property}");
    }
    let form = required(
        json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}),
    );
    assert_eq!(
        answer(&form, text(" {\"a\": 1} ")),
        Ok(Some(json!({"a": 1})))
    );
    assert_eq!(
        answer(&form, text("{}")),
        Err("Needs the member \"a\"".to_owned())
    );
    assert_eq!(
        answer(&form, text("{\"a\": \"b\"}")),
        Err("At /a: Must be a whole number".to_owned())
    );
    assert_eq!(answer(&form, text("  ")), Err("Needs an answer".to_owned()));
}

#[test]
fn required_names_without_a_property_are_asked_for() {
    let form = read(
        &json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}),
    );
    let view = form.view(&form.opening(), &now());
    assert_eq!(view.fields[1].title, "b");
    assert!(view.fields[1].required);
    assert_eq!(view.fields[1].control, ControlView::Json);
}

#[test]
fn optional_and_empty_is_left_out() {
    let form = optional(json!({"type": "string", "minLength": 3}));
    assert_eq!(answer(&form, Input::Empty), Ok(None));
    assert_eq!(answer(&form, text("")), Ok(None));
    // White space is an answer where text is asked for, and none where a number is.
    assert_eq!(answer(&form, text("   ")), Ok(Some(json!("   "))));
    assert_eq!(
        answer(&optional(json!({"type": "integer"})), text("  ")),
        Ok(None)
    );
    let cleared = optional(json!({"type": "string", "default": "x"}));
    assert_eq!(answer(&cleared, text("")), Ok(None));
    let empty = required(json!({"type": "string", "default": ""}));
    assert_eq!(answer(&empty, text("")), Ok(Some(json!(""))));
}

#[test]
fn addresses_are_trimmed_and_text_is_not() {
    let email = optional(json!({"type": "string", "format": "email"}));
    assert_eq!(
        answer(&email, text(" a@example.com ")),
        Ok(Some(json!("a@example.com")))
    );
    let uri = optional(json!({"type": "string", "format": "uri"}));
    assert_eq!(
        answer(&uri, text(" https://example.com\n")),
        Ok(Some(json!("https://example.com")))
    );
    let plain = optional(json!({"type": "string"}));
    assert_eq!(answer(&plain, text(" a ")), Ok(Some(json!(" a "))));
}

#[test]
fn defaults_that_fit_are_filled_in() {
    for (property, expected) in [
        (json!({"type": "string", "default": "a"}), text("a")),
        (json!({"type": "number", "default": 2.75}), text("2.75")),
        (json!({"type": "number", "default": 1.0}), text("1.0")),
        (json!({"type": "integer", "default": 42.0}), text("42")),
        (json!({"type": "integer", "default": "42"}), text("42")),
        (
            json!({"type": "integer", "default": u64::MAX}),
            text("18446744073709551615"),
        ),
        (
            json!({"enum": ["a", "b"], "default": "b"}),
            Input::Choice { index: 1 },
        ),
        (
            json!({"enum": [1, 2], "default": 2.0}),
            Input::Choice { index: 1 },
        ),
        (
            json!({"type": "array", "items": {"enum": ["a", "b"]}, "default": "b"}),
            Input::Choices { indices: vec![1] },
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "default": ["x"]}),
            Input::List {
                items: vec!["x".to_owned()],
            },
        ),
        (
            json!({"type": "object", "default": {"a": 1}}),
            text("{\n  \"a\": 1\n}"),
        ),
        (json!({"type": "string", "default": null}), Input::Empty),
    ] {
        let shown = field(&optional(property.clone()));
        assert!(shown.input == expected, "{property}");
        assert_eq!(shown.note, None, "{property}");
    }
}

#[test]
fn defaults_that_do_not_fit_are_left_out_and_said_so() {
    for property in [
        json!({"type": "string", "default": 5}),
        json!({"type": "integer", "default": 1.5}),
        json!({"type": "integer", "default": true}),
        json!({"type": "boolean", "default": "yes"}),
        json!({"enum": ["a"], "default": "z"}),
        json!({"type": "array", "items": {"enum": ["a"]}, "default": ["z"]}),
        json!({"type": "array", "items": {"type": "string"}, "default": [1]}),
    ] {
        let shown = field(&optional(property.clone()));
        assert!(shown.input == Input::Empty, "{property}");
        assert!(shown.note.unwrap().contains("does not fit"), "{property}");
    }
    let partly = field(&optional(
        json!({"type": "array", "items": {"enum": ["a"]}, "default": ["a", "z"]}),
    ));
    assert!(partly.input == Input::Choices { indices: vec![0] });
    assert!(partly.note.unwrap().contains("A part of"));
    let hidden = field(&optional(
        json!({"type": "string", "default": "a\u{202e}b"}),
    ));
    assert!(hidden.note.unwrap().contains("invisible"));
}

#[test]
fn titles_and_descriptions_are_visible_text() {
    let shown = field(&optional(
        json!({"type": "string", "title": "a\u{202e}b", "description": "c\u{200b}d"}),
    ));
    assert_eq!(shown.title, "a⟨U+202E⟩b");
    assert_eq!(shown.description.as_deref(), Some("c⟨U+200B⟩d"));
    for title in [json!(""), json!("  "), json!(7), json!(null)] {
        assert_eq!(
            field(&optional(json!({"type": "string", "title": title}))).title,
            "x"
        );
    }
    let nameless = read(&json!({"properties": {"": {"type": "string"}}}));
    assert_eq!(field(&nameless).title, "(no name)");
}

#[test]
fn hints() {
    for (property, expected) in [
        (
            json!({"type": "integer", "minimum": 1, "maximum": 100}),
            Some("1 to 100"),
        ),
        (
            json!({"type": "number", "minimum": 0.5}),
            Some("At least 0.5"),
        ),
        (json!({"type": "number", "maximum": 5.0}), Some("At most 5")),
        (
            json!({"type": "number", "exclusiveMinimum": 0}),
            Some("More than 0"),
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0, "maximum": 5}),
            Some("More than 0, at most 5"),
        ),
        (
            json!({"type": "number", "multipleOf": 0.5}),
            Some("In steps of 0.5"),
        ),
        (json!({"type": "integer"}), Some("A whole number")),
        (json!({"type": "number"}), None),
        (
            json!({"type": "string", "minLength": 2, "maxLength": 9}),
            Some("2 to 9 characters"),
        ),
        (
            json!({"type": "string", "minLength": 3}),
            Some("At least 3 characters"),
        ),
        (
            json!({"type": "string", "maxLength": 1}),
            Some("At most 1 character"),
        ),
        (
            json!({"type": "string", "minLength": 6, "maxLength": 6}),
            Some("Exactly 6 characters"),
        ),
        (json!({"type": "string", "minLength": 0}), None),
        (
            json!({"type": "string", "pattern": "^[a-c]+$"}),
            Some("Pattern ^[a-c]+$"),
        ),
        (
            json!({"type": "array", "items": {"enum": ["a"]}, "minItems": 1, "maxItems": 3}),
            Some("Choose 1 to 3"),
        ),
        (
            json!({"type": "array", "items": {"enum": ["a"]}, "minItems": 2}),
            Some("Choose at least 2"),
        ),
        (
            json!({"type": "array", "items": {"type": "string"}, "maxItems": 3}),
            Some("At most 3 items"),
        ),
        (json!({"type": "boolean"}), None),
        // A rule that is not checked is no hint either.
        (json!({"type": "string", "pattern": "(?=a)"}), None),
    ] {
        assert_eq!(
            field(&optional(property.clone())).hint.as_deref(),
            expected,
            "{property}"
        );
    }
}
