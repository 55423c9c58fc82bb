//! What crosses Doorbell's socket: the messages, their framing and its limits, where the socket
//! is, and a client.
//!
//! The wire is JSON-RPC 2.0, one UTF-8 object a line: the framing of MCP's stdio transport, so
//! that an MCP client can forward an `elicitation/create` as it received it. `docs/protocol.md`
//! describes every message; `docs/protocol/` holds one golden file for each.
//!
//! Text in an error names the field that is wrong and never quotes what was sent: what was sent
//! may be private, and errors end up in logs.

pub mod client;
mod elicitation;
mod error;
mod field_kind;
mod frame;
mod headers;
mod hello;
mod key;
mod limits;
mod listener;
mod message;
mod place;
mod poll;
mod preview;
mod read;
pub mod seat;
pub mod self_test;
mod service;

pub use elicitation::{
    Action, ElicitParams, ElicitResult, OutcomeMeta, ProgressToken, Request, ServerClaim, present,
};
pub use error::{RpcError, code, in_one_line};
pub use field_kind::FieldKind;
pub use frame::{LineTooLong, Lines};
pub use headers::is_reserved_header;
pub use hello::{Capabilities, ClientInfo, ElicitationModes, HelloParams, HelloResult};
pub use key::{KEY_BYTES, Key};
pub use limits::Limits;
pub use listener::Stranger;
pub use message::{Call, FromAsker, FromDoorbell, Malformed, Notice, RequestId};
pub use place::{
    PlaceError, SOCKET_VARIABLE, data_path, lock_path, prepare_directory, runtime_home,
    settings_path, socket_path,
};
pub use poll::poll;
pub use preview::{PreviewFinding, PreviewParams, PreviewResult, PreviewWeight};
pub use read::{NAME_BYTES, PLACE_BYTES};
pub use service::{
    AwaitDoneParams, AwaitDoneResult, DesktopStatus, DoneBy, DoneState, ListResult, ListedQuestion,
    NotificationStatus, OpenParams, OpenResult, Page, ProgressParams, StatusAsker, StatusResult,
    StopParams, StopResult, WithdrawParams, WithdrawResult,
};

/// The protocol spoken here. It changes only when an older peer could misunderstand a newer one,
/// and has nothing to do with the program's version.
pub const PROTOCOL: u64 = 1;
