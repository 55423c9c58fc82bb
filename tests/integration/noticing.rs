//! Being noticed: the notification, the tray, pauses, quiet screens, Home and Quit, as the daemon
//! tells them to a desktop.

use doorbell_daemon::attention::{NotificationPress, NotificationView, TrayItem, TrayPress, TrayState};
use doorbell_daemon::view::{
    DesktopFactsView, HomePage, HomePress, NotificationSupportView, PauseFor, Press, QuietReasonView, ScreenView,
};
use doorbell_daemon::{Arrival, KeyboardFocus, Settings};
use serde_json::json;

use crate::support::{Called, Doorbell, name_form};

#[test]
fn a_question_is_told_once_and_the_note_goes_when_it_is_answered() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(
        1,
        "Deploy to production?\nThis cannot be undone.",
        name_form(),
    );
    let note = told(&doorbell, |note| note.loud);
    assert_eq!(note.title, "Question from 'tests'");
    assert!(
        note.body.ends_with("\nDeploy to production?"),
        "{}",
        note.body
    );
    let question = doorbell
        .person()
        .sees("Deploy to production?\nThis cannot be undone.");
    question.types("Name", "Ada");
    question.sends();
    asker.hears_result(1);
    nothing_told(&doorbell);
    assert_eq!(doorbell.screen.lock().loud.len(), 1);
}

#[test]
fn answer_opens_with_the_keyboard_and_later_puts_off() {
    let doorbell = Doorbell::start_with(arrives_as(Arrival::Notification));
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name_form());
    let note = told(&doorbell, |_| true);
    assert_eq!(doorbell.screen.lock().view.screen, ScreenView::Nothing);
    doorbell
        .handle
        .notification_pressed(note.ring, NotificationPress::Later, None);
    nothing_told(&doorbell);
    asker.asks(2, "What?", name_form());
    let note = told(&doorbell, |note| note.body.contains("What?"));
    doorbell
        .handle
        .notification_pressed(note.ring, NotificationPress::Answer, None);
    doorbell.person().sees("What?");
    doorbell.screen.wait_for("the keyboard", |state| {
        state.calls.contains(&Called::Focus).then_some(())
    });
}

#[test]
fn a_stale_press_does_nothing_but_say_so() {
    let doorbell = Doorbell::start_with(|config| config.settings.answer_buttons = true);
    let mut asker = doorbell.asker();
    asker.asks(1, "Sure?", sure());
    let old = told(&doorbell, |_| true);
    asker.asks(2, "Sure again?", sure());
    told(&doorbell, |note| note.title == "2 questions wait");
    for press in [NotificationPress::Choose(0), NotificationPress::Answer, NotificationPress::Later] {
        doorbell.handle.notification_pressed(old.ring, press, None);
    }
    doorbell.screen.wait_for("three times told", |state| {
        (state.told.len() == 3).then_some(())
    });
    assert_eq!(
        doorbell.screen.lock().told[0],
        "That question is already closed. Nothing was sent."
    );
    let list = asker.calls("doorbell/list", json!({}));
    assert_eq!(list["questions"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_choice_answers_where_that_is_switched_on() {
    let doorbell = Doorbell::start_with(|config| config.settings.answer_buttons = true);
    let mut asker = doorbell.asker();
    asker.asks(1, "Sure?", sure());
    let note = told(&doorbell, |_| true);
    assert_eq!(note.actions[2].label, "Yes");
    doorbell
        .handle
        .notification_pressed(note.ring, note.actions[2].press, None);
    let result = asker.hears_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({"sure": true}));
    nothing_told(&doorbell);
}

#[test]
fn switched_off_no_choice_answers() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "Sure?", sure());
    let note = told(&doorbell, |_| true);
    doorbell
        .handle
        .notification_pressed(note.ring, NotificationPress::Choose(0), None);
    doorbell
        .screen
        .wait_for("told", |state| (!state.told.is_empty()).then_some(()));
    let list = asker.calls("doorbell/list", json!({}));
    assert_eq!(list["questions"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_pause_holds_everything_and_a_digest_follows() {
    let doorbell = Doorbell::start();
    doorbell
        .handle
        .tray_pressed(TrayPress::Pause(PauseFor::HalfHour));
    tray(&doorbell, TrayState::Paused(0));
    // Without a tray a notification says that Doorbell is paused.
    doorbell.handle.facts_changed(DesktopFactsView {
        tray: true,
        ..facts()
    });
    nothing_told(&doorbell);
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name_form());
    asker.asks(2, "What?", name_form());
    tray(&doorbell, TrayState::Paused(2));
    assert_eq!(doorbell.screen.lock().note, None);
    assert_eq!(doorbell.screen.lock().view.screen, ScreenView::Nothing);
    doorbell.handle.tray_pressed(TrayPress::Resume);
    assert_eq!(told(&doorbell, |_| true).title, "2 questions wait");
    doorbell.person().sees("Who?");
}

#[test]
fn on_a_quiet_screen_nothing_is_shown_and_nothing_is_said() {
    let doorbell = Doorbell::start();
    doorbell.handle.quiet_changed(Some(QuietReasonView::Locked));
    let mut asker = doorbell.asker();
    asker.asks(1, "Who is planted?", name_form());
    let note = told(&doorbell, |_| true);
    assert_eq!(
        (note.title.as_str(), note.body.as_str()),
        ("An agent needs you", "")
    );
    assert_eq!(doorbell.screen.lock().view.screen, ScreenView::Nothing);
    let items = doorbell.screen.lock().tray.clone().unwrap().items;
    assert!(!format!("{items:?}").contains("planted"), "{items:?}");
    doorbell.handle.quiet_changed(None);
    told(&doorbell, |note| note.body.contains("planted"));
    doorbell.person().sees("Who is planted?");
}

#[test]
fn the_tray_follows_the_board() {
    let doorbell = Doorbell::start();
    tray(&doorbell, TrayState::Idle);
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name_form());
    tray(&doorbell, TrayState::Waiting(1));
    asker.asks(2, "What?", name_form());
    let shown = tray(&doorbell, TrayState::Waiting(2));
    let TrayItem::Press { press, label } = &shown.items[1] else {
        panic!("the second line is a question");
    };
    assert!(label.ends_with(": What?"), "{label}");
    doorbell.handle.tray_pressed(*press);
    doorbell.person().sees("What?").does(Press::Decline);
    tray(&doorbell, TrayState::Waiting(1));
}

#[test]
fn quit_asks_while_something_is_open_and_then_ends_it() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name_form());
    tray(&doorbell, TrayState::Waiting(1));
    doorbell.handle.tray_pressed(TrayPress::Quit);
    let generation = doorbell
        .screen
        .wait_for("the question about quitting", |state| {
            match state.view.screen {
                ScreenView::Quitting { generation, .. } => Some(generation),
                _ => None,
            }
        });
    doorbell.handle.painted(String::new(), generation);
    doorbell.person().presses("", generation, Press::Quit);
    assert_eq!(asker.hears_result(1)["action"], "cancel");
    doorbell.has_ended();
    assert_eq!(doorbell.screen.lock().note, None);
}

#[test]
fn quit_ends_at_once_when_nothing_is_open() {
    let doorbell = Doorbell::start();
    doorbell.handle.tray_pressed(TrayPress::Quit);
    doorbell.has_ended();
}

#[test]
fn home_is_told_what_waits_while_it_is_open() {
    let doorbell = Doorbell::start_with(arrives_as(Arrival::Notification));
    doorbell.handle.tray_pressed(TrayPress::Home);
    doorbell.screen.wait_for("Home", |state| {
        let opened = Called::OpenHome(HomePage::Waiting, KeyboardFocus::Take);
        state.calls.contains(&opened).then_some(())
    });
    assert_eq!(doorbell.screen.lock().home, None);
    doorbell.handle.home_ready();
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name_form());
    let waiting = doorbell.screen.wait_for("a row", |state| {
        state.home.as_ref()?.waiting.first().cloned()
    });
    assert_eq!((waiting.words.as_str(), waiting.showing), ("Who?", false));
    let id = waiting.id;
    doorbell.handle.home_pressed(HomePress::Show { id });
    doorbell.person().sees("Who?").does(Press::Decline);
    doorbell.screen.wait_for("an empty list", |state| {
        state.home.as_ref()?.waiting.is_empty().then_some(())
    });
    doorbell
        .handle
        .home_pressed(HomePress::Private { on: true });
    doorbell.screen.wait_for("private", |state| {
        state.home.as_ref()?.quiet_mode.private.then_some(())
    });
}

#[test]
fn with_focus_a_question_takes_the_keyboard() {
    let doorbell = Doorbell::start_with(arrives_as(Arrival::Focus));
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name_form());
    doorbell.screen.wait_for("the keyboard", |state| {
        state.calls.contains(&Called::Focus).then_some(())
    });
}

#[test]
fn an_asker_that_lives_is_kept_after_sleep() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name_form());
    doorbell.handle.system_resumed();
    doorbell.person().sees("Who?").does(Press::Decline);
    assert_eq!(asker.hears_result(1)["action"], "decline");
}

fn told(doorbell: &Doorbell, is_so: impl Fn(&NotificationView) -> bool) -> NotificationView {
    doorbell.screen.wait_for("a notification", |state| {
        state.note.clone().filter(|note| is_so(note))
    })
}

fn nothing_told(doorbell: &Doorbell) {
    doorbell.screen.wait_for("no notification", |state| {
        state.note.is_none().then_some(())
    });
}

fn tray(doorbell: &Doorbell, wanted: TrayState) -> doorbell_daemon::attention::TrayView {
    doorbell.screen.wait_for("the tray", |state| {
        state.tray.clone().filter(|tray| tray.state == wanted)
    })
}

fn arrives_as(arrival: Arrival) -> impl FnOnce(&mut doorbell_daemon::Config) {
    move |config| {
        config.settings = Settings {
            arrival,
            ..Settings::STANDARD
        }
    }
}

fn facts() -> DesktopFactsView {
    DesktopFactsView {
        polite_window: true,
        notifications: NotificationSupportView::WithButtons,
        tray: false,
        at_login: None,
        shortcut_trouble: None,
    }
}

fn sure() -> serde_json::Value {
    json!({"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]})
}
