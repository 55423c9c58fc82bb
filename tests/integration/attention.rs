//! Notifications, the tray, pauses, quiet screens, Home and Quit.

use doorbell_daemon::attention::{
    NotificationPress, NotificationView, TrayItem, TrayPress, TrayState,
};
use doorbell_daemon::view::{
    DesktopFactsView, HomePage, HomePress, NotificationSupportView, PauseFor, Press,
    QuietReasonView, ScreenView,
};
use doorbell_daemon::{Arrival, KeyboardFocus, Settings};
use serde_json::json;

use crate::support::{DesktopCall, Doorbell, name_form};

#[test]
fn question_is_notified_once_and_notification_clears_on_answer() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(
        1,
        "Deploy to production?\nThis cannot be undone.",
        name_form(),
    );
    let note = wait_for_notification(&doorbell, |note| note.loud);
    assert!(note.title.ends_with(" asks"), "{}", note.title);
    let first_line = note.body.lines().next();
    assert_eq!(first_line, Some("Deploy to production?"));
    let who = note.title.trim_end_matches(" asks");
    let title = format!("{who}: Deploy to production?");
    assert_eq!(doorbell.desktop.lock().window_title, title);
    let question = doorbell.wait_for_question("Deploy to production?\nThis cannot be undone.");
    question.type_text("Name", "Ada");
    question.send();
    asker.read_result(1);
    wait_for_no_notification(&doorbell);
    assert_eq!(doorbell.desktop.lock().loud_notifications.len(), 1);
}

#[test]
fn notification_answer_focuses_the_window_and_later_snoozes() {
    let doorbell = Doorbell::start_with(with_arrival(Arrival::Notification));
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", name_form());
    let note = wait_for_notification(&doorbell, |_| true);
    assert_eq!(doorbell.desktop.lock().view.screen, ScreenView::Nothing);
    doorbell
        .handle
        .notification_pressed(note.ring, NotificationPress::Later, None);
    wait_for_no_notification(&doorbell);
    asker.ask(2, "What?", name_form());
    let note = wait_for_notification(&doorbell, |note| note.body.contains("What?"));
    doorbell
        .handle
        .notification_pressed(note.ring, NotificationPress::Answer, None);
    doorbell.wait_for_question("What?");
    doorbell.desktop.wait_for("the keyboard", |state| {
        state.calls.contains(&DesktopCall::Focus).then_some(())
    });
}

#[test]
fn stale_notification_press_only_shows_a_message() {
    let doorbell = Doorbell::start_with(|config| config.settings.answer_buttons = true);
    let mut asker = doorbell.asker();
    asker.ask(1, "Sure?", yes_no_form());
    let stale = wait_for_notification(&doorbell, |_| true);
    asker.ask(2, "Sure again?", yes_no_form());
    wait_for_notification(&doorbell, |note| note.title == "2 questions waiting");
    for press in [
        NotificationPress::Choose(0),
        NotificationPress::Answer,
        NotificationPress::Later,
    ] {
        doorbell
            .handle
            .notification_pressed(stale.ring, press, None);
    }
    doorbell.desktop.wait_for("three messages", |state| {
        (state.messages.len() == 3).then_some(())
    });
    assert_eq!(
        doorbell.desktop.lock().messages[0],
        "That question is already closed. Nothing was sent."
    );
    let list = asker.call("doorbell/list", json!({}));
    assert_eq!(list["questions"].as_array().map(Vec::len), Some(2));
}

#[test]
fn notification_choice_answers_when_enabled() {
    let doorbell = Doorbell::start_with(|config| config.settings.answer_buttons = true);
    let mut asker = doorbell.asker();
    asker.ask(1, "Sure?", yes_no_form());
    let note = wait_for_notification(&doorbell, |_| true);
    assert_eq!(note.actions[2].label, "Yes");
    doorbell
        .handle
        .notification_pressed(note.ring, note.actions[2].press, None);
    let result = asker.read_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({"sure": true}));
    wait_for_no_notification(&doorbell);
}

#[test]
fn notification_choice_is_ignored_when_disabled() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "Sure?", yes_no_form());
    let note = wait_for_notification(&doorbell, |_| true);
    doorbell
        .handle
        .notification_pressed(note.ring, NotificationPress::Choose(0), None);
    doorbell.desktop.wait_for("a message", |state| {
        (!state.messages.is_empty()).then_some(())
    });
    let list = asker.call("doorbell/list", json!({}));
    assert_eq!(list["questions"].as_array().map(Vec::len), Some(1));
}

#[test]
fn pause_holds_questions_and_resume_shows_a_digest() {
    let doorbell = Doorbell::start();
    doorbell
        .handle
        .tray_pressed(TrayPress::Pause(PauseFor::HalfHour));
    wait_for_tray(&doorbell, TrayState::Paused(0));
    // Without a tray, a notification shows that Doorbell is paused.
    doorbell.handle.facts_changed(DesktopFactsView {
        tray: true,
        ..facts()
    });
    wait_for_no_notification(&doorbell);
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", name_form());
    asker.ask(2, "What?", name_form());
    wait_for_tray(&doorbell, TrayState::Paused(2));
    assert_eq!(doorbell.desktop.lock().notification, None);
    assert_eq!(doorbell.desktop.lock().view.screen, ScreenView::Nothing);
    doorbell.handle.tray_pressed(TrayPress::Resume);
    assert_eq!(
        wait_for_notification(&doorbell, |_| true).title,
        "2 questions waiting"
    );
    doorbell.wait_for_question("Who?");
}

#[test]
fn locked_screen_hides_questions_and_their_text() {
    let doorbell = Doorbell::start();
    doorbell.handle.quiet_changed(Some(QuietReasonView::Locked));
    let mut asker = doorbell.asker();
    asker.ask(1, "Who is planted?", name_form());
    let note = wait_for_notification(&doorbell, |_| true);
    assert_eq!(
        (note.title.as_str(), note.body.as_str()),
        ("An agent needs you", "")
    );
    assert_eq!(doorbell.desktop.lock().view.screen, ScreenView::Nothing);
    let items = doorbell.desktop.lock().tray.clone().unwrap().items;
    assert!(!format!("{items:?}").contains("planted"), "{items:?}");
    doorbell.handle.quiet_changed(None);
    wait_for_notification(&doorbell, |note| note.body.contains("planted"));
    doorbell.wait_for_question("Who is planted?");
    doorbell.handle.quiet_changed(Some(QuietReasonView::Locked));
    doorbell.desktop.wait_for("a private title", |state| {
        state.window_title.is_empty().then_some(())
    });
}

#[test]
fn tray_reflects_open_questions() {
    let doorbell = Doorbell::start();
    wait_for_tray(&doorbell, TrayState::Idle);
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", name_form());
    wait_for_tray(&doorbell, TrayState::Waiting(1));
    asker.ask(2, "What?", name_form());
    let shown = wait_for_tray(&doorbell, TrayState::Waiting(2));
    let TrayItem::Press { press, label } = &shown.items[1] else {
        panic!("the second tray item is a question");
    };
    assert!(label.ends_with(": What?"), "{label}");
    doorbell.handle.tray_pressed(*press);
    doorbell.wait_for_question("What?").press(Press::Decline);
    wait_for_tray(&doorbell, TrayState::Waiting(1));
}

#[test]
fn quit_asks_for_confirmation_while_a_question_is_open() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", name_form());
    wait_for_tray(&doorbell, TrayState::Waiting(1));
    doorbell.handle.tray_pressed(TrayPress::Quit);
    let generation = doorbell
        .desktop
        .wait_for("the question about quitting", |state| {
            match state.view.screen {
                ScreenView::Quitting { generation, .. } => Some(generation),
                _ => None,
            }
        });
    doorbell.handle.painted(String::new(), generation);
    doorbell.person().try_press("", generation, Press::Quit);
    assert_eq!(asker.read_result(1)["action"], "cancel");
    doorbell.wait_for_exit();
    assert_eq!(doorbell.desktop.lock().notification, None);
}

#[test]
fn quit_exits_at_once_when_nothing_is_open() {
    let doorbell = Doorbell::start();
    doorbell.handle.tray_pressed(TrayPress::Quit);
    doorbell.wait_for_exit();
}

#[test]
fn home_lists_open_questions() {
    let doorbell = Doorbell::start_with(with_arrival(Arrival::Notification));
    doorbell.handle.tray_pressed(TrayPress::Home);
    doorbell.desktop.wait_for("Home", |state| {
        let opened = DesktopCall::OpenHome(HomePage::Waiting, KeyboardFocus::Take);
        state.calls.contains(&opened).then_some(())
    });
    assert_eq!(doorbell.desktop.lock().home, None);
    doorbell.handle.home_ready();
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", name_form());
    let waiting = doorbell.desktop.wait_for("a row", |state| {
        state.home.as_ref()?.waiting.first().cloned()
    });
    assert_eq!((waiting.words.as_str(), waiting.showing), ("Who?", false));
    let id = waiting.id;
    doorbell.handle.home_pressed(HomePress::Show { id });
    doorbell.wait_for_question("Who?").press(Press::Decline);
    doorbell.desktop.wait_for("an empty list", |state| {
        state.home.as_ref()?.waiting.is_empty().then_some(())
    });
    doorbell
        .handle
        .home_pressed(HomePress::Private { on: true });
    doorbell.desktop.wait_for("private", |state| {
        state.home.as_ref()?.quiet_mode.private.then_some(())
    });
}

#[test]
fn question_takes_focus_when_arrival_is_focus() {
    let doorbell = Doorbell::start_with(with_arrival(Arrival::Focus));
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", name_form());
    doorbell.desktop.wait_for("the keyboard", |state| {
        state.calls.contains(&DesktopCall::Focus).then_some(())
    });
}

#[test]
fn question_of_a_live_asker_survives_sleep() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", name_form());
    doorbell.handle.system_resumed();
    doorbell.wait_for_question("Who?").press(Press::Decline);
    assert_eq!(asker.read_result(1)["action"], "decline");
}

fn wait_for_notification(
    doorbell: &Doorbell,
    condition: impl Fn(&NotificationView) -> bool,
) -> NotificationView {
    doorbell.desktop.wait_for("a notification", |state| {
        state.notification.clone().filter(|note| condition(note))
    })
}

fn wait_for_no_notification(doorbell: &Doorbell) {
    doorbell.desktop.wait_for("no notification", |state| {
        state.notification.is_none().then_some(())
    });
}

fn wait_for_tray(doorbell: &Doorbell, expected: TrayState) -> doorbell_daemon::attention::TrayView {
    doorbell.desktop.wait_for("the tray", |state| {
        state.tray.clone().filter(|tray| tray.state == expected)
    })
}

fn with_arrival(arrival: Arrival) -> impl FnOnce(&mut doorbell_daemon::Config) {
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

fn yes_no_form() -> serde_json::Value {
    json!({"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]})
}
