//! `doorbell/questions`, `doorbell/plan` and `doorbell/notice`: what agents ask themselves.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::params::Members;
use crate::{RpcError, without_nulls};

#[derive(Clone, Debug, PartialEq)]
pub enum AgentQuestion {
    /// `doorbell/questions`
    Questions(Vec<ChoiceQuestion>),
    /// `doorbell/plan`
    Plan {
        /// Markdown, shown whole.
        plan: String,
        choices: Vec<PlanChoice>,
    },
    /// `doorbell/notice`, which needs no answer.
    Notice(NoticeReason),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceQuestion {
    /// A word or two, above the question.
    pub header: String,
    pub text: String,
    /// True if several options can be chosen.
    pub multiple: bool,
    pub options: Vec<ChoiceOption>,
    /// True if the person cannot write another answer.
    pub closed: bool,
    /// True if the person can add a note.
    pub note: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceOption {
    /// Sent back unchanged.
    pub label: String,
    pub description: String,
    /// Markdown or plain text.
    pub preview: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanChoice {
    /// Sent back.
    pub id: String,
    pub label: String,
    /// What happens then, in words.
    pub effect: String,
}

/// The content of a result of `doorbell/questions`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionsAnswer {
    /// One for each question, in order.
    pub answers: Vec<ChoiceAnswer>,
}

/// What the person answered to one question.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceAnswer {
    /// Labels of options, as they were sent.
    pub chosen: Vec<String>,
    /// An answer that is not among the options.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub other: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub note: Option<String>,
}

impl QuestionsAnswer {
    /// Returns `None` if the content is not that of a question set.
    pub fn read(content: Option<&Map<String, Value>>) -> Option<Self> {
        Self::deserialize(Value::Object(content?.clone())).ok()
    }
}

/// The content of a result of `doorbell/plan`.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanAnswer {
    /// The id of the chosen choice. `None` if the plan was declined.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub choice: Option<String>,
    /// What to change, about the whole plan.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub feedback: Option<String>,
    /// In the order of the plan's lines.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub comments: Vec<PlanComment>,
}

/// What the person wrote about a line of the plan.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanComment {
    /// Counted from 1, in the plan as it was sent.
    pub line: usize,
    /// The line itself. Long ones are cut.
    pub text: String,
    pub comment: String,
}

/// Without what the person wrote.
impl std::fmt::Debug for PlanAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PlanAnswer")
            .field("choice", &self.choice)
            .finish_non_exhaustive()
    }
}

/// Without what the person wrote.
impl std::fmt::Debug for PlanComment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PlanComment")
            .field("line", &self.line)
            .finish_non_exhaustive()
    }
}

impl PlanAnswer {
    /// Returns `None` if the content is not that of a plan. A declined plan may have none.
    pub fn read(content: Option<&Map<String, Value>>) -> Option<Self> {
        match content {
            None => Some(Self::default()),
            Some(content) => Self::deserialize(Value::Object(content.clone())).ok(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeReason {
    Finished,
    /// The agent asks something that only the terminal can answer.
    WaitsInTerminal,
}

impl AgentQuestion {
    /// Reads the list of questions that `doorbell/questions` takes.
    ///
    /// # Errors
    /// Names the member that is wrong.
    pub fn questions(list: Value) -> Result<Self, RpcError> {
        let params = json!({"questions": list});
        Self::read(
            "doorbell/questions",
            &Members::required(Some(&params), "params")?,
        )
    }

    pub(crate) fn method(&self) -> &'static str {
        match self {
            Self::Questions(_) => "doorbell/questions",
            Self::Plan { .. } => "doorbell/plan",
            Self::Notice(_) => "doorbell/notice",
        }
    }

    /// Reads the members that only this kind of question has.
    pub(crate) fn read(method: &str, params: &Members<'_>) -> Result<Self, RpcError> {
        Ok(match method {
            "doorbell/questions" => Self::Questions(objects(params, "questions", question)?),
            "doorbell/plan" => Self::Plan {
                plan: params.required_string("plan")?,
                choices: objects(params, "choices", |members| {
                    Ok(PlanChoice {
                        id: members.required_name("id")?,
                        label: members.required_string("label")?,
                        effect: members.string("effect")?.unwrap_or_default(),
                    })
                })?,
            },
            _ => Self::Notice(match params.required_string("reason")?.as_str() {
                "finished" => NoticeReason::Finished,
                "waitsInTerminal" => NoticeReason::WaitsInTerminal,
                _ => {
                    let problem = "must be \"finished\" or \"waitsInTerminal\"";
                    return Err(params.error("reason", problem));
                }
            }),
        })
    }

    /// Only the members that `read` reads.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Questions(questions) => {
                let questions: Vec<_> = questions.iter().map(question_value).collect();
                json!({"questions": questions})
            }
            Self::Plan { plan, choices } => {
                let choices: Vec<_> = choices
                    .iter()
                    .map(|choice| {
                        let effect = not_empty(&choice.effect);
                        without_nulls(
                            json!({"id": choice.id, "label": choice.label, "effect": effect}),
                        )
                    })
                    .collect();
                json!({"plan": plan, "choices": choices})
            }
            Self::Notice(NoticeReason::Finished) => json!({"reason": "finished"}),
            Self::Notice(NoticeReason::WaitsInTerminal) => json!({"reason": "waitsInTerminal"}),
        }
    }
}

fn question(members: &Members<'_>) -> Result<ChoiceQuestion, RpcError> {
    Ok(ChoiceQuestion {
        header: members.string("header")?.unwrap_or_default(),
        text: members.required_string("text")?,
        multiple: members.flag("multiple")?,
        options: objects(members, "options", |members| {
            Ok(ChoiceOption {
                label: members.required_string("label")?,
                description: members.string("description")?.unwrap_or_default(),
                preview: members.string("preview")?,
            })
        })?,
        closed: members.flag("closed")?,
        note: members.flag("note")?,
    })
}

fn question_value(question: &ChoiceQuestion) -> Value {
    let options: Vec<_> = question
        .options
        .iter()
        .map(|option| {
            without_nulls(json!({
                "label": option.label,
                "description": not_empty(&option.description),
                "preview": option.preview,
            }))
        })
        .collect();
    without_nulls(json!({
        "header": not_empty(&question.header),
        "text": question.text,
        "multiple": question.multiple.then_some(true),
        "options": Some(options).filter(|options| !options.is_empty()),
        "closed": question.closed.then_some(true),
        "note": question.note.then_some(true),
    }))
}

/// Reads a list of objects; an absent list is empty.
fn objects<T>(
    members: &Members<'_>,
    name: &str,
    read: impl Fn(&Members<'_>) -> Result<T, RpcError>,
) -> Result<Vec<T>, RpcError> {
    members.objects(name)?.iter().map(read).collect()
}

fn not_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
