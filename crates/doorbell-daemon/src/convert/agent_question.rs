//! Question sets, plans and notices.

use doorbell_core::agent_question::AgentQuestion;
use doorbell_core::plan::{Plan, PlanChoice};
use doorbell_core::question_set::{ChoiceOption, ChoiceQuestion, QuestionSet};
use doorbell_core::view::{NoticeReason, QuestionKindView};
use doorbell_protocol::RpcError;

use super::AskError;

pub fn read(question: doorbell_protocol::AgentQuestion) -> Result<AgentQuestion, AskError> {
    Ok(match question {
        doorbell_protocol::AgentQuestion::Questions(questions) => {
            let questions = questions.into_iter().map(choice_question).collect();
            let set = QuestionSet::new(questions)
                .map_err(|error| refusal(error.is_over_limit(), &error))?;
            AgentQuestion::Questions(set)
        }
        doorbell_protocol::AgentQuestion::Plan { plan, choices } => {
            let choices = choices
                .into_iter()
                .map(|choice| PlanChoice {
                    id: choice.id,
                    label: choice.label,
                    effect: choice.effect,
                })
                .collect();
            let plan =
                Plan::new(plan, choices).map_err(|error| refusal(error.is_over_limit(), &error))?;
            AgentQuestion::Plan(plan)
        }
        doorbell_protocol::AgentQuestion::Notice(reason) => {
            AgentQuestion::Notice(notice_reason(reason).into())
        }
    })
}

fn notice_reason(reason: doorbell_protocol::NoticeReason) -> NoticeReason {
    match reason {
        doorbell_protocol::NoticeReason::Finished => NoticeReason::Finished,
        doorbell_protocol::NoticeReason::WaitsInTerminal => NoticeReason::WaitsInTerminal,
    }
}

pub fn kind(question: &doorbell_protocol::AgentQuestion) -> QuestionKindView {
    match question {
        doorbell_protocol::AgentQuestion::Questions(_) => QuestionKindView::Questions,
        doorbell_protocol::AgentQuestion::Plan { .. } => QuestionKindView::Plan,
        doorbell_protocol::AgentQuestion::Notice(_) => QuestionKindView::Notice,
    }
}

fn choice_question(question: doorbell_protocol::ChoiceQuestion) -> ChoiceQuestion {
    ChoiceQuestion {
        header: question.header,
        text: question.text,
        multiple: question.multiple,
        options: question
            .options
            .into_iter()
            .map(|option| ChoiceOption {
                label: option.label,
                description: option.description,
                preview: option.preview,
            })
            .collect(),
        other: !question.closed,
        note: question.note,
    }
}

fn refusal(is_over_limit: bool, error: &impl ToString) -> AskError {
    if is_over_limit {
        AskError::Refused(error.to_string())
    } else {
        AskError::Malformed(RpcError::invalid_params(format!(
            "params: {}",
            error.to_string()
        )))
    }
}
