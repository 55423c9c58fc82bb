//! Between the words of the wire and the words of the rules.

use std::sync::Arc;
use std::time::Duration;

use doorbell_core::known_program::Familiarity;
use doorbell_core::asker::{Asker, AskerId, Claims, Server};
use doorbell_core::board::{NewQuestion, LinkEnd, QuestionSummary, QuestionId, QuestionBody};
use doorbell_core::draft::Draft;
use doorbell_core::form::{Form, FormError, FormLimits};
use doorbell_core::link::{LinkError, assess};
use doorbell_core::lint::{Severity, lint};
use doorbell_core::outcome::{Answer, Ending, Outcome};
use doorbell_core::permission::Permission;
use doorbell_core::view::{DesktopFactsView, HomePage, QuestionKindView, NotificationSupportView};
use doorbell_protocol::{
    Action, AwaitDoneResult, DesktopStatus, DoneBy, DoneState, ElicitParams, ElicitResult, Key,
    Limits, ListedQuestion, NotificationStatus, OutcomeMeta, Page, PreviewFinding, PreviewParams,
    PreviewResult, PreviewSeverity, ElicitMode, RpcError,
};
use serde_json::json;

use crate::digest::Digest;

/// Why a question does not reach the board.
pub enum NotAsked {
    /// The params are malformed.
    Malformed(RpcError),
    /// A limit or a mute stands against it.
    Refused(String),
}

/// What is remembered when a question is asked.
pub struct Before {
    /// What the person typed when it was asked before.
    pub draft: Option<Draft>,
    /// Whether its asker has asked before.
    pub familiarity: Option<Familiarity>,
}

/// The page of Home that is meant.
pub fn page(page: Page) -> HomePage {
    match page {
        Page::Waiting => HomePage::Waiting,
        Page::History => HomePage::History,
        Page::Askers => HomePage::Askers,
        Page::Agents => HomePage::Agents,
        Page::Settings => HomePage::Settings,
    }
}

/// What the desktop can do, in the wire's words.
pub fn desktop_status(facts: &DesktopFactsView) -> DesktopStatus {
    DesktopStatus {
        notifications: match facts.notifications {
            NotificationSupportView::Missing => NotificationStatus::Missing,
            NotificationSupportView::WithoutButtons => NotificationStatus::WithoutButtons,
            NotificationSupportView::WithButtons => NotificationStatus::WithButtons,
        },
        tray: facts.tray,
        polite_window: facts.polite_window,
    }
}

/// The question an asker puts, with what it says about it.
pub fn asked(
    params: ElicitParams,
    (asker, claims): (Arc<Asker>, Claims),
    before: Before,
    limits: &Limits,
) -> Result<NewQuestion, NotAsked> {
    if params.message.len() > limits.message_bytes {
        return Err(NotAsked::Refused(format!(
            "The message has {} bytes, more than the {} that Doorbell shows.",
            params.message.len(),
            limits.message_bytes
        )));
    }
    let wanted = match params.mode {
        ElicitMode::Form(schema) => {
            let form_limits = FormLimits {
                fields: limits.fields,
                options: limits.options,
                ..FormLimits::default()
            };
            let form = Form::read(&params.message, &schema, &form_limits).map_err(not_asked)?;
            QuestionBody::Form(form)
        }
        ElicitMode::Url {
            url,
            elicitation_id,
        } => QuestionBody::Link {
            link: assess(&url).map_err(not_opened)?,
            elicitation: elicitation_id,
            group: params.group,
        },
        ElicitMode::Permission { arguments, rules } => {
            let tool = claims.tool.as_deref().unwrap_or_default();
            let permission = Permission::new(tool, &arguments, &rules)
                .map_err(|too_much| NotAsked::Refused(too_much.to_string()))?;
            QuestionBody::Permission(permission)
        }
    };
    Ok(NewQuestion {
        asker,
        body: wanted,
        timeout: params.deadline_ms.map(Duration::from_millis),
        hand_back: params.hand_back,
        preview: params.preview,
        keyed: params.key.is_some(),
        draft: before.draft,
        familiarity: before.familiarity,
        claims,
        message: params.message,
    })
}

/// What the author of a server should know about a form.
pub fn preview(params: &PreviewParams) -> PreviewResult {
    let findings = lint(&params.message, &params.requested_schema).into_iter();
    PreviewResult {
        findings: findings
            .map(|finding| PreviewFinding {
                rule: finding.rule.to_owned(),
                severity: match finding.severity {
                    Severity::Error => PreviewSeverity::Error,
                    Severity::Warning => PreviewSeverity::Warning,
                },
                field: finding.field,
                text: finding.text,
            })
            .collect(),
    }
}

/// What is asked for, in a word.
pub fn kind(request: &ElicitMode) -> QuestionKindView {
    match request {
        ElicitMode::Form(_) => QuestionKindView::Form,
        ElicitMode::Url { .. } => QuestionKindView::Link,
        ElicitMode::Permission { .. } => QuestionKindView::Permission,
    }
}

/// How a link was finished, in the words of the wire.
pub fn finished(finish: LinkEnd) -> AwaitDoneResult {
    let (state, by) = match finish {
        LinkEnd::DoneByServer => (DoneState::Done, Some(DoneBy::Server)),
        LinkEnd::DoneByPerson => (DoneState::Done, Some(DoneBy::Person)),
        LinkEnd::CancelledByPerson => (DoneState::Cancelled, Some(DoneBy::Person)),
        LinkEnd::AskerLeft => (DoneState::Cancelled, None),
        LinkEnd::Expired => (DoneState::Expired, None),
    };
    AwaitDoneResult { state, by }
}

/// What an asker says about its question.
pub fn claims(params: &ElicitParams) -> Claims {
    let server = params.server.clone();
    Claims {
        server: server.map(|server| Server {
            name: server.title.unwrap_or(server.name),
            version: server.version,
            place: server.command.or(server.url),
        }),
        agent: params.agent.clone(),
        tool: params.tool.clone(),
        session: params.session.clone(),
        project: params.project.clone(),
    }
}

/// What is asked for, as text that tells one from another.
pub fn request_text(request: &ElicitMode) -> String {
    match request {
        ElicitMode::Form(schema) => schema.to_string(),
        ElicitMode::Url {
            url,
            elicitation_id,
        } => json!([url, elicitation_id]).to_string(),
        ElicitMode::Permission { arguments, rules } => json!([arguments, rules]).to_string(),
    }
}

/// What must be the same when a question is asked again with its key: everything but what belongs to
/// one connection, and the time that is left.
pub fn same_params(params: &ElicitParams, request_text: &str) -> Digest {
    let ElicitParams {
        message,
        mode: request,
        progress_token: _,
        server,
        agent,
        tool,
        session,
        project,
        deadline_ms: _,
        hand_back,
        preview,
        group,
        key,
    } = params;
    let mode = match request {
        ElicitMode::Form(_) => "form",
        ElicitMode::Url { .. } => "url",
        ElicitMode::Permission { .. } => "permission",
    };
    let server = server.as_ref().map(|server| json!(server).to_string());
    let flags = [u8::from(*hand_back), u8::from(*preview)];
    let texts = [
        Some(mode),
        Some(message),
        Some(request_text),
        server.as_deref(),
        agent.as_deref(),
        tool.as_deref(),
        session.as_deref(),
        project.as_deref(),
        group.as_deref(),
        key.as_ref().map(Key::as_str),
    ];
    let texts = texts.map(|text| text.map(str::as_bytes));
    Digest::of_some(texts.into_iter().chain([Some(flags.as_slice())]))
}

/// What must be the same for what was typed to be offered again: the program, by the system's word,
/// the project, the server, the message and the schema. Without a program there is nothing to go by,
/// in a link nothing is typed, and what is typed in a preview is worth nothing.
pub fn subject(params: &ElicitParams, request_text: &str, asker: &Asker) -> Option<Digest> {
    if params.preview || !matches!(params.mode, ElicitMode::Form(_)) {
        return None;
    }
    let program = asker.verified.program.path.as_deref()?;
    let project = params
        .project
        .as_deref()
        .or(asker.claimed.folder.as_deref());
    let server = params.server.as_ref();
    let place = server.and_then(|server| server.command.as_ref().or(server.url.as_ref()));
    let parts = [
        program,
        project.unwrap_or_default(),
        server.map_or(asker.claimed.client.as_str(), |server| &server.name),
        place.map_or("", String::as_str),
        &params.message,
        request_text,
    ];
    Some(Digest::of(parts.map(str::as_bytes)))
}

fn not_asked(unreadable: FormError) -> NotAsked {
    if unreadable.is_over_limit() {
        NotAsked::Refused(unreadable.to_string())
    } else {
        NotAsked::Malformed(RpcError::invalid_params(format!("params.{unreadable}")))
    }
}

fn not_opened(not_a_link: LinkError) -> NotAsked {
    match not_a_link {
        LinkError::Malformed => {
            NotAsked::Malformed(RpcError::invalid_params("params.url is not a URL"))
        }
        LinkError::Refused(rule) => NotAsked::Refused(rule.to_string()),
    }
}

/// The result for an ending; `None` if the asker no longer listens.
pub fn result(question: QuestionId, ending: &Ending) -> Option<ElicitResult> {
    let action = match ending.outcome.answer() {
        Answer::Accept => Action::Accept,
        Answer::Decline => Action::Decline,
        Answer::Cancel => Action::Cancel,
        Answer::NoReply => return None,
    };
    Some(ElicitResult::new(
        action,
        ending.content.clone(),
        OutcomeMeta {
            outcome: ending.outcome.name().to_owned(),
            reason: ending.reason.clone(),
            question: Some(question.to_string()),
            shown_at: ending.shown_at.map(|at| at.to_string()),
            answered_at: ending.answered_at.map(|at| at.to_string()),
        },
    ))
}

/// The result for a question that was taken back by its key.
pub fn withdrawn(question: QuestionId, ending: &Ending) -> ElicitResult {
    ElicitResult::new(
        Action::Cancel,
        None,
        OutcomeMeta {
            outcome: Outcome::Withdrawn.name().to_owned(),
            reason: Some("It was taken back by another connection.".to_owned()),
            question: Some(question.to_string()),
            shown_at: ending.shown_at.map(|at| at.to_string()),
            answered_at: None,
        },
    )
}

/// The result for a question that a limit stands against.
pub fn refused(reason: String) -> ElicitResult {
    ElicitResult::new(
        Action::Cancel,
        None,
        OutcomeMeta {
            outcome: Outcome::Refused.name().to_owned(),
            reason: Some(reason),
            question: None,
            shown_at: None,
            answered_at: None,
        },
    )
}

/// A line of the list for `caller`: its own questions in full, of others only what tells them
/// apart.
pub fn listed(question: QuestionSummary, caller: AskerId) -> ListedQuestion {
    let own = question.asker == caller;
    ListedQuestion {
        question: question.question.to_string(),
        agent: question.agent,
        age: question.age.as_secs(),
        message: own.then_some(question.message),
        server: question.server.filter(|_| own),
    }
}
