//! The limits that an asker must keep.

use serde::{Deserialize, Serialize};

/// Sent to the asker in the hello.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Excludes the newline.
    #[serde(rename = "line")]
    pub line_bytes: usize,
    /// Simultaneous connections of all processes together.
    pub connections: usize,
    pub connections_per_process: usize,
    pub connections_per_session: usize,
    /// Open questions of all askers together.
    pub questions: usize,
    pub questions_per_session: usize,
    /// Unanswered questions that one server of one agent may ask at once; 0 if the Doorbell has no
    /// such limit.
    #[serde(default)]
    pub question_burst: u32,
    /// Milliseconds after which it may ask one more; 0 if the Doorbell has no such limit.
    #[serde(default)]
    pub question_every_ms: u64,
    /// Fields of a form.
    pub fields: usize,
    /// Options of a field.
    pub options: usize,
    /// Options of a form; 0 if the Doorbell has no such limit.
    #[serde(default)]
    pub options_per_form: usize,
    /// Bytes of text that a form shows besides the message; 0 if the Doorbell has no such limit.
    #[serde(default, rename = "text")]
    pub text_bytes: usize,
    #[serde(rename = "message")]
    pub message_bytes: usize,
}

impl Limits {
    pub const STANDARD: Self = Self {
        line_bytes: 1024 * 1024,
        connections: 256,
        connections_per_process: 8,
        connections_per_session: 32,
        questions: 256,
        questions_per_session: 8,
        question_burst: 5,
        question_every_ms: 10_000,
        fields: 64,
        options: 1_000,
        options_per_form: 4_000,
        text_bytes: 256 * 1024,
        message_bytes: 16 * 1024,
    };
}
