//! What the daemon asks of the desktop.

use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_daemon::view::Press;

use crate::support::{Called, Doorbell, MOMENT, name_form, nothing};

/// In seconds.
const RELEASE: u32 = 60;
const RELEASED_AFTER: Duration = Duration::from_secs(60);

#[test]
fn the_first_hello_warms_the_window_up_and_the_second_does_not() {
    let doorbell = Doorbell::start();
    let mut silent = doorbell.connect();
    let _first = doorbell.asker();
    let mut second = doorbell.asker();
    second.has_heard_everything();
    assert_eq!(doorbell.screen.lock().calls, [Called::WarmUp]);
    silent.says_hello();
    silent.has_heard_everything();
    assert_eq!(doorbell.screen.lock().calls, [Called::WarmUp]);
}

#[test]
fn the_window_is_released_a_while_after_the_last_question() {
    let doorbell = Doorbell::start_with(|config| {
        config.settings.release_after = RELEASE;
    });
    let mut asker = doorbell.asker();
    asker.asks(1, "Once", name_form());
    let question = doorbell.person().sees("Once");
    doorbell.lets_pass(3 * RELEASED_AFTER);
    asker.has_heard_everything();
    assert!(
        !released(&doorbell),
        "the window stays while a question is open"
    );
    question.does(Press::Decline);
    asker.hears_result(1);
    doorbell.lets_pass(RELEASED_AFTER - MOMENT);
    assert!(!released(&doorbell));
    doorbell.lets_pass(MOMENT);
    assert!(released(&doorbell));
    // The next question makes a new one.
    asker.asks(2, "Again", name_form());
    doorbell.person().sees("Again");
    let calls = doorbell.screen.lock().calls.clone();
    let warmed = calls.iter().filter(|call| **call == Called::WarmUp).count();
    assert_eq!(warmed, 2, "{calls:?}");
}

#[test]
fn a_window_with_the_persons_text_in_it_is_not_released() {
    let doorbell = Doorbell::start_with(|config| {
        config.settings.release_after = RELEASE;
    });
    let mut asker = doorbell.asker();
    asker.asks(1, "Typing", name_form());
    doorbell.person().sees("Typing").types("Name", "Ad");
    asker.withdraws(1);
    let (over, _) = doorbell.person().sees_withdrawn("Typing");
    doorbell.lets_pass(3 * RELEASED_AFTER);
    asker.has_heard_everything();
    assert!(!released(&doorbell));
    over.does(Press::Close);
    doorbell.lets_pass(RELEASED_AFTER);
    assert!(released(&doorbell));
}

#[test]
fn a_window_that_cannot_be_made_ends_every_question_as_not_shown() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "First", name_form());
    asker.asks(2, "Second", name_form());
    asker.has_heard_everything();
    doorbell
        .handle
        .window_failed("There is no display.".to_owned());
    for id in 1..=2 {
        assert_eq!(
            asker.hears(),
            format!(
                r#"{{"jsonrpc":"2.0","id":{id},"result":{{"action":"cancel","_meta":{{"dev.doorbell/outcome":{{"outcome":"notShown","reason":"There is no display.","question":"q{id}"}}}}}}}}"#
            )
        );
    }
    doorbell.person().sees_nothing();
}

#[test]
fn a_question_that_is_never_painted_ends_as_not_shown() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "Invisible", name_form());
    doorbell.person().sees_unpainted("Invisible", |_| true);
    doorbell.lets_pass(BoardRules::STANDARD.paint - MOMENT);
    asker.has_heard_everything();
    doorbell.lets_pass(MOMENT);
    assert_eq!(
        asker.hears(),
        r#"{"jsonrpc":"2.0","id":1,"result":{"action":"cancel","_meta":{"dev.doorbell/outcome":{"outcome":"notShown","reason":"The window did not appear.","question":"q1"}}}}"#
    );
}

#[test]
fn a_window_that_becomes_ready_is_shown_what_there_is() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "Early", name_form());
    let seen = doorbell.person().sees_unpainted("Early", |_| true);
    doorbell.screen.lock().view = nothing();
    doorbell.handle.window_ready();
    let again = doorbell.person().sees("Early");
    assert_eq!(again.view, seen.view);
}

fn released(doorbell: &Doorbell) -> bool {
    doorbell.screen.lock().calls.contains(&Called::Release)
}
