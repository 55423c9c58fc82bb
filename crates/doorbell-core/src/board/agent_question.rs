//! Question sets, plans and notices: edits and answers.

use std::time::Duration;

use serde_json::{Map, json};

use super::Board;
use super::question::{BodyState, QuestionId};
use crate::agent_question::AgentQuestion;
use crate::form::Input;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::plan::Plan;
use crate::question_set::{ChoiceAnswer, FIELDS, QuestionSet, written};
use crate::view::{
    BodyView, CheckView, FieldCheckView, NoticeReason, PressReply, QuestionKindView,
};

/// A notice closes by itself after this time.
pub const NOTICE_LIFETIME: Duration = Duration::from_secs(10 * 60);

pub(super) enum AgentBody {
    Questions {
        set: QuestionSet,
        answers: Vec<ChoiceAnswer>,
    },
    Plan {
        plan: Plan,
        /// What the person wants changed.
        feedback: String,
    },
    Notice(NoticeReason),
}

impl AgentBody {
    pub fn new(question: AgentQuestion) -> Self {
        match question {
            AgentQuestion::Questions(set) => Self::Questions {
                answers: set.empty_answers(),
                set,
            },
            AgentQuestion::Plan(plan) => Self::Plan {
                plan,
                feedback: String::new(),
            },
            AgentQuestion::Notice(reason) => Self::Notice(reason),
        }
    }

    pub fn kind(&self) -> QuestionKindView {
        match self {
            Self::Questions { .. } => QuestionKindView::Questions,
            Self::Plan { .. } => QuestionKindView::Plan,
            Self::Notice(_) => QuestionKindView::Notice,
        }
    }

    /// The question set has [`FIELDS`] for each question; a plan has one, what to change.
    pub fn edit(&mut self, field: usize, input: Input, touched: &mut bool) -> bool {
        match (self, input) {
            (Self::Questions { set, answers }, input) => {
                let index = field / FIELDS;
                let (Some(question), Some(answer)) =
                    (set.questions().get(index), answers.get_mut(index))
                else {
                    return false;
                };
                let before = answer.clone();
                let is_stored = question.edit(answer, field % FIELDS, input);
                *touched |= *answer != before;
                is_stored
            }
            (Self::Plan { feedback, .. }, Input::Text { text }) if field == 0 => {
                *touched |= *feedback != text;
                *feedback = text;
                true
            }
            (Self::Plan { feedback, .. }, Input::Empty) if field == 0 => {
                *touched |= !feedback.is_empty();
                feedback.clear();
                true
            }
            (Self::Plan { .. } | Self::Notice(_), _) => false,
        }
    }

    /// What follows the asker in a title.
    pub fn wants(&self) -> &'static str {
        match self {
            Self::Questions { .. } => "asks",
            Self::Plan { .. } => "wants a plan approved",
            Self::Notice(NoticeReason::Finished) => "has finished",
            Self::Notice(NoticeReason::WaitsInTerminal) => "waits in the terminal",
        }
    }

    /// Stands for a missing message outside the window.
    pub fn first_words(&self) -> &str {
        match self {
            Self::Questions { set, .. } => set
                .questions()
                .first()
                .map_or("", |question| question.text.as_str()),
            Self::Plan { plan, .. } => plan.text().trim_start_matches(['#', ' ']),
            Self::Notice(NoticeReason::Finished) => "Finished",
            Self::Notice(NoticeReason::WaitsInTerminal) => "Waits for you in the terminal",
        }
    }

    pub fn view(&self) -> BodyView {
        match self {
            Self::Questions { set, answers } => BodyView::Questions {
                questions: set.view(answers),
            },
            Self::Plan { plan, feedback } => BodyView::Plan {
                plan: plan.view(feedback),
            },
            Self::Notice(reason) => BodyView::Notice { reason: *reason },
        }
    }
}

impl Board {
    pub(super) fn send_answers(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let Some(AgentBody::Questions { set, answers }) = self.agent_body(id) else {
            return PressReply::Stale;
        };
        let problems = set.problems(answers);
        if let Some(first) = problems.iter().position(Option::is_some) {
            let check = CheckView {
                problems: problems.iter().flatten().count(),
                fields: problems
                    .into_iter()
                    .map(|problem| FieldCheckView {
                        problem: problem.map(str::to_owned),
                        sent_as: None,
                        secret: None,
                    })
                    .collect(),
                preview: String::new(),
            };
            return PressReply::Problems { check, first };
        }
        let content = set.content(answers);
        self.end_with(id, "Sent to", Outcome::Accepted, Some(content), now)
    }

    pub(super) fn press_choose(
        &mut self,
        id: QuestionId,
        choice: usize,
        now: &Moment,
    ) -> PressReply {
        let Some(AgentBody::Plan { plan, feedback }) = self.agent_body(id) else {
            return PressReply::Stale;
        };
        let Some(choice) = plan.choice(choice) else {
            return PressReply::Stale;
        };
        let mut content = feedback_content(feedback).unwrap_or_default();
        content.insert("choice".to_owned(), json!(choice.id));
        self.end_with(id, "Sent to", Outcome::Accepted, Some(content), now)
    }

    pub(super) fn decline_plan(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let Some(AgentBody::Plan { feedback, .. }) = self.agent_body(id) else {
            return PressReply::Stale;
        };
        let content = feedback_content(feedback);
        self.end_with(id, "Declined", Outcome::Declined, content, now)
    }

    pub(super) fn close_notice(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        self.end_with(id, "Closed", Outcome::Accepted, None, now)
    }

    fn end_with(
        &mut self,
        id: QuestionId,
        done: &str,
        outcome: Outcome,
        content: Option<Map<String, serde_json::Value>>,
        now: &Moment,
    ) -> PressReply {
        let Some(question) = self.question_mut(id) else {
            return PressReply::Stale;
        };
        let done = format!("{done} {}.", question.headline());
        self.end_by_person(id, outcome, content, now);
        self.show_next(Some(done), now);
        PressReply::Done
    }

    fn agent_body(&self, id: QuestionId) -> Option<&AgentBody> {
        let question = self.questions.iter().find(|question| question.id == id)?;
        match &question.body {
            BodyState::Agent(body) => Some(body),
            BodyState::Form { .. } | BodyState::Link(_) | BodyState::Permission(_) => None,
        }
    }
}

fn feedback_content(feedback: &str) -> Option<Map<String, serde_json::Value>> {
    let feedback = written(feedback);
    (!feedback.is_empty()).then(|| Map::from_iter([("feedback".to_owned(), json!(feedback))]))
}
