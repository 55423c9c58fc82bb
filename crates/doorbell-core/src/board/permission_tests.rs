//! Leave to use a tool, told as short scenes.

use serde_json::json;

use super::permission::REASON_BYTES;
use super::play::{Play, SEND, question};
use super::*;
use crate::form::Input;
use crate::permission::Permission;
use crate::view::{BodyView, EditSaid, Press, PressReply, StageView};

fn ask(play: &mut Play, rules: &[&str]) -> QuestionId {
    let rules: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
    let permission = Permission::new("Bash", "command: make", &rules).unwrap();
    let id = play.take(Asked {
        wanted: Wanted::Permission(permission),
        message: String::new(),
        ..question(1, 1, None)
    });
    play.look();
    id
}

fn read(play: &mut Play) {
    let StageView::Question { question } = play.shown.clone() else {
        panic!("a question is shown");
    };
    let (id, generation) = (question.id, question.generation);
    play.board.read_to_end(&id, generation);
    play.settle();
}

fn is_read(play: &Play) -> bool {
    matches!(&play.shown, StageView::Question { question }
        if matches!(question.body, BodyView::Permission { read: true, .. }))
}

#[test]
fn it_is_allowed_when_it_was_read_to_the_end_and_not_before() {
    for (press, always) in [(Press::Allow, false), (Press::AlwaysAllow, true)] {
        let mut play = Play::new();
        let id = ask(&mut play, &["Bash(make)"]);
        assert!(!is_read(&play));
        assert_eq!(play.press(press), PressReply::Unread);
        read(&mut play);
        assert!(is_read(&play));
        assert_eq!(play.press(press), PressReply::Done);
        assert_eq!(play.outcomes(), [(id, Outcome::Accepted)]);
        let content = play.ended[0].2.content.clone();
        assert_eq!(json!(content), json!({"always": always}));
    }
}

#[test]
fn for_good_is_offered_only_with_the_rule_that_it_adds() {
    let mut play = Play::new();
    ask(&mut play, &[]);
    read(&mut play);
    assert_eq!(play.press(Press::AlwaysAllow), PressReply::Stale);
    assert_eq!(play.outcomes(), []);
}

#[test]
fn what_was_on_the_screen_before_is_not_what_is_read_now() {
    let mut play = Play::new();
    ask(&mut play, &[]);
    let StageView::Question { question } = play.shown.clone() else {
        panic!("a question is shown");
    };
    for (id, generation) in [
        (question.id.as_str(), question.generation + 1),
        ("q77", question.generation),
        ("", question.generation),
    ] {
        play.board.read_to_end(id, generation);
        play.settle();
        assert!(!is_read(&play), "{id} {generation}");
    }
}

#[test]
fn it_is_denied_unread_and_with_the_reason_that_was_typed() {
    for (typed, content) in [
        ("", json!(null)),
        (" not here ", json!({"reason": "not here"})),
    ] {
        let mut play = Play::new();
        let id = ask(&mut play, &[]);
        let input = Input::Text { text: typed.into() };
        let said = EditSaid {
            id: id.to_string(),
            field: 0,
            input,
        };
        assert!(play.board.edit(&said, &play.now).is_ok());
        assert_eq!(play.press(Press::Deny), PressReply::Done);
        assert_eq!(play.outcomes(), [(id, Outcome::Declined)]);
        assert_eq!(json!(play.ended[0].2.content), content);
        assert_eq!(play.drafted, []);
    }
}

#[test]
fn the_longest_reason_is_sent_whole_and_no_longer_one() {
    for (typed, sent) in [
        (REASON_BYTES, REASON_BYTES),
        (REASON_BYTES + 1, REASON_BYTES),
    ] {
        let mut play = Play::new();
        let id = ask(&mut play, &[]);
        let input = Input::Text {
            text: "r".repeat(typed),
        };
        let (id, field) = (id.to_string(), 0);
        let said = EditSaid { id, field, input };
        assert!(play.board.edit(&said, &play.now).is_ok());
        play.press(Press::Deny);
        let content = json!(play.ended[0].2.content);
        assert_eq!(content["reason"].as_str().unwrap().len(), sent);
    }
}

#[test]
fn what_answers_other_questions_does_not_answer_it() {
    let mut play = Play::new();
    ask(&mut play, &["Bash(make)"]);
    read(&mut play);
    for press in [SEND, Press::Decline, Press::Open, Press::OpenedIt] {
        assert_eq!(play.press(press), PressReply::Stale, "{press:?}");
    }
    assert_eq!(play.outcomes(), []);
    let mut play = Play::new();
    play.ask(1);
    play.look();
    for press in [Press::Allow, Press::AlwaysAllow, Press::Deny] {
        assert_eq!(play.press(press), PressReply::Stale, "{press:?}");
    }
}

/// Three declines in a row make a server quiet; to deny is to answer.
#[test]
fn to_deny_is_no_wish_to_be_asked_less() {
    let mut play = Play::new();
    for _ in 0..8 {
        ask(&mut play, &[]);
        assert_eq!(play.press(Press::Deny), PressReply::Done);
    }
    assert_eq!(play.ended.len(), 8);
}

#[test]
fn without_words_of_its_own_it_is_listed_by_what_it_wants() {
    let mut play = Play::new();
    ask(&mut play, &[]);
    let waiting = play.board.waits_for_person();
    assert_eq!(waiting[0].told.words, "Wants to use Bash");
    assert!(
        waiting[0].choices().is_empty(),
        "no button outside the window allows it"
    );
}
