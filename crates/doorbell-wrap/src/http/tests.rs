//! The transport against a server whose every step a test decides, over real sockets.

mod answers;
mod cancelling;
mod ending;
mod failures;
mod kit;
mod legacy;
mod limits;
mod modern;
mod resuming;
