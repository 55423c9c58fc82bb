//! Links on the board: scenario tests.

use super::harness::{BoardHarness, LATER, SEND, question};
use super::*;
use crate::link::assess;
use crate::view::{
    BodyView, InputDevice, LinkStep, OpenedLinkPress, OpenedLinkPressRequest, OpenedLinkStateView,
    Press, PressReply, ScreenView,
};

const PLAIN: &str = "https://example.com/connect?x=1";
const SEVERE: &str = "https://github.com@evil.io/";

impl BoardHarness {
    pub(super) fn ask_link(&mut self, url: &str, group: Option<&str>) -> QuestionId {
        let asked = NewQuestion {
            body: QuestionBody::Link {
                link: assess(url).unwrap(),
                elicitation: Some(format!("el-{url}")),
                group: group.map(str::to_owned),
            },
            ..question(1, 1, None)
        };
        self.submit(asked)
    }

    fn report_browser(&mut self, id: QuestionId, trouble: Option<&str>) {
        self.board
            .link_opened(id, trouble.map(str::to_owned), &self.now);
        self.apply_effects();
    }

    /// Presses Open, and the browser starts.
    pub(super) fn open_link(&mut self, id: QuestionId) {
        self.wait_for_guard();
        assert_eq!(self.press(Press::Open), PressReply::Done);
        self.report_browser(id, None);
    }

    fn press_card(&mut self, id: QuestionId, press: OpenedLinkPress) -> PressReply {
        let request = OpenedLinkPressRequest {
            id: id.to_string(),
            press,
            by: InputDevice::Pointer,
        };
        let reply = self.board.press_opened_link(&request, &self.now);
        self.apply_effects();
        reply
    }

    fn step(&self) -> Option<LinkStep> {
        match &self.screen {
            ScreenView::Question { question } => match &question.body {
                BodyView::Link { step, .. } => Some(*step),
                _ => None,
            },
            _ => None,
        }
    }
}

#[test]
fn consent_opens_the_link_and_answers_without_content() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::Open), PressReply::Done);
    assert_eq!(harness.browser_requests, [(id, PLAIN.to_owned())]);
    assert_eq!(harness.step(), Some(LinkStep::Opening));
    assert_eq!(harness.outcomes(), [], "the browser has not started yet");
    harness.report_browser(id, None);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
    assert_eq!(harness.ended[0].2.content, None);
    assert!(matches!(harness.screen, ScreenView::OpenedLinks { .. }));
    assert_eq!(harness.opened_links[0].domain, "example.com");
}

#[test]
fn failed_browser_leaves_the_question_open() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.wait_for_guard();
    harness.press(Press::Open);
    harness.report_browser(id, Some("There is no browser."));
    assert_eq!(harness.step(), Some(LinkStep::Looking));
    assert_eq!(harness.outcomes(), []);
    harness.open_link(id);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
}

#[test]
fn severe_warning_takes_two_presses_500_ms_apart() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(SEVERE, None);
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::Open), PressReply::Done);
    assert_eq!(harness.step(), Some(LinkStep::Armed));
    assert!(harness.browser_requests.is_empty());
    harness.paint();
    harness.advance(499);
    assert_eq!(harness.press(Press::Open), PressReply::TooSoon);
    harness.advance(1);
    assert_eq!(harness.press(Press::Open), PressReply::Done);
    assert_eq!(harness.browser_requests.len(), 1);
    assert_eq!(harness.browser_requests[0].0, id);
}

#[test]
fn copied_link_is_accepted_once_confirmed_as_opened() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.wait_for_guard();
    assert_eq!(
        harness.press(Press::OpenedIt),
        PressReply::Stale,
        "not copied"
    );
    let copied = harness.board.copy_link(&id.to_string(), &harness.now);
    harness.apply_effects();
    assert_eq!(copied.as_deref(), Ok(PLAIN));
    assert_eq!(harness.step(), Some(LinkStep::Copied));
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::OpenedIt), PressReply::Done);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
    assert!(
        harness.browser_requests.is_empty(),
        "Doorbell opened nothing"
    );
}

#[test]
fn form_cannot_be_opened_and_link_cannot_be_sent() {
    let mut harness = BoardHarness::new();
    harness.ask_link(PLAIN, None);
    harness.wait_for_guard();
    assert_eq!(harness.press(SEND), PressReply::Stale);
    let mut harness = BoardHarness::new();
    harness.ask(1);
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::Open), PressReply::Stale);
    assert_eq!(harness.press(Press::OpenedIt), PressReply::Stale);
}

#[test]
fn server_completes_a_link_once_and_only_its_own() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.open_link(id);
    let name = format!("el-{PLAIN}");
    for (asker, elicitation) in [(2, name.as_str()), (1, "unknown")] {
        harness
            .board
            .complete_link(AskerId(asker), elicitation, &harness.now);
    }
    harness.apply_effects();
    assert_eq!(harness.ended_links, []);
    harness.board.complete_link(AskerId(1), &name, &harness.now);
    harness.board.complete_link(AskerId(1), &name, &harness.now);
    harness.apply_effects();
    assert_eq!(harness.ended_links, [(id, LinkEnd::DoneByServer)]);
    assert_eq!(harness.opened_links[0].state, OpenedLinkStateView::Done);
    harness.advance(3_000);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.screen, ScreenView::Nothing);
}

#[test]
fn person_can_finish_reopen_or_cancel_a_link() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.open_link(id);
    assert_eq!(
        harness.press_card(id, OpenedLinkPress::Done),
        PressReply::TooSoon
    );
    harness.wait_for_guard();
    assert_eq!(
        harness.press_card(id, OpenedLinkPress::OpenAgain),
        PressReply::Done
    );
    assert_eq!(harness.browser_requests.len(), 2);
    harness.report_browser(id, Some("There is no browser."));
    assert_eq!(
        harness.opened_links[0].trouble.as_deref(),
        Some("There is no browser.")
    );
    assert_eq!(
        harness.press_card(id, OpenedLinkPress::Cancel),
        PressReply::Done
    );
    assert_eq!(harness.ended_links, [(id, LinkEnd::CancelledByPerson)]);
    assert_eq!(
        harness.press_card(id, OpenedLinkPress::Done),
        PressReply::Stale
    );
    assert_eq!(
        harness.outcomes().len(),
        1,
        "the question was answered before"
    );
}

#[test]
fn opened_link_ends_with_its_asker_or_after_15_minutes() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.open_link(id);
    harness.board.asker_disconnected(AskerId(1), &harness.now);
    harness.apply_effects();
    assert_eq!(harness.ended_links, [(id, LinkEnd::AskerLeft)]);

    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.open_link(id);
    harness.wait_for_guard();
    harness.advance(15 * 60_000 - 501);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.ended_links, []);
    harness.advance(1);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.ended_links, [(id, LinkEnd::Expired)]);
}

#[test]
fn finished_card_stays_until_the_screen_changes() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.open_link(id);
    let next = harness.ask(1);
    assert_eq!(harness.question_on_screen(), Some(next));
    harness.paint();
    harness
        .board
        .complete_link(AskerId(1), &format!("el-{PLAIN}"), &harness.now);
    harness.advance(60_000);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(
        harness.opened_links[0].state,
        OpenedLinkStateView::Done,
        "still in place"
    );
    harness.wait_for_guard();
    harness.press(SEND);
    assert!(harness.opened_links.is_empty());
    assert_eq!(harness.screen, ScreenView::Nothing);
}

#[test]
fn closing_hides_the_cards_and_open_shows_them() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.open_link(id);
    harness.board.close_window(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.screen, ScreenView::Nothing);
    harness.board.open(None, &harness.now);
    harness.apply_effects();
    assert!(matches!(harness.screen, ScreenView::OpenedLinks { .. }));
}

#[test]
fn declined_link_ends_its_request() {
    let mut harness = BoardHarness::new();
    let [first, second, third] = ["https://a.com/", "https://b.com/", "https://c.com/"]
        .map(|url| harness.ask_link(url, Some("r")));
    harness.open_link(first);
    assert_eq!(harness.question_on_screen(), Some(second));
    let ScreenView::Question { question } = &harness.screen else {
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
    harness.wait_for_guard();
    harness.press(Press::Decline);
    assert_eq!(
        harness.outcomes(),
        [
            (first, Outcome::Accepted),
            (second, Outcome::Declined),
            (third, Outcome::Dismissed)
        ]
    );
    assert_eq!(harness.ended_links, [(first, LinkEnd::CancelledByPerson)]);
    let ScreenView::Announcement { announcement } = &harness.screen else {
        panic!("the end of the request is announced");
    };
    assert!(
        announcement
            .done
            .ends_with("the tool call won’t be retried.")
    );
    assert_eq!(announcement.next, None);
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::Close), PressReply::Done);
    assert_eq!(harness.screen, ScreenView::Nothing);
}

#[test]
fn withdrawn_copied_link_stays_on_the_screen() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.wait_for_guard();
    assert!(
        harness
            .board
            .copy_link(&id.to_string(), &harness.now)
            .is_ok()
    );
    harness.board.withdraw(id, None, &harness.now);
    harness.apply_effects();
    assert_eq!(harness.question_on_screen(), Some(id));
    // A browser that starts late changes nothing.
    harness.report_browser(id, None);
    assert_eq!(harness.outcomes(), [(id, Outcome::Withdrawn)]);
}

#[test]
fn only_the_first_link_to_a_domain_has_a_warning() {
    let mut harness = BoardHarness::new();
    let warnings = |harness: &BoardHarness| match &harness.screen {
        ScreenView::Question { question } => match &question.body {
            BodyView::Link { link, .. } => link.warnings.len(),
            _ => 0,
        },
        _ => 0,
    };
    let id = harness.ask_link(PLAIN, None);
    assert_eq!(warnings(&harness), 1);
    harness.open_link(id);
    harness.ask_link(PLAIN, None);
    assert_eq!(warnings(&harness), 0);
}

#[test]
fn completion_before_confirmation_is_kept() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.wait_for_guard();
    assert!(
        harness
            .board
            .copy_link(&id.to_string(), &harness.now)
            .is_ok()
    );
    harness.apply_effects();
    harness.wait_for_guard();
    // The person opened the copy and finished before pressing I opened it.
    harness
        .board
        .complete_link(AskerId(1), &format!("el-{PLAIN}"), &harness.now);
    harness.press(Press::OpenedIt);
    assert_eq!(harness.ended_links, [(id, LinkEnd::DoneByServer)]);
}

#[test]
fn cancelling_a_link_leaves_other_questions_in_place() {
    let mut harness = BoardHarness::new();
    let first = harness.ask_link("https://a.com/", Some("r"));
    let second = harness.ask_link("https://b.com/", Some("r"));
    harness.open_link(first);
    harness.open_link(second);
    let form = harness.ask(2);
    harness.wait_for_guard();
    assert_eq!(harness.question_on_screen(), Some(form));
    assert_eq!(
        harness.press_card(first, OpenedLinkPress::Cancel),
        PressReply::Done
    );
    assert_eq!(harness.question_on_screen(), Some(form));
}

#[test]
fn unpainted_cards_cause_no_repeated_ticks() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.open_link(id);
    harness.advance(21_000);
    harness.board.tick(&harness.now);
    assert!(harness.board.next_tick().unwrap() > harness.now.steady);
}

#[test]
fn unpainted_announcement_causes_no_repeated_ticks() {
    let mut harness = BoardHarness::new();
    harness.ask_link("https://a.com/", Some("r"));
    harness.ask_link("https://b.com/", Some("r"));
    harness.wait_for_guard();
    harness.press(Press::Decline);
    harness.advance(21_000);
    harness.board.tick(&harness.now);
    assert!(
        harness
            .board
            .next_tick()
            .is_none_or(|at| at > harness.now.steady)
    );
}

#[test]
fn cancelling_a_link_replaces_the_announcement_of_its_group() {
    let mut harness = BoardHarness::new();
    let first = harness.ask_link("https://a.com/", Some("r"));
    harness.ask_link("https://b.com/", Some("r"));
    let form = harness.ask(2);
    let other = harness.ask(3);
    harness.open_link(first);
    for expected in [form, other] {
        harness.wait_for_guard();
        assert_eq!(harness.press(Press::Show), PressReply::Done);
        assert_eq!(harness.question_on_screen(), Some(expected));
        harness.wait_for_guard();
        assert_eq!(harness.press(SEND), PressReply::Done);
    }
    assert!(matches!(harness.screen, ScreenView::Announcement { .. }));
    harness.wait_for_guard();
    assert_eq!(
        harness.press_card(first, OpenedLinkPress::Cancel),
        PressReply::Done
    );
    assert!(harness.board.screen_is_consistent());
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::Close), PressReply::Done);
    let next = harness.ask(2);
    assert_eq!(harness.question_on_screen(), Some(next));
}

#[test]
fn presses_are_ignored_while_the_browser_starts() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.wait_for_guard();
    harness.press(Press::Open);
    harness.wait_for_guard();
    for press in [Press::Decline, LATER, Press::Dismiss, Press::Open] {
        assert_eq!(harness.press(press), PressReply::Stale, "{press:?}");
    }
    harness.board.close_window(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.screen, ScreenView::Nothing);
    assert_eq!(harness.outcomes(), []);
    harness.report_browser(id, None);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
}

#[test]
fn browser_start_times_out() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.wait_for_guard();
    harness.press(Press::Open);
    harness.paint();
    harness.advance(19_999);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.step(), Some(LinkStep::Opening));
    harness.advance(1);
    harness.board.tick(&harness.now);
    harness.apply_effects();
    assert_eq!(harness.step(), Some(LinkStep::Looking));
    harness.open_link(id);
    assert_eq!(harness.outcomes(), [(id, Outcome::Accepted)]);
}

#[test]
fn snoozing_disarms_the_first_of_two_presses() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(SEVERE, None);
    harness.wait_for_guard();
    harness.press(Press::Open);
    harness.wait_for_guard();
    harness.press(LATER);
    harness.board.open(Some(id), &harness.now);
    harness.apply_effects();
    harness.wait_for_guard();
    assert_eq!(harness.press(Press::Open), PressReply::Done);
    assert_eq!(harness.step(), Some(LinkStep::Armed), "it takes two again");
    assert!(harness.browser_requests.is_empty());
}

#[test]
fn repeated_reopen_opens_once() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.open_link(id);
    harness.wait_for_guard();
    assert_eq!(
        harness.press_card(id, OpenedLinkPress::OpenAgain),
        PressReply::Done
    );
    assert_eq!(
        harness.press_card(id, OpenedLinkPress::OpenAgain),
        PressReply::Stale
    );
    assert_eq!(
        harness.browser_requests.len(),
        2,
        "once at first, once again"
    );
    harness.report_browser(id, None);
    assert_eq!(
        harness.press_card(id, OpenedLinkPress::OpenAgain),
        PressReply::Done
    );
}

#[test]
fn copying_a_link_respects_the_guard() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None).to_string();
    harness.paint();
    harness.advance(499);
    let copied = harness.board.copy_link(&id, &harness.now);
    assert_eq!(copied, Err(NotCopied::TooSoon));
    harness.advance(1);
    assert!(harness.board.copy_link(&id, &harness.now).is_ok());
}

#[test]
fn open_leaves_visible_cards_unchanged() {
    let mut harness = BoardHarness::new();
    let id = harness.ask_link(PLAIN, None);
    harness.open_link(id);
    harness.wait_for_guard();
    let before = harness.on_screen();
    harness.board.open(None, &harness.now);
    harness.apply_effects();
    assert_eq!(harness.on_screen(), before);
}
