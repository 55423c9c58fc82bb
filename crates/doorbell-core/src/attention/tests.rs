//! Notification, tray and quiet mode, driven by a board with a manual clock.

use serde_json::json;

use super::*;
use crate::board::harness::{BoardHarness, question};
use crate::board::{NewQuestion, QuestionBody};
use crate::settings::Detail;
use crate::view::{PauseFor, QuietReasonView};

const ALL_CAPABILITIES: Capabilities = Capabilities {
    polite_window: true,
    clickable_notifications: true,
    tray: true,
};

struct AttentionHarness {
    harness: BoardHarness,
    attention: Attention,
    settings: Settings,
    capabilities: Capabilities,
    rings: usize,
}

impl AttentionHarness {
    fn new() -> Self {
        Self {
            harness: BoardHarness::new(),
            attention: Attention::default(),
            settings: Settings::STANDARD,
            capabilities: ALL_CAPABILITIES,
            rings: 0,
        }
    }

    fn ask(&mut self) -> QuestionId {
        self.harness.submit(question(1, 1, None))
    }

    fn notification(&mut self) -> Option<NotificationView> {
        let before = self.attention.notification.as_ref().map(|shown| shown.ring);
        let note = self
            .attention
            .notification(
                (
                    &self.harness.board.open_questions(),
                    self.harness.board.is_person_answering(),
                ),
                &self.settings,
                self.capabilities,
                &self.harness.now,
            )
            .cloned();
        if let Some(note) = &note
            && note.loud
            && Some(note.ring) != before
        {
            self.rings += 1;
        }
        note
    }

    fn advance(&mut self, seconds: u64) {
        self.harness.advance(seconds * 1000);
    }

    fn tray(&self) -> TrayView {
        let board = &self.harness.board;
        let (questions, refused) = (board.open_questions(), board.floods().len());
        self.attention.tray(&questions, refused, &self.harness.now)
    }
}

#[test]
fn different_question_with_same_text_is_a_new_notification() {
    let mut fixture = AttentionHarness::new();
    let first = fixture.ask();
    let before = fixture.notification().unwrap();
    // One is withdrawn and the next arrives before the notification is updated.
    fixture
        .harness
        .board
        .withdraw(first, None, &fixture.harness.now);
    fixture.harness.apply_effects();
    fixture.ask();
    let after = fixture.notification().unwrap();
    assert_eq!((&after.title, &after.body), (&before.title, &before.body));
    assert_ne!(after.ring, before.ring);
    assert!(fixture.attention.has_only_new_subjects());
    fixture.notification();
    assert!(!fixture.attention.has_only_new_subjects());
    assert!(!after.loud, "it arrives right after the other");
}

#[test]
fn question_makes_one_notification() {
    let mut fixture = AttentionHarness::new();
    assert_eq!(fixture.notification(), None);
    fixture.ask();
    let note = fixture.notification().unwrap();
    assert_eq!(note.title, "agent-1 asks");
    assert_eq!(note.body, "Who?");
    assert!(note.loud && note.sound && !note.stays);
    let labels: Vec<_> = note.actions.iter().map(|action| &action.label).collect();
    assert_eq!(labels, ["Answer", "Remind me later"]);
    fixture.advance(1);
    assert_eq!(
        fixture.notification(),
        Some(note),
        "nothing changes by itself"
    );
    assert_eq!(fixture.rings, 1);
}

#[test]
fn detail_setting_limits_the_text() {
    for (detail, title, body) in [
        (Detail::Full, "agent-1 asks", "Who?"),
        (Detail::Asker, "agent-1 asks", ""),
        (Detail::Private, "An agent needs you", ""),
    ] {
        let mut fixture = AttentionHarness::new();
        fixture.settings.detail = detail;
        fixture.ask();
        let note = fixture.notification().unwrap();
        assert_eq!((note.title.as_str(), note.body.as_str()), (title, body));
    }
}

#[test]
fn window_title_says_who_asks_what_unless_private() {
    let mut fixture = AttentionHarness::new();
    let title = |fixture: &AttentionHarness| {
        let questions = fixture.harness.board.open_questions();
        let (settings, now) = (&fixture.settings, &fixture.harness.now);
        fixture.attention.window_title(&questions, settings, now)
    };
    assert_eq!(title(&fixture), "");
    fixture.ask();
    assert_eq!(title(&fixture), "agent-1: Who?");
    fixture.settings.detail = Detail::Asker;
    assert_eq!(title(&fixture), "agent-1");
    fixture.settings.detail = Detail::Private;
    assert_eq!(title(&fixture), "");
    fixture.settings.detail = Detail::Full;
    fixture.attention.set_private(true);
    assert_eq!(title(&fixture), "");
    fixture.attention.set_private(false);
    fixture.attention.set_quiet(Some(QuietReasonView::Locked));
    assert_eq!(title(&fixture), "");
}

#[test]
fn burst_makes_one_notification_and_one_ring() {
    let mut fixture = AttentionHarness::new();
    for _ in 0..5 {
        fixture.ask();
        fixture.notification();
    }
    let note = fixture.notification().unwrap();
    assert_eq!(note.title, "5 questions waiting");
    assert_eq!(
        note.body,
        "agent-1 asks\nagent-1 asks\nagent-1 asks\nagent-1 asks\nand 1 more"
    );
    assert_eq!(fixture.rings, 1);
    fixture.advance(10);
    fixture.ask();
    assert_eq!(fixture.notification().unwrap().title, "6 questions waiting");
    assert_eq!(fixture.rings, 2, "later questions ring again");
}

#[test]
fn unanswered_question_rings_twice_more() {
    let mut fixture = AttentionHarness::new();
    fixture.ask();
    fixture.notification();
    let mut rung_at = Vec::new();
    for second in 1..1000 {
        fixture.advance(1);
        let before = fixture.rings;
        fixture.notification();
        if fixture.rings > before {
            rung_at.push(second);
        }
    }
    assert_eq!(rung_at, [120, 600]);
    assert_eq!(fixture.attention.next_tick(&fixture.harness.now), None);
}

#[test]
fn next_tick_is_the_next_reminder() {
    let mut fixture = AttentionHarness::new();
    fixture.ask();
    fixture.notification();
    let first = fixture.harness.now.steady;
    let next = fixture.attention.next_tick(&fixture.harness.now);
    assert_eq!(next, Some(first + REMINDER_DELAYS[0]));
}

#[test]
fn notification_goes_when_question_ends_or_is_seen() {
    let mut fixture = AttentionHarness::new();
    let id = fixture.ask();
    fixture.notification();
    fixture
        .harness
        .board
        .withdraw(id, None, &fixture.harness.now);
    assert_eq!(fixture.notification(), None);
    fixture.advance(60);
    fixture.ask();
    assert!(fixture.notification().is_some());
    fixture.harness.paint();
    fixture
        .harness
        .board
        .focus_changed(true, &fixture.harness.now);
    assert_eq!(fixture.notification(), None);
    fixture
        .harness
        .board
        .focus_changed(false, &fixture.harness.now);
    assert_eq!(fixture.notification(), None, "it was seen");
    fixture.advance(120);
    assert!(fixture.notification().is_some(), "but not answered");
}

#[test]
fn closed_notification_returns_with_the_next_ring() {
    let mut fixture = AttentionHarness::new();
    fixture.ask();
    let ring = fixture.notification().unwrap().ring;
    fixture.attention.notification_closed(ring);
    assert_eq!(fixture.notification(), None);
    fixture.advance(120);
    assert_ne!(fixture.notification().unwrap().ring, ring);
}

#[test]
fn snoozed_question_rings_when_it_returns() {
    let mut fixture = AttentionHarness::new();
    let id = fixture.ask();
    fixture.notification();
    fixture
        .harness
        .board
        .snooze_from_notification(id, &fixture.harness.now);
    assert_eq!(fixture.notification(), None);
    fixture.advance(299);
    fixture.harness.board.tick(&fixture.harness.now);
    assert_eq!(fixture.notification(), None);
    fixture.advance(1);
    fixture.harness.board.tick(&fixture.harness.now);
    assert!(fixture.notification().is_some());
    assert_eq!(fixture.rings, 2);
}

#[test]
fn pause_is_silent_and_ends_with_a_digest() {
    let mut fixture = AttentionHarness::new();
    fixture
        .attention
        .pause(PauseFor::HalfHour, &fixture.harness.now);
    let policy = |fixture: &AttentionHarness| {
        fixture.attention.arrival_policy(
            &fixture.settings,
            fixture.capabilities,
            &fixture.harness.now,
        )
    };
    assert_eq!(policy(&fixture), ArrivalPolicy::Paused);
    fixture.ask();
    fixture.advance(600);
    fixture.ask();
    assert_eq!(fixture.notification(), None);
    assert_eq!(fixture.tray().state, TrayState::Paused(2));
    assert!(fixture.attention.next_tick(&fixture.harness.now).is_some());
    fixture.advance(1200);
    let note = fixture.notification().unwrap();
    assert_eq!(note.title, "2 questions waiting");
    assert_eq!(
        note.body,
        "agent-1 asks, 30 min ago\nagent-1 asks, 20 min ago"
    );
    assert!(note.loud);
    assert_eq!(policy(&fixture), ArrivalPolicy::Window);
    fixture.advance(60);
    fixture.notification();
    assert_eq!(fixture.rings, 1, "missed rings are not repeated");
}

#[test]
fn without_a_tray_a_notification_shows_the_pause() {
    let mut fixture = AttentionHarness::new();
    fixture.capabilities.tray = false;
    fixture
        .attention
        .pause(PauseFor::TwoHours, &fixture.harness.now);
    let note = fixture.notification().unwrap();
    assert_eq!(note.title, "Doorbell is paused until 16:00");
    assert!(note.stays && !note.loud);
    assert_eq!(note.actions[0].press, NotificationPress::Resume);
    fixture.ask();
    assert_eq!(fixture.notification().unwrap().body, "1 question waiting");
    fixture.attention.resume();
    assert_eq!(fixture.notification().unwrap().title, "agent-1 asks");
}

#[test]
fn quiet_desktop_hides_details_until_it_ends() {
    for quiet in [
        QuietReasonView::Locked,
        QuietReasonView::Shared,
        QuietReasonView::DoNotDisturb,
    ] {
        let mut fixture = AttentionHarness::new();
        fixture.attention.set_quiet(Some(quiet));
        fixture.ask();
        let note = fixture.notification().unwrap();
        assert_eq!(
            (note.title.as_str(), note.body.as_str()),
            ("An agent needs you", "")
        );
        let policy = fixture.attention.arrival_policy(
            &fixture.settings,
            fixture.capabilities,
            &fixture.harness.now,
        );
        assert_eq!(policy, ArrivalPolicy::OnRequest);
        fixture.ask();
        fixture.advance(300);
        fixture.attention.set_quiet(None);
        let note = fixture.notification().unwrap();
        assert_eq!(note.title, "2 questions waiting");
        assert_eq!(
            note.body,
            "agent-1 asks, 5 min ago\nagent-1 asks, 5 min ago"
        );
        assert!(note.loud);
    }
}

#[test]
fn private_hides_details_in_notification_and_tray() {
    let mut fixture = AttentionHarness::new();
    fixture.attention.set_private(true);
    fixture.ask();
    fixture.ask();
    let note = fixture.notification().unwrap();
    assert_eq!(
        (note.title.as_str(), note.body.as_str()),
        ("An agent needs you", "2 questions waiting")
    );
    let TrayItem::Press { label, .. } = &fixture.tray().items[0] else {
        panic!("the first line is a question");
    };
    assert_eq!(label, "Question received at 14:00");
}

#[test]
fn arrival_policy_follows_setting_and_capabilities() {
    let fixture = AttentionHarness::new();
    let policy = |arrival, capabilities| {
        let settings = Settings {
            arrival,
            ..Settings::STANDARD
        };
        fixture
            .attention
            .arrival_policy(&settings, capabilities, &fixture.harness.now)
    };
    let without_polite_window = Capabilities {
        polite_window: false,
        ..ALL_CAPABILITIES
    };
    assert_eq!(
        policy(Arrival::Automatic, ALL_CAPABILITIES),
        ArrivalPolicy::Window
    );
    assert_eq!(
        policy(Arrival::Automatic, without_polite_window),
        ArrivalPolicy::OnRequest
    );
    assert_eq!(
        policy(Arrival::Window, without_polite_window),
        ArrivalPolicy::Window
    );
    assert_eq!(
        policy(Arrival::Notification, ALL_CAPABILITIES),
        ArrivalPolicy::OnRequest
    );
    assert_eq!(
        policy(Arrival::Focus, ALL_CAPABILITIES),
        ArrivalPolicy::Focus
    );
    // Only the window is left to attract attention.
    let without_notifications = Capabilities {
        clickable_notifications: false,
        ..without_polite_window
    };
    assert_eq!(
        policy(Arrival::Automatic, without_notifications),
        ArrivalPolicy::Window
    );
    assert_eq!(
        policy(Arrival::Notification, without_notifications),
        ArrivalPolicy::Window
    );
}

#[test]
fn answer_buttons_need_the_setting_and_a_simple_question() {
    let offered = |schema: serde_json::Value, on: bool, detail: Detail| {
        let mut fixture = AttentionHarness::new();
        fixture.settings.answer_buttons = on;
        fixture.settings.detail = detail;
        fixture.harness.submit(form(&schema));
        let note = fixture.notification().unwrap();
        let labels = note.actions.into_iter().map(|action| action.label);
        labels.skip(2).collect::<Vec<_>>()
    };
    let of = |property: serde_json::Value| json!({"type": "object", "properties": {"a": property}});
    let yes_no = of(json!({"type": "boolean"}));
    assert_eq!(offered(yes_no.clone(), true, Detail::Full), ["Yes", "No"]);
    assert!(offered(yes_no.clone(), false, Detail::Full).is_empty());
    assert!(offered(yes_no.clone(), true, Detail::Asker).is_empty());
    assert!(offered(yes_no, true, Detail::Private).is_empty());
    let three = of(json!({"type": "string", "enum": ["a", "b", "c"]}));
    assert_eq!(offered(three, true, Detail::Full), ["a", "b", "c"]);
    for too_much in [
        of(json!({"type": "string", "enum": ["a", "b", "c", "d"]})),
        of(json!({"type": "string"})),
        of(json!({"type": "string", "enum": ["a", "b"], "format": "password"})),
        of(json!({"type": "string", "enum": ["x".repeat(31), "b".to_owned()]})),
        of(json!({"oneOf": [{"const": 1, "title": "x"}, {"const": 2, "title": "x"}]})),
        json!({"type": "object", "properties": {"a": {"type": "boolean"}, "b": {"type": "boolean"}}}),
        json!({"type": "object", "properties": {}}),
    ] {
        let buttons = offered(too_much.clone(), true, Detail::Full);
        assert!(buttons.is_empty(), "{too_much} gave {buttons:?}");
    }
}

#[test]
fn tray_lists_open_questions() {
    let mut fixture = AttentionHarness::new();
    let tray = fixture.tray();
    assert_eq!(tray.state, TrayState::Idle);
    assert_eq!(tray.title, "Doorbell: no open questions");
    let press = |press, label: &str| TrayItem::Press {
        press,
        label: label.to_owned(),
    };
    let rest = [
        TrayItem::Separator,
        press(TrayPress::Home, "Open Home"),
        TrayItem::Menu {
            label: "Pause".into(),
            items: vec![
                press(TrayPress::Pause(PauseFor::HalfHour), "For 30 minutes"),
                press(TrayPress::Pause(PauseFor::TwoHours), "For 2 hours"),
                press(TrayPress::Pause(PauseFor::Tomorrow), "Until tomorrow"),
            ],
        },
        TrayItem::Switch {
            press: TrayPress::Private(true),
            label: "Hide details".into(),
            on: false,
        },
        TrayItem::Separator,
        press(TrayPress::Quit, "Quit Doorbell"),
    ];
    assert_eq!(tray.items[0], TrayItem::Text("No open questions".into()));
    assert_eq!(tray.items[1..], rest);
    let id = fixture.ask();
    let tray = fixture.tray();
    assert_eq!(tray.state, TrayState::Waiting(1));
    assert_eq!(tray.title, "Doorbell: 1 question waiting");
    assert_eq!(tray.items[0], press(TrayPress::Show(id), "agent-1: Who?"));
    assert_eq!(tray.items[1..], rest);
}

#[test]
fn tray_lists_eight_questions_and_counts_the_rest() {
    let mut fixture = AttentionHarness::new();
    for session in 0..10 {
        fixture
            .harness
            .submit(question(session, 1 + u32::try_from(session).unwrap(), None));
    }
    let tray = fixture.tray();
    assert_eq!(tray.state.count(), 10);
    let TrayItem::Press { press, label } = &tray.items[8] else {
        panic!("after eight questions comes the rest");
    };
    assert_eq!(
        (*press, label.as_str()),
        (TrayPress::Home, "and 2 more in Home")
    );
}

#[test]
fn flooding_server_is_one_tray_item_and_no_notification() {
    let mut fixture = AttentionHarness::new();
    for _ in 0..5 {
        fixture.ask();
    }
    fixture.notification();
    for _ in 0..20 {
        let one_more = fixture
            .harness
            .board
            .ask(question(1, 1, None), &fixture.harness.now);
        assert!(one_more.is_err());
        fixture.notification();
    }
    assert_eq!(fixture.rings, 1);
    let line = TrayItem::Press {
        press: TrayPress::Home,
        label: "A server asked too often…".into(),
    };
    assert_eq!(fixture.tray().items[5], line);
}

#[test]
fn tray_shows_the_end_of_the_pause() {
    let mut fixture = AttentionHarness::new();
    fixture
        .attention
        .pause(PauseFor::Tomorrow, &fixture.harness.now);
    let items = fixture.tray().items;
    let words = TrayItem::Text("Paused until Tuesday 08:00".into());
    assert!(items.contains(&words), "{items:?}");
}

fn form(schema: &serde_json::Value) -> NewQuestion {
    let limits = crate::form::FormLimits::default();
    let form = crate::form::Form::read("Who?", schema, &limits).unwrap();
    NewQuestion {
        body: QuestionBody::Form(form),
        ..question(1, 1, None)
    }
}

#[test]
fn notice_makes_no_sound_and_is_not_repeated() {
    let mut attention = AttentionHarness::new();
    attention.settings.sound = true;
    let notice =
        crate::agent_question::AgentQuestion::Notice(crate::view::NoticeReason::Finished.into());
    attention.harness.submit(NewQuestion {
        body: QuestionBody::Agent(notice),
        ..question(1, 1, None)
    });
    let note = attention.notification().unwrap();
    assert!(note.loud && !note.sound);
    attention.harness.advance(5 * 60 * 1000);
    attention.notification();
    assert_eq!(attention.rings, 1);
    attention.ask();
    assert!(attention.notification().unwrap().sound);
}
