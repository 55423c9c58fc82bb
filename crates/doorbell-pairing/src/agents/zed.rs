//! Zed. Its clock was in milliseconds once and is in seconds now; a day in seconds is more than it
//! waits by itself either way.

use super::Description;
use crate::dialect::{Clock, DAY_IN_SECONDS, Dialect, USUAL};

pub const DESCRIPTION: Description = Description {
    word: "zed",
    name: "Zed",
    programs: &["zed", "zed-editor"],
    files: |around| vec![around.config().join("zed/settings.json")],
    project: &[".zed/settings.json"],
    dialect: &Dialect {
        servers: &[&["context_servers"]],
        clock: Some(Clock {
            key: "timeout",
            amount: DAY_IN_SECONDS,
        }),
        ..USUAL
    },
};
