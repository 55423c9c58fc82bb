//! The offer to accept input of assistive technology, at the top of the window.

use super::{Board, Screen};
use crate::moment::Moment;
use crate::view::{AssistiveOfferAnswer, AssistiveOfferPressRequest, PressReply};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum AssistiveOffer {
    #[default]
    Hidden,
    Shown,
    /// Not made again until Doorbell ends.
    Declined,
}

impl Board {
    /// Makes the offer, unless the person declined it. It takes room in the window, so the guard
    /// restarts.
    pub fn offer_assistive_input(&mut self, now: &Moment) {
        let is_visible = !matches!(self.screen, Screen::Empty);
        if is_visible && self.assistive_offer == AssistiveOffer::Hidden {
            self.assistive_offer = AssistiveOffer::Shown;
            self.renew_content(now);
        }
    }

    /// Ends the offer. The caller applies the answer if the reply is `Done`.
    pub fn press_assistive_offer(
        &mut self,
        request: AssistiveOfferPressRequest,
        now: &Moment,
    ) -> PressReply {
        if self.assistive_offer != AssistiveOffer::Shown {
            return PressReply::Stale;
        }
        if !self.accepts_press(request.by, now) {
            return PressReply::TooSoon;
        }
        self.assistive_offer = match request.answer {
            AssistiveOfferAnswer::UntilQuit | AssistiveOfferAnswer::Always => {
                AssistiveOffer::Hidden
            }
            AssistiveOfferAnswer::No => AssistiveOffer::Declined,
        };
        self.renew_content(now);
        PressReply::Done
    }

    /// The settings now accept all input, so the offer is obsolete.
    pub fn withdraw_assistive_offer(&mut self, now: &Moment) {
        if self.hide_assistive_offer() {
            self.renew_content(now);
        }
    }

    /// Returns true if the offer was shown.
    pub(super) fn hide_assistive_offer(&mut self) -> bool {
        let was_shown = self.assistive_offer == AssistiveOffer::Shown;
        if was_shown {
            self.assistive_offer = AssistiveOffer::Hidden;
        }
        was_shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::harness::{BoardHarness, SEND};
    use crate::view::InputDevice;

    const BY: InputDevice = InputDevice::Key;

    /// A question on the screen, and a refused press.
    fn offered() -> BoardHarness {
        let mut harness = BoardHarness::new();
        harness.ask(1);
        harness.wait_for_guard();
        offer(&mut harness);
        assert!(is_offered(&harness));
        harness
    }

    fn offer(harness: &mut BoardHarness) {
        harness.board.offer_assistive_input(&harness.now);
        harness.apply_effects();
    }

    fn press(harness: &mut BoardHarness, answer: AssistiveOfferAnswer) -> PressReply {
        let request = AssistiveOfferPressRequest { answer, by: BY };
        let reply = harness.board.press_assistive_offer(request, &harness.now);
        harness.apply_effects();
        reply
    }

    fn is_offered(harness: &BoardHarness) -> bool {
        harness.board.view(&harness.now).assistive_offer
    }

    #[test]
    fn offer_restarts_the_guard_when_it_appears_and_when_it_goes() {
        let mut harness = offered();
        harness.paint();
        harness.advance(499);
        assert_eq!(
            press(&mut harness, AssistiveOfferAnswer::Always),
            PressReply::TooSoon
        );
        assert_eq!(harness.press_by(SEND, BY), PressReply::TooSoon);
        harness.advance(1);
        assert_eq!(
            press(&mut harness, AssistiveOfferAnswer::UntilQuit),
            PressReply::Done
        );
        assert!(!is_offered(&harness));
        assert_eq!(harness.press_by(SEND, BY), PressReply::TooSoon);
        harness.wait_for_guard();
        assert_eq!(harness.press_by(SEND, BY), PressReply::Done);
    }

    #[test]
    fn second_refused_press_changes_nothing() {
        let mut harness = offered();
        harness.wait_for_guard();
        offer(&mut harness);
        assert_eq!(harness.press_by(SEND, BY), PressReply::Done);
    }

    #[test]
    fn declined_offer_is_not_made_again() {
        let mut harness = offered();
        harness.wait_for_guard();
        assert_eq!(
            press(&mut harness, AssistiveOfferAnswer::No),
            PressReply::Done
        );
        offer(&mut harness);
        assert!(!is_offered(&harness));
        assert_eq!(
            press(&mut harness, AssistiveOfferAnswer::Always),
            PressReply::Stale
        );
    }

    #[test]
    fn offer_ends_with_the_window_or_the_setting() {
        let mut harness = offered();
        harness.board.withdraw_assistive_offer(&harness.now);
        assert!(!is_offered(&harness));
        offer(&mut harness);
        harness.wait_for_guard();
        assert_eq!(harness.press_by(SEND, BY), PressReply::Done);
        assert!(!is_offered(&harness), "the window is gone");
        offer(&mut harness);
        assert!(!is_offered(&harness), "no window to make it in");
    }
}
