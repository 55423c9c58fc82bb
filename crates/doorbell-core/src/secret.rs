//! Recognises questions that ask for a secret, which MCP forbids in forms, and values that look like
//! one.
//!
//! Both are heuristics. A false alarm costs the person a click; a miss may cost a password. Plain
//! requests must be found, but text that only mentions a secret must not match.

mod kind;
mod request;
mod tokenise;
mod value;

pub use kind::{SecretKind, without_article};
pub use request::{asked_in_label, asked_in_prose};
pub use value::looks_like;

#[cfg(test)]
mod tests;
