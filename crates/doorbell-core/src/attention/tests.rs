//! Scenes of being noticed: a board with questions, a clock the test moves, and what is told.

use serde_json::json;

use super::*;
use crate::board::play::{Play, question};
use crate::board::{Asked, Wanted};
use crate::settings::Detail;

const MEANS: Means = Means {
    polite_window: true,
    pressable_notes: true,
    tray: true,
};

struct Told {
    play: Play,
    attention: Attention,
    settings: Settings,
    means: Means,
    /// How often it rang.
    rings: usize,
}

impl Told {
    fn new() -> Self {
        Self {
            play: Play::new(),
            attention: Attention::default(),
            settings: Settings::STANDARD,
            means: MEANS,
            rings: 0,
        }
    }

    fn ask(&mut self) -> QuestionId {
        self.play.take(question(1, 1, None))
    }

    fn look(&mut self) -> Option<NoteView> {
        let before = self.attention.note.as_ref().map(|note| note.ring);
        let note = self
            .attention
            .note(
                (
                    &self.play.board.waits_for_person(),
                    self.play.board.is_attended(),
                ),
                &self.settings,
                self.means,
                &self.play.now,
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

    fn pass(&mut self, seconds: u64) {
        self.play.pass(seconds * 1000);
    }

    /// The tray, which may be another only if what it is made of is.
    fn tray(&mut self) -> TrayView {
        let board = &self.play.board;
        let (waiting, refused) = (board.waits_for_person(), board.floods().len());
        let now = &self.play.now;
        self.attention.tray(&waiting, refused, now)
    }
}

#[test]
fn another_question_with_the_same_words_is_another_note() {
    let mut told = Told::new();
    let first = told.ask();
    let before = told.look().unwrap();
    // One goes and the next comes before anyone looks.
    told.play.board.withdraw(first, &told.play.now);
    told.play.settle();
    told.ask();
    let after = told.look().unwrap();
    assert_eq!((&after.title, &after.body), (&before.title, &before.body));
    assert_ne!(after.ring, before.ring);
    assert!(told.attention.is_about_others());
    told.look();
    assert!(!told.attention.is_about_others());
    assert!(!after.loud, "it comes at once after the other");
}

#[test]
fn a_question_makes_one_note_with_the_right_words() {
    let mut told = Told::new();
    assert_eq!(told.look(), None);
    told.ask();
    let note = told.look().unwrap();
    assert_eq!(note.title, "Question from 'acme'");
    assert_eq!(note.body, "agent-1\nWho?");
    assert!(note.loud && note.sound && !note.stays);
    let labels: Vec<_> = note.actions.iter().map(|action| &action.label).collect();
    assert_eq!(labels, ["Answer", "Later"]);
    told.pass(1);
    assert_eq!(told.look(), Some(note), "nothing changes by itself");
    assert_eq!(told.rings, 1);
}

#[test]
fn how_much_is_told_is_set() {
    for (detail, title, body) in [
        (Detail::Full, "Question from 'acme'", "agent-1\nWho?"),
        (Detail::Asker, "Question from 'acme'", "agent-1"),
        (Detail::Private, "An agent needs you", ""),
    ] {
        let mut told = Told::new();
        told.settings.detail = detail;
        told.ask();
        let note = told.look().unwrap();
        assert_eq!((note.title.as_str(), note.body.as_str()), (title, body));
    }
}

#[test]
fn a_burst_makes_one_note_with_a_count_and_one_ring() {
    let mut told = Told::new();
    for _ in 0..5 {
        told.ask();
        told.look();
    }
    let note = told.look().unwrap();
    assert_eq!(note.title, "5 questions wait");
    assert_eq!(
        note.body,
        "agent-1: acme\nagent-1: acme\nagent-1: acme\nagent-1: acme\nand 1 more"
    );
    assert_eq!(told.rings, 1);
    told.pass(10);
    told.ask();
    assert_eq!(told.look().unwrap().title, "6 questions wait");
    assert_eq!(told.rings, 2, "what comes later rings again");
}

#[test]
fn an_unanswered_question_rings_again_twice() {
    let mut told = Told::new();
    told.ask();
    told.look();
    let mut rung_at = Vec::new();
    for second in 1..1000 {
        told.pass(1);
        let before = told.rings;
        told.look();
        if told.rings > before {
            rung_at.push(second);
        }
    }
    assert_eq!(rung_at, [120, 600]);
    assert_eq!(told.attention.next_tick(&told.play.now), None);
}

#[test]
fn the_next_ring_is_when_the_clock_says() {
    let mut told = Told::new();
    told.ask();
    told.look();
    let first = told.play.now.steady;
    let next = told.attention.next_tick(&told.play.now);
    assert_eq!(next, Some(first + AGAIN[0]));
}

#[test]
fn a_note_goes_with_its_question_and_with_the_persons_eyes() {
    let mut told = Told::new();
    let id = told.ask();
    told.look();
    told.play.board.withdraw(id, &told.play.now);
    assert_eq!(told.look(), None);
    told.pass(60);
    told.ask();
    assert!(told.look().is_some());
    told.play.paint();
    told.play.board.focus_changed(true, &told.play.now);
    assert_eq!(told.look(), None);
    told.play.board.focus_changed(false, &told.play.now);
    assert_eq!(told.look(), None, "it was seen");
    told.pass(120);
    assert!(told.look().is_some(), "but not answered");
}

#[test]
fn a_note_that_was_closed_stays_away_until_it_rings_again() {
    let mut told = Told::new();
    told.ask();
    let ring = told.look().unwrap().ring;
    told.attention.note_closed(ring);
    assert_eq!(told.look(), None);
    told.pass(120);
    assert_ne!(told.look().unwrap().ring, ring);
}

#[test]
fn what_is_put_off_is_not_told_and_rings_when_it_comes_back() {
    let mut told = Told::new();
    let id = told.ask();
    told.look();
    told.play.board.put_off(id, &told.play.now);
    assert_eq!(told.look(), None);
    told.pass(299);
    told.play.board.tick(&told.play.now);
    assert_eq!(told.look(), None);
    told.pass(1);
    told.play.board.tick(&told.play.now);
    assert!(told.look().is_some());
    assert_eq!(told.rings, 2);
}

#[test]
fn a_pause_is_silent_and_ends_with_a_digest() {
    let mut told = Told::new();
    told.attention.pause(PauseFor::HalfHour, &told.play.now);
    let welcome = |told: &Told| {
        told.attention
            .welcome(&told.settings, told.means, &told.play.now)
    };
    assert_eq!(welcome(&told), Welcome::Held);
    told.ask();
    told.pass(600);
    told.ask();
    assert_eq!(told.look(), None);
    assert_eq!(told.tray().state, TrayState::Paused(2));
    assert!(told.attention.next_tick(&told.play.now).is_some());
    told.pass(1200);
    let note = told.look().unwrap();
    assert_eq!(note.title, "2 questions wait");
    assert_eq!(
        note.body,
        "agent-1: acme, 30 min ago\nagent-1: acme, 20 min ago"
    );
    assert!(note.loud);
    assert_eq!(welcome(&told), Welcome::Window);
    told.pass(60);
    told.look();
    assert_eq!(
        told.rings, 1,
        "the rings that were missed are not made up for"
    );
}

#[test]
fn without_a_tray_a_pause_is_told_as_long_as_it_lasts() {
    let mut told = Told::new();
    told.means.tray = false;
    told.attention.pause(PauseFor::TwoHours, &told.play.now);
    let note = told.look().unwrap();
    assert_eq!(note.title, "Doorbell is paused until 16:00");
    assert!(note.stays && !note.loud);
    assert_eq!(note.actions[0].press, NotePress::Resume);
    told.ask();
    assert_eq!(told.look().unwrap().body, "1 question waits.");
    told.attention.resume();
    assert_eq!(told.look().unwrap().title, "Question from 'acme'");
}

#[test]
fn behind_a_lock_nothing_is_said_and_unlocking_tells_it_all() {
    for quiet in [
        QuietView::Locked,
        QuietView::Shared,
        QuietView::DoNotDisturb,
    ] {
        let mut told = Told::new();
        told.attention.set_quiet(Some(quiet));
        told.ask();
        let note = told.look().unwrap();
        assert_eq!(
            (note.title.as_str(), note.body.as_str()),
            ("An agent needs you", "")
        );
        let means = told.means;
        let welcome = told
            .attention
            .welcome(&told.settings, means, &told.play.now);
        assert_eq!(welcome, Welcome::OnRequest);
        told.ask();
        told.pass(300);
        told.attention.set_quiet(None);
        let note = told.look().unwrap();
        assert_eq!(note.title, "2 questions wait");
        assert_eq!(
            note.body,
            "agent-1: acme, 5 min ago\nagent-1: acme, 5 min ago"
        );
        assert!(note.loud);
    }
}

#[test]
fn private_now_says_nothing_anywhere() {
    let mut told = Told::new();
    told.attention.set_private(true);
    told.ask();
    told.ask();
    let note = told.look().unwrap();
    assert_eq!(
        (note.title.as_str(), note.body.as_str()),
        ("An agent needs you", "2 questions wait.")
    );
    let TrayItem::Press { label, .. } = &told.tray().items[0] else {
        panic!("the first line is a question");
    };
    assert_eq!(label, "A question from 14:00");
}

#[test]
fn how_a_question_comes_in_is_set() {
    let told = Told::new();
    let welcome = |arrival, means| {
        let settings = Settings {
            arrival,
            ..Settings::STANDARD
        };
        told.attention.welcome(&settings, means, &told.play.now)
    };
    let rude = Means {
        polite_window: false,
        ..MEANS
    };
    assert_eq!(welcome(Arrival::Automatic, MEANS), Welcome::Window);
    assert_eq!(welcome(Arrival::Automatic, rude), Welcome::OnRequest);
    assert_eq!(welcome(Arrival::Window, rude), Welcome::Window);
    assert_eq!(welcome(Arrival::Notification, MEANS), Welcome::OnRequest);
    assert_eq!(welcome(Arrival::Focus, MEANS), Welcome::Focus);
    // The window is the only thing left that can be noticed and pressed.
    let noteless = Means {
        pressable_notes: false,
        ..rude
    };
    assert_eq!(welcome(Arrival::Automatic, noteless), Welcome::Window);
    assert_eq!(welcome(Arrival::Notification, noteless), Welcome::Window);
}

#[test]
fn answers_are_offered_only_where_that_is_switched_on_and_one_press_is_enough() {
    let offered = |schema: serde_json::Value, on: bool, detail: Detail| {
        let mut told = Told::new();
        told.settings.answer_buttons = on;
        told.settings.detail = detail;
        told.play.take(form(&schema));
        let note = told.look().unwrap();
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
fn the_tray_lists_what_waits() {
    let mut told = Told::new();
    let tray = told.tray();
    assert_eq!(tray.state, TrayState::Idle);
    assert_eq!(tray.title, "Doorbell: nothing waits");
    let press = |press, label: &str| TrayItem::Press {
        press,
        label: label.to_owned(),
    };
    let rest = [
        TrayItem::Rule,
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
            label: "Private now".into(),
            on: false,
        },
        TrayItem::Rule,
        press(TrayPress::Quit, "Quit Doorbell"),
    ];
    assert_eq!(tray.items[0], TrayItem::Words("Nothing waits".into()));
    assert_eq!(tray.items[1..], rest);
    let id = told.ask();
    let tray = told.tray();
    assert_eq!(tray.state, TrayState::Waiting(1));
    assert_eq!(tray.title, "Doorbell: 1 question waits");
    assert_eq!(tray.items[0], press(TrayPress::Show(id), "agent-1: Who?"));
    assert_eq!(tray.items[1..], rest);
}

#[test]
fn the_tray_lists_eight_and_counts_the_rest() {
    let mut told = Told::new();
    for session in 0..10 {
        told.play
            .take(question(session, 1 + u32::try_from(session).unwrap(), None));
    }
    let tray = told.tray();
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
fn whoever_asks_too_often_is_one_line_in_the_tray_and_no_notification() {
    let mut told = Told::new();
    for _ in 0..5 {
        told.ask();
    }
    told.look();
    for _ in 0..20 {
        let one_more = told.play.board.ask(question(1, 1, None), &told.play.now);
        assert!(one_more.is_err());
        told.look();
    }
    assert_eq!(told.rings, 1);
    let line = TrayItem::Press {
        press: TrayPress::Home,
        label: "A server asked too often…".into(),
    };
    assert_eq!(told.tray().items[5], line);
}

#[test]
fn the_tray_says_until_when_it_is_paused() {
    let mut told = Told::new();
    told.attention.pause(PauseFor::Tomorrow, &told.play.now);
    let items = told.tray().items;
    let words = TrayItem::Words("Paused until Tuesday 08:00".into());
    assert!(items.contains(&words), "{items:?}");
}

fn form(schema: &serde_json::Value) -> Asked {
    let limits = crate::form::FormLimits::default();
    let form = crate::form::Form::read("Who?", schema, &limits).unwrap();
    Asked {
        wanted: Wanted::Form(form),
        ..question(1, 1, None)
    }
}
