//! Drafts that are made, offered, used and left.

use jiff::Timestamp;
use serde_json::json;

use super::play::{Play, SEND, question};
use super::*;
use crate::draft::Draft;
use crate::form::{Form, FormLimits, Input};
use crate::view::{BodyView, DraftView, EditSaid, Press, PressReply, StageView};

fn text(text: &str) -> Input {
    Input::Text { text: text.into() }
}

/// A form with a name, a token and a place that has a default, and what was typed in it before.
fn asked(draft: Option<Vec<Option<Input>>>) -> Asked {
    let schema = json!({"type": "object", "properties": {
        "name": {"type": "string"},
        "token": {"type": "string", "title": "API token"},
        "place": {"type": "string", "default": "Here"},
    }});
    let limits = FormLimits::default();
    Asked {
        wanted: Wanted::Form(Form::read("Who?", &schema, &limits).unwrap()),
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

impl Play {
    fn types(&mut self, id: QuestionId, field: usize, input: Input) {
        let id = id.to_string();
        let said = EditSaid { id, field, input };
        self.board.edit(&said, &self.now).unwrap();
        self.settle();
    }

    fn kept(&self, id: QuestionId) -> Vec<Option<Input>> {
        self.board.draft(id, &self.now).unwrap().inputs
    }

    fn draft_shown(&self) -> (Option<DraftView>, Vec<Input>) {
        let StageView::Question { question } = &self.shown else {
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
fn what_is_typed_is_kept_but_no_secret_and_no_default() {
    let mut play = Play::new();
    let id = play.take(asked(None));
    assert!(play.board.draft(id, &play.now).unwrap().is_empty());
    play.types(id, 0, text("Ada"));
    play.types(id, 1, text("hunter2"));
    assert_eq!(play.drafted, [id, id]);
    assert_eq!(play.kept(id), [Some(text("Ada")), None, None]);
    // What only looks like a secret is one.
    play.types(id, 0, text("ghp_0123456789abcdefghijABCDEFGHIJ012345"));
    assert_eq!(play.kept(id), [None, None, None]);
    play.types(id, 0, text("Ada"));
    play.types(id, 2, text(""));
    assert_eq!(play.kept(id), [Some(text("Ada")), None, Some(text(""))]);
}

#[test]
fn a_draft_fills_the_fields_when_the_person_says_so() {
    let mut play = Play::new();
    let id = play.take(asked(Some(vec![Some(text("Ada")), None, None])));
    play.look();
    let offered = DraftView::Offered {
        typed_at: typed_at().as_millisecond(),
    };
    let (shown, inputs) = play.draft_shown();
    assert_eq!((shown, &inputs[0]), (Some(offered), &Input::Empty));
    assert_eq!(play.press(Press::UseDraft), PressReply::Done);
    let used = DraftView::Used {
        typed_at: typed_at().as_millisecond(),
    };
    let (shown, inputs) = play.draft_shown();
    assert_eq!(shown, Some(used));
    assert_eq!(inputs, [text("Ada"), Input::Empty, text("Here")]);
    assert!(play.board.is_touched());
    // What was filled in must be seen before it is sent.
    assert_eq!(play.press(SEND), PressReply::TooSoon);
    play.look();
    assert_eq!(play.press(Press::UseDraft), PressReply::Stale);
    assert_eq!(play.press(Press::StartFresh), PressReply::Stale);
    assert_eq!(play.press(SEND), PressReply::Done);
    let content = play.ended[0].2.content.clone().unwrap();
    assert_eq!(json!(content), json!({"name": "Ada", "place": "Here"}));
    assert_eq!(play.drafted, [id]);
}

#[test]
fn starting_fresh_leaves_the_fields_and_forgets() {
    let mut play = Play::new();
    let id = play.take(asked(Some(vec![Some(text("Ada")), None, None])));
    assert_eq!(play.press(Press::StartFresh), PressReply::TooSoon);
    play.look();
    assert_eq!(play.press(Press::StartFresh), PressReply::Done);
    let (shown, inputs) = play.draft_shown();
    assert_eq!((shown, &inputs[0]), (None, &Input::Empty));
    assert!(play.board.draft(id, &play.now).unwrap().is_empty());
    assert_eq!(play.drafted, [id]);
}

#[test]
fn an_offer_goes_on_in_the_fields_that_are_left_alone() {
    let mut play = Play::new();
    let earlier = vec![Some(text("Ada")), None, Some(text("There"))];
    let id = play.take(asked(Some(earlier)));
    play.look();
    play.types(id, 0, text("Grace"));
    assert_eq!(
        play.kept(id),
        [Some(text("Grace")), None, Some(text("There"))]
    );
    let (shown, _) = play.draft_shown();
    assert!(matches!(shown, Some(DraftView::Offered { .. })));
}

#[test]
fn a_draft_that_does_not_fit_does_no_harm() {
    let mut play = Play::new();
    let flag = Some(Input::Flag { on: true });
    let id = play.take(asked(Some(vec![flag.clone(), None, None, flag])));
    play.look();
    assert_eq!(play.press(Press::UseDraft), PressReply::Done);
    assert!(play.board.draft(id, &play.now).unwrap().is_empty());
}
