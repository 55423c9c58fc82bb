//! Links on the board, told as short scenes.

use super::play::{LATER, Play, SEND, question};
use super::*;
use crate::link::assess;
use crate::view::{
    BodyView, By, LinkStep, Press, PressReply, StageView, WaitPress, WaitPressSaid, WaitStateView,
};

const PLAIN: &str = "https://example.com/connect?x=1";
const SEVERE: &str = "https://github.com@evil.io/";

impl Play {
    pub(super) fn ask_link(&mut self, url: &str, group: Option<&str>) -> QuestionId {
        let asked = Asked {
            wanted: Wanted::Link {
                link: assess(url).unwrap(),
                elicitation: Some(format!("el-{url}")),
                group: group.map(str::to_owned),
            },
            ..question(1, 1, None)
        };
        self.take(asked)
    }

    fn browser_says(&mut self, id: QuestionId, trouble: Option<&str>) {
        self.board
            .link_opened(id, trouble.map(str::to_owned), &self.now);
        self.settle();
    }

    /// Looks, presses Open, and the browser comes up.
    pub(super) fn open_link(&mut self, id: QuestionId) {
        self.look();
        assert_eq!(self.press(Press::Open), PressReply::Done);
        self.browser_says(id, None);
    }

    fn press_card(&mut self, id: QuestionId, press: WaitPress) -> PressReply {
        let said = WaitPressSaid {
            id: id.to_string(),
            press,
            by: By::Pointer,
        };
        let reply = self.board.press_wait(&said, &self.now);
        self.settle();
        reply
    }

    fn step(&self) -> Option<LinkStep> {
        match &self.shown {
            StageView::Question { question } => match &question.body {
                BodyView::Link { step, .. } => Some(*step),
                BodyView::Form { .. } | BodyView::Permission { .. } => None,
            },
            _ => None,
        }
    }
}

#[test]
fn consent_opens_the_link_answers_without_content_and_waits() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.look();
    assert_eq!(play.press(Press::Open), PressReply::Done);
    assert_eq!(play.opening, [(id, PLAIN.to_owned())]);
    assert_eq!(play.step(), Some(LinkStep::Opening));
    assert_eq!(play.outcomes(), [], "the browser has not come up yet");
    play.browser_says(id, None);
    assert_eq!(play.outcomes(), [(id, Outcome::Accepted)]);
    assert_eq!(play.ended[0].2.content, None);
    assert!(matches!(play.shown, StageView::Waiting { .. }));
    assert_eq!(play.waits[0].domain, "example.com");
}

#[test]
fn a_browser_that_does_not_start_leaves_the_question_open() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.look();
    play.press(Press::Open);
    play.browser_says(id, Some("There is no browser."));
    assert_eq!(play.step(), Some(LinkStep::Looking));
    assert_eq!(play.outcomes(), []);
    play.open_link(id);
    assert_eq!(play.outcomes(), [(id, Outcome::Accepted)]);
}

#[test]
fn a_severe_warning_takes_two_presses_with_half_a_second_between() {
    let mut play = Play::new();
    let id = play.ask_link(SEVERE, None);
    play.look();
    assert_eq!(play.press(Press::Open), PressReply::Done);
    assert_eq!(play.step(), Some(LinkStep::Armed));
    assert!(play.opening.is_empty());
    play.paint();
    play.pass(499);
    assert_eq!(play.press(Press::Open), PressReply::TooSoon);
    play.pass(1);
    assert_eq!(play.press(Press::Open), PressReply::Done);
    assert_eq!(play.opening.len(), 1);
    assert_eq!(play.opening[0].0, id);
}

#[test]
fn a_copied_link_is_accepted_when_the_person_says_they_opened_it() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.look();
    assert_eq!(play.press(Press::OpenedIt), PressReply::Stale, "not copied");
    let copied = play.board.copy_link(&id.to_string(), &play.now);
    play.settle();
    assert_eq!(copied.as_deref(), Ok(PLAIN));
    assert_eq!(play.step(), Some(LinkStep::Copied));
    play.look();
    assert_eq!(play.press(Press::OpenedIt), PressReply::Done);
    assert_eq!(play.outcomes(), [(id, Outcome::Accepted)]);
    assert!(play.opening.is_empty(), "nothing was opened by us");
}

#[test]
fn a_form_cannot_be_opened_and_a_link_cannot_be_sent() {
    let mut play = Play::new();
    play.ask_link(PLAIN, None);
    play.look();
    assert_eq!(play.press(SEND), PressReply::Stale);
    let mut play = Play::new();
    play.ask(1);
    play.look();
    assert_eq!(play.press(Press::Open), PressReply::Stale);
    assert_eq!(play.press(Press::OpenedIt), PressReply::Stale);
}

#[test]
fn the_servers_word_finishes_the_card_once_and_only_for_its_own_asker() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.open_link(id);
    let name = format!("el-{PLAIN}");
    for (asker, elicitation) in [(2, name.as_str()), (1, "unknown")] {
        play.board.complete(AskerId(asker), elicitation, &play.now);
    }
    play.settle();
    assert_eq!(play.finished, []);
    play.board.complete(AskerId(1), &name, &play.now);
    play.board.complete(AskerId(1), &name, &play.now);
    play.settle();
    assert_eq!(play.finished, [(id, Finish::DoneByServer)]);
    assert_eq!(play.waits[0].state, WaitStateView::Done);
    play.pass(3_000);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.shown, StageView::Nothing);
}

#[test]
fn the_person_can_finish_open_again_or_cancel() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.open_link(id);
    assert_eq!(play.press_card(id, WaitPress::Done), PressReply::TooSoon);
    play.look();
    assert_eq!(play.press_card(id, WaitPress::OpenAgain), PressReply::Done);
    assert_eq!(play.opening.len(), 2);
    play.browser_says(id, Some("There is no browser."));
    assert_eq!(
        play.waits[0].trouble.as_deref(),
        Some("There is no browser.")
    );
    assert_eq!(play.press_card(id, WaitPress::Cancel), PressReply::Done);
    assert_eq!(play.finished, [(id, Finish::CancelledByPerson)]);
    assert_eq!(play.press_card(id, WaitPress::Done), PressReply::Stale);
    assert_eq!(play.outcomes().len(), 1, "the answer was given long ago");
}

#[test]
fn a_card_ends_with_its_asker_or_after_a_quarter_of_an_hour() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.open_link(id);
    play.board.asker_left(AskerId(1), &play.now);
    play.settle();
    assert_eq!(play.finished, [(id, Finish::AskerLeft)]);

    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.open_link(id);
    play.look();
    play.pass(15 * 60_000 - 501);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.finished, []);
    play.pass(1);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.finished, [(id, Finish::Expired)]);
}

#[test]
fn a_card_beside_a_question_stays_until_the_stage_changes() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.open_link(id);
    let next = play.ask(1);
    assert_eq!(play.question_on_screen(), Some(next));
    play.paint();
    play.board
        .complete(AskerId(1), &format!("el-{PLAIN}"), &play.now);
    play.pass(60_000);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.waits[0].state, WaitStateView::Done, "still in place");
    play.look();
    play.press(SEND);
    assert!(play.waits.is_empty());
    assert_eq!(play.shown, StageView::Nothing);
}

#[test]
fn closing_the_window_hides_the_cards_and_open_brings_them_back() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.open_link(id);
    play.board.close_window(&play.now);
    play.settle();
    assert_eq!(play.shown, StageView::Nothing);
    play.board.open(None, &play.now);
    play.settle();
    assert!(matches!(play.shown, StageView::Waiting { .. }));
}

#[test]
fn one_declined_link_ends_its_request() {
    let mut play = Play::new();
    let [first, second, third] = ["https://a.com/", "https://b.com/", "https://c.com/"]
        .map(|url| play.ask_link(url, Some("r")));
    play.open_link(first);
    assert_eq!(play.question_on_screen(), Some(second));
    let StageView::Question { question } = &play.shown else {
        panic!("the second link is shown");
    };
    let BodyView::Link { group, .. } = &question.body else {
        panic!("it is a link");
    };
    let members: Vec<_> = group
        .iter()
        .map(|member| (member.domain.as_str(), member.current, member.opened))
        .collect();
    assert_eq!(
        members,
        [
            ("a.com", false, true),
            ("b.com", true, false),
            ("c.com", false, false)
        ]
    );
    play.look();
    play.press(Press::Decline);
    assert_eq!(
        play.outcomes(),
        [
            (first, Outcome::Accepted),
            (second, Outcome::Declined),
            (third, Outcome::Dismissed)
        ]
    );
    assert_eq!(play.finished, [(first, Finish::CancelledByPerson)]);
    let StageView::Announcement { announcement } = &play.shown else {
        panic!("the person is told");
    };
    assert!(
        announcement
            .done
            .ends_with("the call will not be repeated.")
    );
    assert_eq!(announcement.next, None);
    play.look();
    assert_eq!(play.press(Press::Close), PressReply::Done);
    assert_eq!(play.shown, StageView::Nothing);
}

#[test]
fn a_withdrawn_link_that_was_copied_stays_marked() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.look();
    assert!(play.board.copy_link(&id.to_string(), &play.now).is_ok());
    play.board.withdraw(id, &play.now);
    play.settle();
    assert_eq!(play.question_on_screen(), Some(id));
    // A browser that comes up late finds nobody waiting.
    play.browser_says(id, None);
    assert_eq!(play.outcomes(), [(id, Outcome::Withdrawn)]);
}

#[test]
fn the_first_link_to_a_domain_is_told_and_the_second_is_not() {
    let mut play = Play::new();
    let warnings = |play: &Play| match &play.shown {
        StageView::Question { question } => match &question.body {
            BodyView::Link { link, .. } => link.warnings.len(),
            BodyView::Form { .. } | BodyView::Permission { .. } => 0,
        },
        _ => 0,
    };
    let id = play.ask_link(PLAIN, None);
    assert_eq!(warnings(&play), 1);
    play.open_link(id);
    play.ask_link(PLAIN, None);
    assert_eq!(warnings(&play), 0);
}

#[test]
fn a_website_that_finishes_before_i_opened_it_is_heard() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.look();
    assert!(play.board.copy_link(&id.to_string(), &play.now).is_ok());
    play.settle();
    play.look();
    // The person opened the copy and finished before pressing I opened it.
    play.board
        .complete(AskerId(1), &format!("el-{PLAIN}"), &play.now);
    play.press(Press::OpenedIt);
    assert_eq!(play.finished, [(id, Finish::DoneByServer)]);
}

#[test]
fn cancelling_a_card_leaves_another_question_in_place() {
    let mut play = Play::new();
    let first = play.ask_link("https://a.com/", Some("r"));
    let second = play.ask_link("https://b.com/", Some("r"));
    play.open_link(first);
    play.open_link(second);
    let form = play.ask(2);
    play.look();
    assert_eq!(play.question_on_screen(), Some(form));
    assert_eq!(play.press_card(first, WaitPress::Cancel), PressReply::Done);
    assert_eq!(play.question_on_screen(), Some(form));
}

#[test]
fn cards_that_are_never_drawn_do_not_keep_the_clock_busy() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.open_link(id);
    play.pass(21_000);
    play.board.tick(&play.now);
    assert!(play.board.next_tick().unwrap() > play.now.steady);
}

#[test]
fn a_notice_that_is_never_drawn_does_not_keep_the_clock_busy() {
    let mut play = Play::new();
    play.ask_link("https://a.com/", Some("r"));
    play.ask_link("https://b.com/", Some("r"));
    play.look();
    play.press(Press::Decline);
    play.pass(21_000);
    play.board.tick(&play.now);
    assert!(play.board.next_tick().is_none_or(|at| at > play.now.steady));
}

#[test]
fn cancelling_a_card_whose_next_link_is_announced_announces_something_else() {
    let mut play = Play::new();
    let first = play.ask_link("https://a.com/", Some("r"));
    play.ask_link("https://b.com/", Some("r"));
    let form = play.ask(2);
    let other = play.ask(3);
    play.open_link(first);
    for expected in [form, other] {
        play.look();
        assert_eq!(play.press(Press::Show), PressReply::Done);
        assert_eq!(play.question_on_screen(), Some(expected));
        play.look();
        assert_eq!(play.press(SEND), PressReply::Done);
    }
    assert!(matches!(play.shown, StageView::Announcement { .. }));
    play.look();
    assert_eq!(play.press_card(first, WaitPress::Cancel), PressReply::Done);
    assert!(play.board.stage_is_sound());
    play.look();
    assert_eq!(play.press(Press::Close), PressReply::Done);
    let next = play.ask(2);
    assert_eq!(play.question_on_screen(), Some(next));
}

#[test]
fn while_the_browser_starts_nothing_else_decides() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.look();
    play.press(Press::Open);
    play.look();
    for press in [Press::Decline, LATER, Press::Dismiss, Press::Open] {
        assert_eq!(play.press(press), PressReply::Stale, "{press:?}");
    }
    play.board.close_window(&play.now);
    play.settle();
    assert_eq!(play.shown, StageView::Nothing);
    assert_eq!(play.outcomes(), []);
    play.browser_says(id, None);
    assert_eq!(play.outcomes(), [(id, Outcome::Accepted)]);
}

#[test]
fn a_browser_that_never_says_anything_did_not_start() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.look();
    play.press(Press::Open);
    play.paint();
    play.pass(19_999);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.step(), Some(LinkStep::Opening));
    play.pass(1);
    play.board.tick(&play.now);
    play.settle();
    assert_eq!(play.step(), Some(LinkStep::Looking));
    play.open_link(id);
    assert_eq!(play.outcomes(), [(id, Outcome::Accepted)]);
}

#[test]
fn the_first_press_of_two_does_not_outlive_its_showing() {
    let mut play = Play::new();
    let id = play.ask_link(SEVERE, None);
    play.look();
    play.press(Press::Open);
    play.look();
    play.press(LATER);
    play.board.open(Some(id), &play.now);
    play.settle();
    play.look();
    assert_eq!(play.press(Press::Open), PressReply::Done);
    assert_eq!(play.step(), Some(LinkStep::Armed), "it takes two again");
    assert!(play.opening.is_empty());
}

#[test]
fn open_again_opens_once_however_often_it_is_pressed() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.open_link(id);
    play.look();
    assert_eq!(play.press_card(id, WaitPress::OpenAgain), PressReply::Done);
    assert_eq!(play.press_card(id, WaitPress::OpenAgain), PressReply::Stale);
    assert_eq!(play.opening.len(), 2, "once at first, once again");
    play.browser_says(id, None);
    assert_eq!(play.press_card(id, WaitPress::OpenAgain), PressReply::Done);
}

#[test]
fn a_link_is_not_copied_by_a_click_that_came_too_soon() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None).to_string();
    play.paint();
    play.pass(499);
    let copied = play.board.copy_link(&id, &play.now);
    assert_eq!(copied, Err(NotCopied::TooSoon));
    play.pass(1);
    assert!(play.board.copy_link(&id, &play.now).is_ok());
}

#[test]
fn asking_for_the_window_leaves_cards_in_sight_as_they_are() {
    let mut play = Play::new();
    let id = play.ask_link(PLAIN, None);
    play.open_link(id);
    play.look();
    let before = play.on_screen();
    play.board.open(None, &play.now);
    play.settle();
    assert_eq!(play.on_screen(), before);
}
