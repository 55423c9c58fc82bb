//! Tests of the rules, down to the bytes of every message.

mod harness;
mod simulation;

mod capability;
mod claims;
mod interleaving;
mod legacy;
mod limits;
mod links;
mod modern;
mod passthrough;
mod progress;
mod related_calls;
mod replay;
mod rounds;
mod shared_rounds;
mod tasks;
mod unavailable;
