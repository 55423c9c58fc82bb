//! Invariants of the board under random sequences of events.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use proptest::prelude::*;

use super::harness::{BoardHarness, LATER, SEND, question};
use super::*;
use crate::flood::FloodRules;
use crate::view::{
    InputDevice, MuteFor, OpenedLinkPress, OpenedLinkPressRequest, Press, PressReply, PressRequest,
    ScreenView,
};

#[derive(Clone, Debug)]
enum Step {
    Ask {
        asker: u64,
        timeout: Option<u64>,
    },
    AskLink {
        asker: u64,
        group: Option<u8>,
    },
    /// Applies to later questions.
    SupportsHandBack(bool),
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
        press: OpenedLinkPress,
    },
    Withdraw {
        which: usize,
    },
    Disconnect {
        asker: u64,
    },
    /// Applies to later questions.
    HasKey(bool),
    Reconnect {
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
        by: InputDevice,
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

fn card() -> impl Strategy<Value = OpenedLinkPress> {
    prop_oneof![
        Just(OpenedLinkPress::Done),
        Just(OpenedLinkPress::OpenAgain),
        Just(OpenedLinkPress::Cancel)
    ]
}

fn by() -> impl Strategy<Value = InputDevice> {
    prop_oneof![Just(InputDevice::Key), Just(InputDevice::Pointer)]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0u64..6, proptest::option::weighted(0.3, 1u64..5_000))
            .prop_map(|(asker, timeout)| Step::Ask { asker, timeout }),
        4 => (0u64..6, proptest::option::of(0u8..2))
            .prop_map(|(asker, group)| Step::AskLink { asker, group }),
        1 => any::<bool>().prop_map(Step::SupportsHandBack),
        4 => (0usize..20, any::<bool>())
            .prop_map(|(which, starts)| Step::Browser { which, starts }),
        1 => (0usize..20).prop_map(|which| Step::Copy { which }),
        1 => (0u64..6, 0usize..20).prop_map(|(asker, which)| Step::Complete { asker, which }),
        2 => (0usize..20, card()).prop_map(|(which, press)| Step::Card { which, press }),
        2 => (0usize..20).prop_map(|which| Step::Withdraw { which }),
        1 => (0u64..6).prop_map(|asker| Step::Disconnect { asker }),
        1 => any::<bool>().prop_map(Step::HasKey),
        3 => (0usize..20).prop_map(|which| Step::Reconnect { which }),
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

/// The expected state of every question ever asked.
#[derive(Default)]
struct Model {
    askers: HashMap<QuestionId, u64>,
    order: Vec<QuestionId>,
    /// The elicitation ids of links.
    links: HashMap<QuestionId, String>,
    /// The asker and group of links with a group.
    groups: HashMap<QuestionId, (u64, u8)>,
    declined: HashSet<QuestionId>,
    supports_hand_back: HashSet<QuestionId>,
    /// Handed back by a press on themselves.
    handed_back: HashSet<QuestionId>,
    typed: HashMap<QuestionId, String>,
    /// Muted by a press on themselves.
    muted: HashSet<QuestionId>,
    sessions: HashMap<QuestionId, u32>,
    keyed: HashSet<QuestionId>,
    reconnections: u64,
}

impl Model {
    fn asked(&mut self, id: QuestionId, asker: u64, harness: &BoardHarness) {
        self.askers.insert(id, asker);
        self.sessions.insert(id, session_of(asker));
        self.order.push(id);
        if harness.hand_back {
            self.supports_hand_back.insert(id);
        }
        if harness.keyed {
            self.keyed.insert(id);
        }
    }

    fn pick(&self, which: usize) -> Option<QuestionId> {
        (!self.order.is_empty()).then(|| self.order[which % self.order.len()])
    }
}

/// Each session has two askers.
fn session_of(asker: u64) -> u32 {
    u32::try_from(asker / 2).unwrap()
}

fn apply_step(harness: &mut BoardHarness, model: &mut Model, step: &Step) {
    match step {
        Step::Ask { asker, timeout } => {
            let session = session_of(*asker);
            let asked = harness.ask_as(*asker, session, timeout.map(Duration::from_millis));
            model.asked(asked, *asker, harness);
        }
        Step::AskLink { asker, group } => {
            let session = session_of(*asker);
            let name = format!("el-{}", model.order.len());
            let shared = group.map(|group| group.to_string());
            let asked = harness.ask_link_as(*asker, session, &name, shared);
            model.links.insert(asked, name);
            if let Some(group) = group {
                model.groups.insert(asked, (*asker, *group));
            }
            model.asked(asked, *asker, harness);
        }
        Step::SupportsHandBack(supported) => harness.hand_back = *supported,
        Step::Browser { which, starts } => {
            // The browser reports only links that it was asked to open.
            if !harness.browser_requests.is_empty() {
                let (id, _) = harness
                    .browser_requests
                    .remove(which % harness.browser_requests.len());
                let trouble = (!starts).then(|| "No browser.".to_owned());
                harness.board.link_opened(id, trouble, &harness.now);
            }
        }
        Step::Copy { which } => {
            if let Some(id) = model.pick(*which) {
                let _ = harness.board.copy_link(&id.to_string(), &harness.now);
            }
        }
        Step::Complete { asker, which } => {
            let name = format!("el-{which}");
            harness
                .board
                .complete_link(AskerId(*asker), &name, &harness.now);
        }
        Step::Card { which, press } => {
            if let Some(id) = model.pick(*which) {
                let request = OpenedLinkPressRequest {
                    id: id.to_string(),
                    press: *press,
                    by: InputDevice::Pointer,
                };
                harness.board.press_opened_link(&request, &harness.now);
            }
        }
        Step::Withdraw { which } => {
            if let Some(id) = model.pick(*which) {
                harness.board.withdraw(id, None, &harness.now);
            }
        }
        Step::Disconnect { asker } => {
            let ended = harness.ended.len();
            harness
                .board
                .asker_disconnected(AskerId(*asker), &harness.now);
            harness.apply_effects();
            for (id, ..) in &harness.ended[ended..] {
                assert!(!model.keyed.contains(id), "{id} had no grace period");
            }
        }
        Step::HasKey(has) => harness.keyed = *has,
        Step::Reconnect { which } => {
            if let Some(id) = model.pick(*which).filter(|id| model.keyed.contains(id)) {
                model.reconnections += 1;
                let asker = 100 + model.reconnections;
                let session = model.sessions[&id];
                let open = harness.board.summaries(&harness.now);
                let is_open = open.iter().any(|summary| summary.question == id);
                let resumed = harness
                    .board
                    .resume(id, &question(asker, session, None).asker);
                // An open question can be resumed; an ended one only while its link is open.
                let ended = harness.ended.iter().any(|(ended, ..)| *ended == id);
                assert!(resumed || !is_open, "{id} was lost");
                assert!(!resumed || is_open || (ended && model.links.contains_key(&id)));
                if is_open {
                    model.askers.insert(id, asker);
                }
            }
        }
        Step::Paint => harness.paint(),
        Step::Focus(on) => harness.board.focus_changed(*on, &harness.now),
        Step::Move => harness.board.window_moved(&harness.now),
        Step::Type { which } => {
            if let Some(id) = model.pick(*which) {
                let text = format!("answer to {id}");
                if harness.type_in(id, &text) {
                    model.typed.insert(id, text);
                }
            }
        }
        Step::Press { press, by } => {
            let on_screen = harness.on_screen();
            let reply = harness.press_by(*press, *by);
            match (press, reply, on_screen) {
                (Press::Decline, PressReply::Done, Some((Some(id), _))) => {
                    model.declined.insert(id);
                }
                (Press::AnswerInTerminal, PressReply::Done, Some((Some(id), _))) => {
                    model.handed_back.insert(id);
                }
                (Press::Mute { .. }, PressReply::Done, Some((Some(id), _))) => {
                    model.muted.insert(id);
                }
                _ => {}
            }
        }
        Step::StalePress { which, press } => {
            let Some(id) = model.pick(*which) else {
                return;
            };
            let Some((_, generation)) = harness.on_screen() else {
                return;
            };
            let request = PressRequest {
                id: id.to_string(),
                generation: generation - 1,
                press: *press,
                by: InputDevice::Pointer,
            };
            assert_eq!(
                harness.board.press(&request, &harness.now),
                PressReply::Stale
            );
        }
        Step::Close => harness.board.close_window(&harness.now),
        Step::Open { which } => {
            let requested = which.and_then(|which| model.pick(which));
            harness.board.open(requested, &harness.now);
        }
        Step::Wait { milliseconds } => {
            harness.advance(*milliseconds);
            harness.board.tick(&harness.now);
        }
    }
    harness.apply_effects();
}

/// A touched question is replaced or closed only by the person.
fn is_by_person(step: &Step) -> bool {
    matches!(step, Step::Press { .. } | Step::Close)
}

fn touched_on_screen(harness: &BoardHarness, model: &Model) -> Option<QuestionId> {
    match &harness.screen {
        ScreenView::Question { question } => {
            QuestionId::parse(&question.id).filter(|id| model.typed.contains_key(id))
        }
        ScreenView::Nothing
        | ScreenView::Announcement { .. }
        | ScreenView::OpenedLinks { .. }
        | ScreenView::Quitting { .. } => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn every_question_ends_exactly_once_with_its_own_answer(
        steps in proptest::collection::vec(step(), 1..120),
    ) {
        let mut harness = BoardHarness::with(BoardRules {
            questions_per_session: usize::MAX,
            questions: usize::MAX,
            flood: FloodRules {
                burst: u32::MAX,
                max_declines: u32::MAX,
                ..FloodRules::STANDARD
            },
            ..BoardRules::STANDARD
        });
        let mut model = Model::default();
        for step in &steps {
            let before = touched_on_screen(&harness, &model);
            apply_step(&mut harness, &mut model, step);
            if let (Some(before), false) = (before, is_by_person(step)) {
                prop_assert_eq!(touched_on_screen(&harness, &model), Some(before), "{:?}", step);
            }
            prop_assert!(harness.board.screen_is_consistent(), "{:?}", step);
        }
        harness.board.end_all(Outcome::Dismissed, "The end.", &harness.now);
        harness.apply_effects();

        let mut ended = HashSet::new();
        for (id, asker, ending) in &harness.ended {
            prop_assert!(ended.insert(*id), "{} ended twice", id);
            prop_assert_eq!(Some(&asker.0), model.askers.get(id));
            prop_assert_eq!(
                ending.outcome == Outcome::Declined,
                model.declined.contains(id),
                "{} declined without Decline", id
            );
            let group = model.groups.get(id);
            let caused_hand_back = |other: &QuestionId| {
                other == id
                    || (group.is_some() && group == model.groups.get(other))
            };
            prop_assert!(
                ending.outcome != Outcome::HandedBack
                    || (model.supports_hand_back.contains(id)
                        && model.handed_back.iter().any(caused_hand_back)),
                "{} was handed back unasked", id
            );
            let is_same_session = |other: &QuestionId| model.sessions[other] == model.sessions[id];
            prop_assert!(
                ending.outcome != Outcome::Refused || model.muted.iter().any(is_same_session),
                "{} was refused unmuted", id
            );
            let has_content = ending.outcome == Outcome::Accepted && !model.links.contains_key(id);
            prop_assert_eq!(ending.content.is_some(), has_content);
            if let Some(content) = &ending.content {
                let sent = content.get("name").and_then(serde_json::Value::as_str);
                prop_assert_eq!(sent, model.typed.get(id).map(String::as_str));
                prop_assert!(ending.shown_at.is_some(), "{} was answered unseen", id);
            }
        }
        prop_assert_eq!(ended.len(), model.order.len(), "some question never ended");
        let mut ended_links = HashSet::new();
        for (id, _) in &harness.ended_links {
            prop_assert!(ended_links.insert(*id), "the link of {} ended twice", id);
        }
        for (id, _, ending) in &harness.ended {
            let consented = ending.outcome == Outcome::Accepted && model.links.contains_key(id);
            prop_assert_eq!(ended_links.contains(id), consented, "the link of {} ended unopened", id);
        }
        prop_assert!(harness.board.summaries(&harness.now).is_empty());
    }
}
