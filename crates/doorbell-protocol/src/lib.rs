//! Doorbell's socket protocol: messages, framing, limits, paths, and a blocking client.
//!
//! The wire format is JSON-RPC 2.0, one UTF-8 object per line. This is the framing of MCP's stdio
//! transport, so an MCP client can forward an `elicitation/create` unchanged. `docs/protocol.md`
//! describes every message; `docs/protocol/` holds one golden file for each.
//!
//! Error texts name the invalid field and never quote the payload: it may be private, and errors
//! end up in logs.

#![allow(
    missing_docs,
    reason = "the crate is internal: docs state contracts, names say the rest"
)]

mod agent_question;
pub mod client;
mod control;
mod elicitation;
mod error;
mod field_kind;
mod headers;
mod hello;
mod key;
mod limits;
mod line_buffer;
mod listener;
mod message;
mod params;
mod paths;
mod permission;
mod poll;
mod preview;
pub mod seat;
pub mod self_test;
mod session;

pub use agent_question::{
    AgentQuestion, ChoiceAnswer, ChoiceOption, ChoiceQuestion, NoticeReason, PlanAnswer,
    PlanChoice, PlanComment, QuestionsAnswer,
};
pub use control::{
    AwaitDoneParams, AwaitDoneResult, DesktopStatus, DoneBy, DoneState, ListResult, ListedQuestion,
    NotificationStatus, OpenParams, OpenResult, Page, ProgressParams, StatusAsker, StatusResult,
    StopParams, StopResult, WithdrawParams, WithdrawReason, WithdrawResult, WithdrawnQuestions,
};
pub use elicitation::{
    Action, ElicitMode, ElicitParams, ElicitResult, MAX_LABEL_CHARACTERS, OutcomeMeta,
    ProgressToken, ServerClaim, is_label, without_nulls,
};
pub use error::{RpcError, code, error_chain};
pub use field_kind::FieldKind;
pub use headers::is_reserved_header;
pub use hello::{Capabilities, ClientInfo, ElicitationModes, HelloParams, HelloResult};
pub use key::{Key, MAX_KEY_BYTES, WithdrawName};
pub use limits::Limits;
pub use line_buffer::{LineBuffer, LineTooLong};
pub use listener::UnexpectedListener;
pub use message::{Call, FromAsker, FromDoorbell, Malformed, Notice, RequestId};
pub use params::{MAX_LOCATION_BYTES, MAX_NAME_BYTES};
pub use paths::{
    DirectoryError, SOCKET_VARIABLE, database_path, lock_path, prepare_socket_directory,
    settings_path, socket_path, user_runtime_directory,
};
pub use permission::{
    PermissionAction, PermissionAnswer, PermissionChoice, PermissionParams, TextChange,
};
pub use poll::poll;
pub use preview::{PreviewFinding, PreviewParams, PreviewResult, PreviewSeverity};
pub use session::{SessionParams, SessionResult, SessionState};

/// The protocol version. It changes only when an older peer could misunderstand a newer one, and is
/// independent of the program's version.
pub const PROTOCOL: u64 = 1;
