//! The creation, content and release of the window.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_daemon::view::Press;

use crate::support::{DesktopCall, Doorbell, ONE_MS, empty_window, name_form};

const RELEASE_SECONDS: u32 = 60;
const RELEASED_AFTER: Duration = Duration::from_secs(60);

#[test]
fn only_the_first_hello_warms_up_the_window() {
    let doorbell = Doorbell::start();
    let mut silent = doorbell.connect();
    let _first = doorbell.asker();
    let mut second = doorbell.asker();
    second.assert_nothing_unread();
    assert_eq!(doorbell.desktop.lock().calls, [DesktopCall::WarmUp]);
    silent.hello();
    silent.assert_nothing_unread();
    assert_eq!(doorbell.desktop.lock().calls, [DesktopCall::WarmUp]);
}

#[test]
fn window_is_released_after_the_last_question() {
    let doorbell = Doorbell::start_with(|config| {
        config.settings.release_after = RELEASE_SECONDS;
    });
    let mut asker = doorbell.asker();
    asker.ask(1, "Once", name_form());
    let question = doorbell.wait_for_question("Once");
    doorbell.advance(3 * RELEASED_AFTER);
    asker.assert_nothing_unread();
    assert!(
        !is_released(&doorbell),
        "the window stays while a question is open"
    );
    question.press(Press::Decline);
    asker.read_result(1);
    doorbell.advance(RELEASED_AFTER - ONE_MS);
    assert!(!is_released(&doorbell));
    doorbell.advance(ONE_MS);
    assert!(is_released(&doorbell));
    // The next question creates a new window.
    asker.ask(2, "Again", name_form());
    doorbell.wait_for_question("Again");
    let calls = doorbell.desktop.lock().calls.clone();
    let warmed = calls
        .iter()
        .filter(|call| **call == DesktopCall::WarmUp)
        .count();
    assert_eq!(warmed, 2, "{calls:?}");
}

#[test]
fn window_with_typed_text_is_not_released() {
    let doorbell = Doorbell::start_with(|config| {
        config.settings.release_after = RELEASE_SECONDS;
    });
    let mut asker = doorbell.asker();
    asker.ask(1, "Typing", name_form());
    doorbell.wait_for_question("Typing").type_text("Name", "Ad");
    asker.withdraw(1);
    let (over, _) = doorbell.person().wait_for_withdrawn("Typing");
    doorbell.advance(3 * RELEASED_AFTER);
    asker.assert_nothing_unread();
    assert!(!is_released(&doorbell));
    over.press(Press::Close);
    doorbell.advance(RELEASED_AFTER);
    assert!(is_released(&doorbell));
}

#[test]
fn window_failure_ends_every_question_as_not_shown() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "First", name_form());
    asker.ask(2, "Second", name_form());
    asker.assert_nothing_unread();
    doorbell
        .handle
        .window_failed("There is no display.".to_owned());
    for id in 1..=2 {
        assert_eq!(
            asker.read_line(),
            format!(
                r#"{{"jsonrpc":"2.0","id":{id},"result":{{"action":"cancel","_meta":{{"dev.doorbell/outcome":{{"outcome":"notShown","reason":"There is no display.","question":"q{id}"}}}}}}}}"#
            )
        );
    }
    doorbell.wait_for_empty_screen();
}

#[test]
fn unpainted_question_ends_as_not_shown() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "Invisible", name_form());
    doorbell.person().wait_for_unpainted("Invisible", |_| true);
    doorbell.advance(BoardRules::STANDARD.paint_timeout - ONE_MS);
    asker.assert_nothing_unread();
    doorbell.advance(ONE_MS);
    assert_eq!(
        asker.read_line(),
        r#"{"jsonrpc":"2.0","id":1,"result":{"action":"cancel","_meta":{"dev.doorbell/outcome":{"outcome":"notShown","reason":"The window did not appear.","question":"q1"}}}}"#
    );
}

#[test]
fn page_stuck_twice_costs_only_its_own_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let mut other = doorbell.asker();
    asker.ask(1, "Heavy", name_form());
    let heavy = doorbell.wait_for_question("Heavy");
    other.ask(1, "Light", name_form());
    other.assert_nothing_unread();

    doorbell.handle.page_stuck(heavy.view.id.clone());
    asker.assert_nothing_unread();
    doorbell.handle.window_ready();
    let heavy = doorbell.wait_for_question("Heavy");
    doorbell.handle.page_stuck(heavy.view.id.clone());
    let result = asker.read_result(1);
    assert_eq!(result["action"], "cancel");
    let outcome = &result["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "notShown");
    assert_eq!(outcome["reason"], "The window stopped responding.");
    let calls = doorbell.desktop.lock().calls.clone();
    let replaced = calls
        .iter()
        .filter(|call| **call == DesktopCall::ReplacePage);
    assert_eq!(replaced.count(), 2, "{calls:?}");

    doorbell.handle.window_ready();
    doorbell.advance(BoardRules::STANDARD.paint_timeout - ONE_MS);
    other.assert_nothing_unread();
    let light = doorbell.wait_for_question("Light");
    light.type_text("Name", "Ada");
    light.send();
    assert_eq!(other.read_result(1)["action"], "accept");
}

#[test]
fn window_that_becomes_ready_gets_the_current_view() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "Early", name_form());
    let unpainted = doorbell.person().wait_for_unpainted("Early", |_| true);
    doorbell.desktop.lock().view = empty_window();
    doorbell.handle.window_ready();
    let again = doorbell.wait_for_question("Early");
    assert_eq!(again.view, unpainted.view);
}

pub fn is_released(doorbell: &Doorbell) -> bool {
    doorbell
        .desktop
        .lock()
        .calls
        .contains(&DesktopCall::Release)
}
