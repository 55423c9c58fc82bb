//! How much one asker may ask of Doorbell.

use serde::{Deserialize, Serialize};

/// Every limit an asker can run into, as told in the hello.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Bytes in one line, its newline not counted.
    pub line: usize,
    /// Connections at once, of all processes.
    pub connections: usize,
    /// Connections at once of one process.
    pub connections_per_process: usize,
    /// Connections at once of one agent session.
    pub connections_per_session: usize,
    /// Open questions of all askers.
    pub questions: usize,
    /// Open questions of one agent session.
    pub questions_per_session: usize,
    /// Unanswered questions that one server of one agent may ask at once; 0 in the hello of a
    /// Doorbell without this limit.
    #[serde(default)]
    pub question_burst: u32,
    /// How many milliseconds later it may ask one more; 0 likewise.
    #[serde(default)]
    pub question_every_ms: u64,
    /// Fields in one form.
    pub fields: usize,
    /// Options in one field.
    pub options: usize,
    /// Bytes in a question's message.
    pub message: usize,
}

impl Limits {
    /// The limits of an installed Doorbell.
    pub const STANDARD: Self = Self {
        line: 1024 * 1024,
        connections: 256,
        connections_per_process: 8,
        connections_per_session: 32,
        questions: 256,
        questions_per_session: 8,
        question_burst: 5,
        question_every_ms: 10_000,
        fields: 64,
        options: 1_000,
        message: 16 * 1024,
    };
}
