//! Saving, offering, using and discarding drafts.

use jiff::Timestamp;
use serde_json::json;

use super::harness::{BoardHarness, SEND, question};
use super::*;
use crate::draft::Draft;
use crate::form::{Form, FormLimits, Input};
use crate::view::{BodyView, DraftView, EditRequest, Press, PressReply, ScreenView};

fn text(text: &str) -> Input {
    Input::Text { text: text.into() }
}

/// A form with a name, a token and a place with a default, and an earlier draft.
fn asked(draft: Option<Vec<Option<Input>>>) -> NewQuestion {
    let schema = json!({"type": "object", "properties": {
        "name": {"type": "string"},
        "token": {"type": "string", "title": "API token"},
        "place": {"type": "string", "default": "Here"},
    }});
    let limits = FormLimits::default();
    NewQuestion {
        body: QuestionBody::Form(Form::read("Who?", &schema, &limits).unwrap()),
        draft: draft.map(|inputs| Draft {
            typed_at: typed_at(),
            inputs,
        }),
        ..question(1, 1, None)
    }
}

fn typed_at() -> Timestamp {
    "2026-11-16T12:02:00Z".parse().unwrap()
}

impl BoardHarness {
    fn types(&mut self, id: QuestionId, field: usize, input: Input) {
        let id = id.to_string();
        let request = EditRequest { id, field, input };
        self.board.edit(&request, &self.now).unwrap();
        self.apply_effects();
    }

    fn draft_inputs(&self, id: QuestionId) -> Vec<Option<Input>> {
        self.board.draft(id, &self.now).unwrap().inputs
    }

    fn draft_shown(&self) -> (Option<DraftView>, Vec<Input>) {
        let ScreenView::Question { question } = &self.screen else {
            panic!("no question is shown");
        };
        let BodyView::Form { form, draft } = &question.body else {
            panic!("it is a link");
        };
        let inputs = form.fields.iter().map(|field| field.input.clone());
        (draft.clone(), inputs.collect())
    }
}

#[test]
fn draft_omits_secrets_and_defaults() {
    let mut harness = BoardHarness::new();
    let id = harness.submit(asked(None));
    assert!(harness.board.draft(id, &harness.now).unwrap().is_empty());
    harness.types(id, 0, text("Ada"));
    harness.types(id, 1, text("hunter2"));
    assert_eq!(harness.changed_drafts, [id, id]);
    assert_eq!(harness.draft_inputs(id), [Some(text("Ada")), None, None]);
    // A value that looks like a secret is not saved.
    harness.types(id, 0, text("ghp_0123456789abcdefghijABCDEFGHIJ012345"));
    assert_eq!(harness.draft_inputs(id), [None, None, None]);
    harness.types(id, 0, text("Ada"));
    harness.types(id, 2, text(""));
    assert_eq!(
        harness.draft_inputs(id),
        [Some(text("Ada")), None, Some(text(""))]
    );
}

#[test]
fn use_draft_fills_the_fields() {
    let mut harness = BoardHarness::new();
    let id = harness.submit(asked(Some(vec![Some(text("Ada")), None, None])));
    harness.wait_for_guard();
    let offered = DraftView::Offered {
        typed_at: typed_at().as_millisecond(),
    };
    let (shown, inputs) = harness.draft_shown();
    assert_eq!((shown, &inputs[0]), (Some(offered), &Input::Empty));
    assert_eq!(harness.press(Press::UseDraft), PressReply::Done);
    let used = DraftView::Used {
        typed_at: typed_at().as_millisecond(),
    };
    let (shown, inputs) = harness.draft_shown();
    assert_eq!(shown, Some(used));
    assert_eq!(inputs, [text("Ada"), Input::Empty, text("Here")]);
    assert!(harness.board.is_touched());
    // The guard restarts: the person must see the filled-in values.
    assert_eq!(harness.press(SEND), PressReply::TooSoon);
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::UseDraft), PressReply::Stale);
    assert_eq!(harness.press(Press::StartFresh), PressReply::Stale);
    assert_eq!(harness.press(SEND), PressReply::Done);
    let content = harness.ended[0].2.content.clone().unwrap();
    assert_eq!(json!(content), json!({"name": "Ada", "place": "Here"}));
    assert_eq!(harness.changed_drafts, [id]);
}

#[test]
fn start_fresh_discards_the_draft() {
    let mut harness = BoardHarness::new();
    let id = harness.submit(asked(Some(vec![Some(text("Ada")), None, None])));
    assert_eq!(harness.press(Press::StartFresh), PressReply::TooSoon);
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::StartFresh), PressReply::Done);
    let (shown, inputs) = harness.draft_shown();
    assert_eq!((shown, &inputs[0]), (None, &Input::Empty));
    assert!(harness.board.draft(id, &harness.now).unwrap().is_empty());
    assert_eq!(harness.changed_drafts, [id]);
}

#[test]
fn offered_draft_keeps_untouched_fields() {
    let mut harness = BoardHarness::new();
    let earlier = vec![Some(text("Ada")), None, Some(text("There"))];
    let id = harness.submit(asked(Some(earlier)));
    harness.wait_for_guard();
    harness.types(id, 0, text("Grace"));
    assert_eq!(
        harness.draft_inputs(id),
        [Some(text("Grace")), None, Some(text("There"))]
    );
    let (shown, _) = harness.draft_shown();
    assert!(matches!(shown, Some(DraftView::Offered { .. })));
}

#[test]
fn draft_of_another_shape_is_ignored() {
    let mut harness = BoardHarness::new();
    let flag = Some(Input::Flag { on: true });
    let id = harness.submit(asked(Some(vec![flag.clone(), None, None, flag])));
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::UseDraft), PressReply::Done);
    assert!(harness.board.draft(id, &harness.now).unwrap().is_empty());
}
