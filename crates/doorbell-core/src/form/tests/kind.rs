//! Which forms are two buttons or one choice.

use super::*;
use crate::view::FormKindView;

fn yes_no(yes: &str, no: &str, decline: bool) -> FormKindView {
    FormKindView::YesNo {
        yes: yes.to_owned(),
        no: no.to_owned(),
        decline,
    }
}

fn labelled(form: Form, yes: &str, no: &str) -> Form {
    form.with_labels(AnswerLabels {
        yes: Some(yes.to_owned()),
        no: Some(no.to_owned()),
    })
}

fn empty() -> Form {
    read(&json!({"type": "object", "properties": {}}))
}

#[test]
fn form_without_fields_is_yes_or_no_and_no_declines() {
    assert_eq!(empty().kind(), yes_no("Yes", "No", false));
    assert_eq!(
        empty().yes_no_answer(true),
        Some(YesNoAnswer::Accept(Vec::new()))
    );
    assert_eq!(empty().yes_no_answer(false), Some(YesNoAnswer::Decline));
}

#[test]
fn one_required_boolean_is_yes_or_no_and_no_is_false() {
    let form = required(json!({"type": "boolean", "title": "Sure"}));
    assert_eq!(form.kind(), yes_no("Yes", "No", true));
    for on in [true, false] {
        let Some(YesNoAnswer::Accept(inputs)) = form.yes_no_answer(on) else {
            panic!("it is accepted");
        };
        let content = form.content(&inputs, &now()).unwrap();
        assert_eq!(content["x"], on);
    }
}

#[test]
fn other_booleans_are_fields() {
    let two = json!({
        "type": "object",
        "properties": {"x": {"type": "boolean"}, "y": {"type": "boolean"}},
        "required": ["x", "y"],
    });
    for (form, kind) in [
        (
            optional(json!({"type": "boolean"})),
            FormKindView::OneChoice,
        ),
        (
            required(json!({"type": "boolean", "default": false})),
            FormKindView::Fields,
        ),
        (
            required(json!({"type": "boolean", "const": true})),
            FormKindView::OneChoice,
        ),
        (read(&two), FormKindView::Fields),
    ] {
        assert_eq!(form.kind(), kind);
        assert_eq!(form.yes_no_answer(true), None);
    }
}

#[test]
fn one_short_choice_is_sent_by_enter() {
    let options = |count: usize| -> Vec<String> { (0..count).map(|n| n.to_string()).collect() };
    for (form, kind) in [
        (
            required(json!({"enum": options(3)})),
            FormKindView::OneChoice,
        ),
        (
            optional(json!({"enum": options(6)})),
            FormKindView::OneChoice,
        ),
        (required(json!({"enum": options(21)})), FormKindView::Fields),
        (
            required(json!({"type": "array", "items": {"enum": options(3)}})),
            FormKindView::Fields,
        ),
        (required(json!({"type": "string"})), FormKindView::Fields),
    ] {
        assert_eq!(form.kind(), kind);
    }
}

#[test]
fn labels_of_the_asker_stand_after_yes_and_no() {
    let expected = |decline| yes_no("Yes: Delete", "No: Keep", decline);
    assert_eq!(labelled(empty(), "Delete", "Keep").kind(), expected(false));
    let form = labelled(required(json!({"type": "boolean"})), "Delete", "Keep");
    assert_eq!(form.kind(), expected(true));
    let quick: Vec<_> = form
        .quick_answers()
        .into_iter()
        .map(|(label, _)| label)
        .collect();
    assert_eq!(quick, ["Yes: Delete", "No: Keep"]);
    let hidden = labelled(empty(), "Keep\u{202e}", "Delete");
    assert_eq!(hidden.kind(), yes_no("Yes", "No: Delete", false));
}
