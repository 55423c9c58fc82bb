//! Tests the transport over real sockets, against a server that each test controls step by step.

mod cancellation;
mod failures;
mod harness;
mod legacy;
mod limits;
mod modern;
mod responses;
mod resumption;
mod shutdown;
