//! Question sets, plans and notices: edits and answers.

use std::time::Duration;

use serde_json::{Map, json};

use super::Board;
use super::notice::NoticeBody;
use super::question::{BodyState, QuestionId};
use crate::agent_question::AgentQuestion;
use crate::form::Input;
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::plan::{Plan, PlanAnswer};
use crate::question_set::{ChoiceAnswer, FIELDS, QuestionSet};
use crate::view::{BodyView, CheckView, FieldCheckView, PressReply, QuestionKindView};

/// A notice closes by itself after this time.
pub const NOTICE_LIFETIME: Duration = Duration::from_secs(10 * 60);
/// One about an agent session stays longer, because it also takes replies.
pub const SESSION_NOTICE_LIFETIME: Duration = Duration::from_secs(60 * 60);

pub(super) enum AgentBody {
    Questions {
        set: QuestionSet,
        answers: Vec<ChoiceAnswer>,
    },
    Plan {
        plan: Plan,
        answer: PlanAnswer,
    },
    Notice(NoticeBody),
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
                answer: PlanAnswer::default(),
            },
            AgentQuestion::Notice(notice) => Self::Notice(NoticeBody::new(notice)),
        }
    }

    pub fn kind(&self) -> QuestionKindView {
        match self {
            Self::Questions { .. } => QuestionKindView::Questions,
            Self::Plan { .. } => QuestionKindView::Plan,
            Self::Notice(_) => QuestionKindView::Notice,
        }
    }

    /// The question set has [`FIELDS`] for each question.
    pub fn edit(&mut self, field: usize, input: Input, touched: &mut bool) -> bool {
        match self {
            Self::Questions { set, answers } => {
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
            Self::Plan { plan, answer } => {
                let before = answer.clone();
                let is_stored = plan.edit(answer, field, input);
                *touched |= *answer != before;
                is_stored
            }
            Self::Notice(notice) => notice.edit(field, input, touched),
        }
    }

    /// What a question set can tell before it is sent: which answers look like secrets.
    pub fn check(&self) -> CheckView {
        let mut check = CheckView::empty();
        if let Self::Questions { set, answers } = self {
            check.fields = set
                .secrets(answers)
                .into_iter()
                .map(|secret| FieldCheckView {
                    problem: None,
                    sent_as: None,
                    secret,
                })
                .collect();
        }
        check
    }

    pub fn holds_secret(&self) -> bool {
        self.check()
            .fields
            .iter()
            .any(|field| field.secret.is_some())
    }

    pub fn takes_reply(&self) -> bool {
        matches!(self, Self::Notice(notice) if notice.takes_reply())
    }

    /// What follows the asker in a title.
    pub fn wants(&self) -> &'static str {
        match self {
            Self::Questions { .. } => "asks",
            Self::Plan { .. } => "wants a plan approved",
            Self::Notice(notice) => notice.wants(),
        }
    }

    /// Stands for a missing message outside the window.
    pub fn first_words(&self) -> &str {
        match self {
            Self::Questions { set, .. } => set
                .questions()
                .first()
                .map_or("", |question| question.text.as_str()),
            Self::Plan { plan, .. } => plan.text(),
            Self::Notice(notice) => notice.first_words(),
        }
    }

    pub fn view(&self) -> BodyView {
        match self {
            Self::Questions { set, answers } => BodyView::Questions {
                questions: set.view(answers),
                check: self.check(),
            },
            Self::Plan { plan, answer } => BodyView::Plan {
                plan: plan.view(answer),
            },
            Self::Notice(notice) => notice.view(),
        }
    }
}

impl Board {
    pub(super) fn send_answers(
        &mut self,
        id: QuestionId,
        secrets_too: bool,
        now: &Moment,
    ) -> PressReply {
        let Some(AgentBody::Questions { set, answers }) = self.agent_body(id) else {
            return self.send_reply(id, now);
        };
        let problems = set.problems(answers);
        if let Some(first) = problems.iter().position(Option::is_some) {
            let mut check = CheckView::empty();
            check.problems = problems.iter().flatten().count();
            check.fields = problems
                .into_iter()
                .zip(set.secrets(answers))
                .map(|(problem, secret)| FieldCheckView {
                    problem: problem.map(str::to_owned),
                    sent_as: None,
                    secret,
                })
                .collect();
            return PressReply::Problems { check, first };
        }
        let secret = set.secrets(answers).iter().position(Option::is_some);
        if let (false, Some(field)) = (secrets_too, secret) {
            return PressReply::SecretHeld { field };
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
        let Some(AgentBody::Plan { plan, answer }) = self.agent_body(id) else {
            return PressReply::Stale;
        };
        let Some(choice) = plan.choice(choice) else {
            return PressReply::Stale;
        };
        let mut content = plan.content(answer);
        content.insert("choice".to_owned(), json!(choice.id));
        self.end_with(id, "Sent to", Outcome::Accepted, Some(content), now)
    }

    pub(super) fn decline_plan(&mut self, id: QuestionId, now: &Moment) -> PressReply {
        let Some(AgentBody::Plan { plan, answer }) = self.agent_body(id) else {
            return PressReply::Stale;
        };
        let content = Some(plan.content(answer)).filter(|content| !content.is_empty());
        self.end_with(id, "Sent back to", Outcome::Declined, content, now)
    }

    pub(super) fn end_with(
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
