//! What the pages can say. Each command passes it on; nothing is decided here.

pub mod agents;
pub mod failure;
pub mod home;
pub mod question;
