//! What the outermost readers make of input that nobody meant: real messages, changed at random.
//!
//! An ordinary run tries the same few thousand inputs every time. `cargo xtask fuzz --minutes N`
//! goes on with other ones; what makes a target fail is written to a file, which belongs in
//! `tests/fuzz/found` together with the repair.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test that meets what it does not expect has failed, and says how"
)]

mod campaign;
mod chance;
mod corpus;
mod forms;
mod frames;
mod json;
mod links;
mod proxy;
mod shown;
