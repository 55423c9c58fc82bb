//! Converts between the protocol's types and core's types.

mod agent_question;
mod permission;

use std::sync::Arc;
use std::time::Duration;

use doorbell_core::asker::{Asker, AskerId, Claims, Server};
use doorbell_core::board::{LinkEnd, NewQuestion, QuestionBody, QuestionId, QuestionSummary};
use doorbell_core::draft::Draft;
use doorbell_core::form::{AnswerLabels, Form, FormError, FormLimits};
use doorbell_core::known_program::Familiarity;
use doorbell_core::link::{LinkError, assess};
use doorbell_core::lint::{Severity, lint};
use doorbell_core::outcome::{self, Answer, Ending, Outcome};
use doorbell_core::permission::{Permission, PermissionError};
use doorbell_core::sessions::SessionState;
use doorbell_core::view::{
    DesktopFactsView, HomePage, NoticeReason, NotificationSupportView, ProgramCheck,
    QuestionKindView,
};
use doorbell_protocol::{
    Action, AwaitDoneResult, Call, DesktopStatus, DoneBy, DoneState, ElicitMode, ElicitParams,
    ElicitResult, Key, Limits, ListedQuestion, NotificationStatus, OutcomeMeta, Page,
    PreviewFinding, PreviewParams, PreviewResult, PreviewSeverity, ProgressToken, RpcError,
    SessionParams, WithdrawName, WithdrawReason,
};
use serde_json::json;

use crate::digest::Digest;
use crate::event::Request;

/// Why a question does not reach the board.
pub enum AskError {
    Malformed(RpcError),
    /// A limit or a mute applies, for this reason.
    Refused(String),
}

/// What is known from earlier questions.
pub struct Remembered {
    pub draft: Option<Draft>,
    pub familiarity: Option<Familiarity>,
}

/// A question whose body was read. Its request, which may be long, is gone.
pub struct ReadQuestion {
    pub message: String,
    pub claims: Claims,
    pub kind: QuestionKindView,
    pub body: Result<QuestionBody, AskError>,
    /// The key, with the digest of the params that belong to it.
    pub key: Option<(Key, Digest)>,
    pub withdraw_name: Option<WithdrawName>,
    pub progress_token: Option<ProgressToken>,
    pub draft_key: Option<Digest>,
    pub timeout: Option<Duration>,
    pub hand_back: bool,
    pub preview: bool,
}

pub fn page(page: Page) -> HomePage {
    match page {
        Page::Waiting => HomePage::Waiting,
        Page::Sessions => HomePage::Sessions,
        Page::History => HomePage::History,
        Page::Sources => HomePage::Askers,
        Page::Agents => HomePage::Agents,
        Page::Settings => HomePage::Settings,
    }
}

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

/// Reads a request. This takes milliseconds for a large form.
pub fn read_request(call: Call, asker: &Asker, limits: &Limits) -> Request {
    match call {
        Call::Hello(_) => Request::Hello,
        Call::Elicit(params) => Request::Ask(Box::new(read_question(*params, asker, limits))),
        Call::Preview(params) => Request::Preview(preview(&params)),
        Call::List => Request::List,
        Call::Status => Request::Status,
        Call::Open(params) => Request::Open(params),
        Call::AwaitDone(params) => Request::AwaitDone(params),
        Call::Withdraw(params) => Request::Withdraw(params),
        Call::Session(params) => Request::Session(params),
        Call::Stop(params) => Request::Stop(params),
    }
}

fn read_question(mut params: ElicitParams, asker: &Asker, limits: &Limits) -> ReadQuestion {
    let request_text = request_text(&params.mode);
    let draft_key = draft_key(&params, &request_text, asker);
    let digest = params
        .key
        .is_some()
        .then(|| params_digest(&params, &request_text));
    let claims = claims(&params);
    ReadQuestion {
        kind: kind(&params.mode),
        key: params.key.take().zip(digest),
        withdraw_name: params.withdraw_name.take(),
        progress_token: params.progress_token.take(),
        draft_key,
        timeout: params.deadline_ms.map(Duration::from_millis),
        hand_back: params.hand_back,
        preview: params.preview,
        message: params.message.clone(),
        body: read_body(params, &claims, limits),
        claims,
    }
}

fn read_body(
    params: ElicitParams,
    claims: &Claims,
    limits: &Limits,
) -> Result<QuestionBody, AskError> {
    if params.message.len() > limits.message_bytes {
        return Err(AskError::Refused(format!(
            "The message has {} bytes, more than the {} that Doorbell shows.",
            params.message.len(),
            limits.message_bytes
        )));
    }
    Ok(match params.mode {
        ElicitMode::Form(schema) => {
            let form_limits = FormLimits {
                fields: limits.fields,
                options: limits.options,
                options_per_form: limits.options_per_form,
                text_bytes: limits.text_bytes,
                ..FormLimits::default()
            };
            let form = Form::read(&params.message, &schema, &form_limits).map_err(form_error)?;
            QuestionBody::Form(form.with_labels(AnswerLabels {
                yes: params.yes_label,
                no: params.no_label,
            }))
        }
        ElicitMode::Url {
            url,
            elicitation_id,
        } => QuestionBody::Link {
            link: assess(&url).map_err(link_error)?,
            elicitation: elicitation_id,
            group: params.group,
        },
        ElicitMode::Permission(permission) => {
            let permission = permission::new_permission(*permission, claims);
            let permission = Permission::new(permission).map_err(permission_error)?;
            QuestionBody::Permission(Box::new(permission))
        }
        ElicitMode::Agent(question) => QuestionBody::Agent(agent_question::read(question)?),
    })
}

impl ReadQuestion {
    pub fn into_new(
        self,
        asker: Arc<Asker>,
        remembered: Remembered,
    ) -> Result<NewQuestion, AskError> {
        Ok(NewQuestion {
            asker,
            body: self.body?,
            timeout: self.timeout,
            hand_back: self.hand_back,
            preview: self.preview,
            keyed: self.key.is_some(),
            draft: remembered.draft,
            familiarity: remembered.familiarity,
            claims: self.claims,
            message: self.message,
        })
    }
}

/// Lints a form for the author of its server.
fn preview(params: &PreviewParams) -> PreviewResult {
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

fn kind(request: &ElicitMode) -> QuestionKindView {
    match request {
        ElicitMode::Form(_) => QuestionKindView::Form,
        ElicitMode::Url { .. } => QuestionKindView::Link,
        ElicitMode::Permission(_) => QuestionKindView::Permission,
        ElicitMode::Agent(question) => agent_question::kind(question),
    }
}

pub fn link_result(finish: LinkEnd) -> AwaitDoneResult {
    let (state, by) = match finish {
        LinkEnd::DoneByServer => (DoneState::Done, Some(DoneBy::Server)),
        LinkEnd::DoneByPerson => (DoneState::Done, Some(DoneBy::Person)),
        LinkEnd::CancelledByPerson => (DoneState::Cancelled, Some(DoneBy::Person)),
        LinkEnd::AskerLeft => (DoneState::Cancelled, None),
        LinkEnd::Expired => (DoneState::Expired, None),
    };
    AwaitDoneResult { state, by }
}

fn claims(params: &ElicitParams) -> Claims {
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

pub fn session_claims(params: &SessionParams) -> Claims {
    Claims {
        agent: params.agent.clone(),
        session: params.session.clone(),
        project: params.project.clone(),
        ..Claims::default()
    }
}

/// Returns `None` for a session that has ended, and the reason for a notice if there may be one.
pub fn session_state(
    state: doorbell_protocol::SessionState,
) -> Option<(SessionState, Option<NoticeReason>)> {
    match state {
        doorbell_protocol::SessionState::Working => Some((SessionState::Working, None)),
        doorbell_protocol::SessionState::Finished => {
            Some((SessionState::Finished, Some(NoticeReason::Finished)))
        }
        doorbell_protocol::SessionState::WaitsInTerminal => Some((
            SessionState::WaitsInTerminal,
            Some(NoticeReason::WaitsInTerminal),
        )),
        doorbell_protocol::SessionState::Ended => None,
    }
}

/// Returns the request as text for a digest.
fn request_text(request: &ElicitMode) -> String {
    match request {
        ElicitMode::Form(schema) => schema.to_string(),
        ElicitMode::Url {
            url,
            elicitation_id,
        } => json!([url, elicitation_id]).to_string(),
        ElicitMode::Permission(permission) => json!(permission).to_string(),
        ElicitMode::Agent(question) => question.to_value().to_string(),
    }
}

/// Returns a digest of the params that must be the same when a question is resumed by its key. The
/// progress token belongs to one connection, and the deadline gets shorter.
fn params_digest(params: &ElicitParams, request_text: &str) -> Digest {
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
        yes_label,
        no_label,
        group,
        key,
        withdraw_name,
    } = params;
    let mode = match request {
        ElicitMode::Form(_) => "form",
        ElicitMode::Url { .. } => "url",
        ElicitMode::Permission(_) => "permission",
        ElicitMode::Agent(_) => "agent",
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
    let withdraw_name = withdraw_name.as_ref().map(|name| name.as_str().as_bytes());
    let parts = texts.into_iter().chain([Some(flags.as_slice())]);
    let labels = [yes_label, no_label].map(|label| label.as_deref().map(str::as_bytes));
    let labels = labels
        .into_iter()
        .filter(|_| yes_label.is_some() || no_label.is_some());
    // Without a name or labels the digest is that of earlier versions.
    Digest::of_optional(parts.chain(withdraw_name.map(Some)).chain(labels))
}

/// Returns the key under which the draft of a form is kept: a digest of the program, the
/// project, the server, the message and the schema. Links and previews have no drafts, nor have
/// askers whose program is unknown or has changed.
fn draft_key(params: &ElicitParams, request_text: &str, asker: &Asker) -> Option<Digest> {
    if params.preview || !matches!(params.mode, ElicitMode::Form(_)) {
        return None;
    }
    let verified = Some(&asker.verified).filter(|it| it.check != ProgramCheck::Changed)?;
    let program = verified.program.path.as_deref()?;
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

fn form_error(unreadable: FormError) -> AskError {
    if unreadable.is_over_limit() {
        AskError::Refused(unreadable.to_string())
    } else {
        AskError::Malformed(RpcError::invalid_params(format!("params.{unreadable}")))
    }
}

fn permission_error(error: PermissionError) -> AskError {
    if error.is_over_limit() {
        AskError::Refused(error.to_string())
    } else {
        AskError::Malformed(RpcError::invalid_params(format!("params.{error}")))
    }
}

fn link_error(error: LinkError) -> AskError {
    match error {
        LinkError::Malformed => {
            AskError::Malformed(RpcError::invalid_params("params.url is not a URL"))
        }
        LinkError::Refused(rule) => AskError::Refused(rule.to_string()),
    }
}

/// Returns the result for an ending; `None` if the asker gets no response.
pub fn ending_result(question: QuestionId, ending: &Ending) -> Option<ElicitResult> {
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
            because: None,
            question: Some(question.to_string()),
            shown_at: ending.shown_at.map(|at| at.to_string()),
            answered_at: ending.answered_at.map(|at| at.to_string()),
        },
    ))
}

pub fn withdraw_reason(reason: WithdrawReason) -> outcome::WithdrawReason {
    match reason {
        WithdrawReason::AnsweredInTerminal => outcome::WithdrawReason::AnsweredInTerminal,
        WithdrawReason::TurnEnded => outcome::WithdrawReason::TurnEnded,
    }
}

/// Returns the result for a question that another connection withdrew.
pub fn withdrawn_result(
    question: QuestionId,
    because: Option<WithdrawReason>,
    ending: &Ending,
) -> ElicitResult {
    ElicitResult::new(
        Action::Cancel,
        None,
        OutcomeMeta {
            outcome: Outcome::Withdrawn.name().to_owned(),
            reason: Some("It was taken back by another connection.".to_owned()),
            because: because.map(|because| because.name().to_owned()),
            question: Some(question.to_string()),
            shown_at: ending.shown_at.map(|at| at.to_string()),
            answered_at: None,
        },
    )
}

pub fn refused_result(reason: String) -> ElicitResult {
    ElicitResult::new(
        Action::Cancel,
        None,
        OutcomeMeta {
            outcome: Outcome::Refused.name().to_owned(),
            reason: Some(reason),
            ..OutcomeMeta::default()
        },
    )
}

/// Returns a list entry for `caller`. Only its own questions include the message and server.
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
