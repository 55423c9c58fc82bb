//! Secrets, which MCP forbids asking for in a form: how a question betrays that it asks for one,
//! and how a value betrays that it is one.
//!
//! Both are guesses. A wrong one costs the person a tick, a missed one may cost a password, so
//! plain requests must be found; what only mentions a secret must not be.

mod kinds;
mod shape;
mod word;
mod words;

pub use kinds::Asked;
pub use shape::in_value;
pub use words::{in_label, in_prose};

#[cfg(test)]
mod tests;
