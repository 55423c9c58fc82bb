//! What holds however askers, the person and the clock interleave.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use proptest::prelude::*;

use super::play::{LATER, Play, SEND, question};
use super::*;
use crate::flood::FloodRules;
use crate::view::{By, MuteFor, Press, PressReply, PressSaid, StageView, WaitPress, WaitPressSaid};

/// One thing that happens.
#[derive(Clone, Debug)]
enum Step {
    Ask {
        asker: u64,
        patience: Option<u64>,
    },
    AskLink {
        asker: u64,
        group: Option<u8>,
    },
    /// Whether what is asked from now on can be handed back.
    CanTakeBack(bool),
    Browser {
        which: usize,
        starts: bool,
    },
    Copy {
        which: usize,
    },
    Complete {
        asker: u64,
        which: usize,
    },
    Card {
        which: usize,
        press: WaitPress,
    },
    Withdraw {
        which: usize,
    },
    Leave {
        asker: u64,
    },
    /// Whether what is asked from now on can be come back for.
    HasKey(bool),
    /// The process of a question comes back for it on a new connection.
    ComeBack {
        which: usize,
    },
    Paint,
    Focus(bool),
    Move,
    Type {
        which: usize,
    },
    Press {
        press: Press,
        by: By,
    },
    StalePress {
        which: usize,
        press: Press,
    },
    Close,
    Open {
        which: Option<usize>,
    },
    Wait {
        milliseconds: u64,
    },
}

fn press() -> impl Strategy<Value = Press> {
    prop_oneof![
        4 => Just(SEND),
        2 => Just(Press::Decline),
        2 => Just(LATER),
        2 => Just(Press::AnswerInTerminal),
        1 => Just(Press::Mute { length: MuteFor::Hour }),
        2 => Just(Press::Dismiss),
        1 => Just(Press::KeepWaiting),
        1 => Just(Press::Stop),
        1 => Just(Press::Close),
        2 => Just(Press::Show),
        4 => Just(Press::Open),
        1 => Just(Press::OpenedIt),
    ]
}

fn card() -> impl Strategy<Value = WaitPress> {
    prop_oneof![
        Just(WaitPress::Done),
        Just(WaitPress::OpenAgain),
        Just(WaitPress::Cancel)
    ]
}

fn by() -> impl Strategy<Value = By> {
    prop_oneof![Just(By::Key), Just(By::Pointer)]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0u64..6, proptest::option::weighted(0.3, 1u64..5_000))
            .prop_map(|(asker, patience)| Step::Ask { asker, patience }),
        4 => (0u64..6, proptest::option::of(0u8..2))
            .prop_map(|(asker, group)| Step::AskLink { asker, group }),
        1 => any::<bool>().prop_map(Step::CanTakeBack),
        4 => (0usize..20, any::<bool>())
            .prop_map(|(which, starts)| Step::Browser { which, starts }),
        1 => (0usize..20).prop_map(|which| Step::Copy { which }),
        1 => (0u64..6, 0usize..20).prop_map(|(asker, which)| Step::Complete { asker, which }),
        2 => (0usize..20, card()).prop_map(|(which, press)| Step::Card { which, press }),
        2 => (0usize..20).prop_map(|which| Step::Withdraw { which }),
        1 => (0u64..6).prop_map(|asker| Step::Leave { asker }),
        1 => any::<bool>().prop_map(Step::HasKey),
        3 => (0usize..20).prop_map(|which| Step::ComeBack { which }),
        6 => Just(Step::Paint),
        1 => any::<bool>().prop_map(Step::Focus),
        1 => Just(Step::Move),
        3 => (0usize..20).prop_map(|which| Step::Type { which }),
        8 => (press(), by()).prop_map(|(press, by)| Step::Press { press, by }),
        2 => (0usize..20, press()).prop_map(|(which, press)| Step::StalePress { which, press }),
        1 => Just(Step::Close),
        1 => proptest::option::of(0usize..20).prop_map(|which| Step::Open { which }),
        6 => (0u64..800).prop_map(|milliseconds| Step::Wait { milliseconds }),
        1 => Just(Step::Wait { milliseconds: 400_000 }),
    ]
}

/// What the test itself knows of every question ever asked.
#[derive(Default)]
struct Record {
    askers: HashMap<QuestionId, u64>,
    order: Vec<QuestionId>,
    /// The links, and what their servers call them.
    links: HashMap<QuestionId, String>,
    /// The requests of those that have one: whose, and its name.
    groups: HashMap<QuestionId, (u64, u8)>,
    declined: HashSet<QuestionId>,
    /// Those whose askers can take them back.
    can_go_back: HashSet<QuestionId>,
    /// Those that went back by a press of their own.
    handed_back: HashSet<QuestionId>,
    typed: HashMap<QuestionId, String>,
    /// Those that were muted by a press of their own.
    muted: HashSet<QuestionId>,
    /// Whoever comes back for a question is of the same session.
    sessions: HashMap<QuestionId, u32>,
    /// Those that can be come back for.
    keyed: HashSet<QuestionId>,
    /// How many connections were made by those who came back.
    connections: u64,
}

impl Record {
    fn asked(&mut self, id: QuestionId, asker: u64, play: &Play) {
        self.askers.insert(id, asker);
        self.sessions.insert(id, session_of(asker));
        self.order.push(id);
        if play.hand_back {
            self.can_go_back.insert(id);
        }
        if play.keyed {
            self.keyed.insert(id);
        }
    }

    fn pick(&self, which: usize) -> Option<QuestionId> {
        (!self.order.is_empty()).then(|| self.order[which % self.order.len()])
    }
}

/// Two askers a session.
fn session_of(asker: u64) -> u32 {
    u32::try_from(asker / 2).unwrap()
}

fn play_step(play: &mut Play, record: &mut Record, step: &Step) {
    match step {
        Step::Ask { asker, patience } => {
            let session = session_of(*asker);
            let asked = play.ask_as(*asker, session, patience.map(Duration::from_millis));
            record.asked(asked, *asker, play);
        }
        Step::AskLink { asker, group } => {
            let session = session_of(*asker);
            let name = format!("el-{}", record.order.len());
            let shared = group.map(|group| group.to_string());
            let asked = play.ask_link_as(*asker, session, &name, shared);
            record.links.insert(asked, name);
            if let Some(group) = group {
                record.groups.insert(asked, (*asker, *group));
            }
            record.asked(asked, *asker, play);
        }
        Step::CanTakeBack(can) => play.hand_back = *can,
        Step::Browser { which, starts } => {
            // Only what the browser was asked to open can have been opened.
            if !play.opening.is_empty() {
                let (id, _) = play.opening.remove(which % play.opening.len());
                let trouble = (!starts).then(|| "No browser.".to_owned());
                play.board.link_opened(id, trouble, &play.now);
            }
        }
        Step::Copy { which } => {
            if let Some(id) = record.pick(*which) {
                let _ = play.board.copy_link(&id.to_string(), &play.now);
            }
        }
        Step::Complete { asker, which } => {
            let name = format!("el-{which}");
            play.board.complete(AskerId(*asker), &name, &play.now);
        }
        Step::Card { which, press } => {
            if let Some(id) = record.pick(*which) {
                let said = WaitPressSaid {
                    id: id.to_string(),
                    press: *press,
                    by: By::Pointer,
                };
                play.board.press_wait(&said, &play.now);
            }
        }
        Step::Withdraw { which } => {
            if let Some(id) = record.pick(*which) {
                play.board.withdraw(id, &play.now);
            }
        }
        Step::Leave { asker } => {
            let ended = play.ended.len();
            play.board.asker_left(AskerId(*asker), &play.now);
            play.settle();
            for (id, ..) in &play.ended[ended..] {
                assert!(!record.keyed.contains(id), "{id} had no grace");
            }
        }
        Step::HasKey(has) => play.keyed = *has,
        Step::ComeBack { which } => {
            if let Some(id) = record.pick(*which).filter(|id| record.keyed.contains(id)) {
                record.connections += 1;
                let asker = 100 + record.connections;
                let session = record.sessions[&id];
                let open = play.board.list(&play.now);
                let is_open = open.iter().any(|listed| listed.question == id);
                let taken = play
                    .board
                    .take_over(id, &question(asker, session, None).asker);
                // An open question is there for whoever comes back for it, and one that has its
                // answer never is.
                let ended = play.ended.iter().any(|(ended, ..)| *ended == id);
                assert!(taken || !is_open, "{id} was lost");
                assert!(!taken || is_open || (ended && record.links.contains_key(&id)));
                if is_open {
                    record.askers.insert(id, asker);
                }
            }
        }
        Step::Paint => play.paint(),
        Step::Focus(on) => play.board.focus_changed(*on, &play.now),
        Step::Move => play.board.moved(&play.now),
        Step::Type { which } => {
            if let Some(id) = record.pick(*which) {
                let text = format!("answer to {id}");
                if play.type_in(id, &text) {
                    record.typed.insert(id, text);
                }
            }
        }
        Step::Press { press, by } => {
            let on_screen = play.on_screen();
            let reply = play.press_by(*press, *by);
            match (press, reply, on_screen) {
                (Press::Decline, PressReply::Done, Some((Some(id), _))) => {
                    record.declined.insert(id);
                }
                (Press::AnswerInTerminal, PressReply::Done, Some((Some(id), _))) => {
                    record.handed_back.insert(id);
                }
                (Press::Mute { .. }, PressReply::Done, Some((Some(id), _))) => {
                    record.muted.insert(id);
                }
                _ => {}
            }
        }
        Step::StalePress { which, press } => {
            let Some(id) = record.pick(*which) else {
                return;
            };
            // One generation behind: what the person saw a moment ago.
            let Some((_, generation)) = play.on_screen() else {
                return;
            };
            let said = PressSaid {
                id: id.to_string(),
                generation: generation - 1,
                press: *press,
                by: By::Pointer,
            };
            assert_eq!(play.board.press(&said, &play.now), PressReply::Stale);
        }
        Step::Close => play.board.close_window(&play.now),
        Step::Open { which } => {
            let wanted = which.and_then(|which| record.pick(which));
            play.board.open(wanted, &play.now);
        }
        Step::Wait { milliseconds } => {
            play.pass(*milliseconds);
            play.board.tick(&play.now);
        }
    }
    play.settle();
}

/// A question that someone touched is neither replaced nor closed unless the person acts.
fn is_the_persons(step: &Step) -> bool {
    matches!(step, Step::Press { .. } | Step::Close)
}

fn touched_on_screen(play: &Play, record: &Record) -> Option<QuestionId> {
    match &play.shown {
        StageView::Question { question } => {
            QuestionId::parse(&question.id).filter(|id| record.typed.contains_key(id))
        }
        StageView::Nothing
        | StageView::Announcement { .. }
        | StageView::Waiting { .. }
        | StageView::Quitting { .. } => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn every_question_ends_once_and_its_answer_is_its_own(
        steps in proptest::collection::vec(step(), 1..120),
    ) {
        let mut play = Play::with(BoardRules {
            questions_per_session: usize::MAX,
            questions: usize::MAX,
            flood: FloodRules {
                burst: u32::MAX,
                declines: u32::MAX,
                ..FloodRules::STANDARD
            },
            ..BoardRules::STANDARD
        });
        let mut record = Record::default();
        for step in &steps {
            let before = touched_on_screen(&play, &record);
            play_step(&mut play, &mut record, step);
            if let (Some(before), false) = (before, is_the_persons(step)) {
                prop_assert_eq!(touched_on_screen(&play, &record), Some(before), "{:?}", step);
            }
            prop_assert!(play.board.stage_is_sound(), "{:?}", step);
        }
        play.board.end_all(Outcome::Dismissed, "The end.", &play.now);
        play.settle();

        let mut ended = HashSet::new();
        for (id, asker, ending) in &play.ended {
            prop_assert!(ended.insert(*id), "{} ended twice", id);
            prop_assert_eq!(Some(&asker.0), record.askers.get(id));
            prop_assert_eq!(
                ending.outcome == Outcome::Declined,
                record.declined.contains(id),
                "{} declined without Decline", id
            );
            let group = record.groups.get(id);
            let went_back = |other: &QuestionId| {
                other == id
                    || (group.is_some() && group == record.groups.get(other))
            };
            prop_assert!(
                ending.outcome != Outcome::HandedBack
                    || (record.can_go_back.contains(id)
                        && record.handed_back.iter().any(went_back)),
                "{} was handed back unasked", id
            );
            let of_muted = |other: &QuestionId| record.sessions[other] == record.sessions[id];
            prop_assert!(
                ending.outcome != Outcome::Refused || record.muted.iter().any(of_muted),
                "{} was refused unmuted", id
            );
            let has_content = ending.outcome == Outcome::Accepted && !record.links.contains_key(id);
            prop_assert_eq!(ending.content.is_some(), has_content);
            if let Some(content) = &ending.content {
                let sent = content.get("name").and_then(serde_json::Value::as_str);
                prop_assert_eq!(sent, record.typed.get(id).map(String::as_str));
                prop_assert!(ending.shown_at.is_some(), "{} was answered unseen", id);
            }
        }
        prop_assert_eq!(ended.len(), record.order.len(), "some question never ended");
        let mut finished = HashSet::new();
        for (id, _) in &play.finished {
            prop_assert!(finished.insert(*id), "{} was finished twice", id);
        }
        for (id, _, ending) in &play.ended {
            let consented = ending.outcome == Outcome::Accepted && record.links.contains_key(id);
            prop_assert_eq!(finished.contains(id), consented, "{} was finished unopened", id);
        }
        prop_assert!(play.board.list(&play.now).is_empty());
    }
}
