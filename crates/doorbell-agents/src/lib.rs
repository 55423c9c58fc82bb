//! Adapters for agents' own questions: one module for each agent, without I/O.
//!
//! An adapter turns an agent's message into a question for Doorbell, and Doorbell's result into the
//! agent's answer. Recorded messages in `tests/golden` test both directions.

pub mod claude_code;
