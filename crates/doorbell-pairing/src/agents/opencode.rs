//! opencode. A command is one list, and the variables are called otherwise.

use super::Description;
use crate::dialect::{Clock, DAY_IN_MILLISECONDS, Dialect, Kind, USUAL, Words};

pub const DESCRIPTION: Description = Description {
    word: "opencode",
    name: "opencode",
    programs: &[],
    files: |around| {
        let directory = around.config().join("opencode");
        vec![
            directory.join("opencode.json"),
            directory.join("opencode.jsonc"),
        ]
    },
    project: &["opencode.json", "opencode.jsonc"],
    dialect: &Dialect {
        servers: &[&["mcp"]],
        words: Words::Together { command: "command" },
        environment: "environment",
        kind: Some(Kind {
            key: "type",
            command: "local",
            required: true,
        }),
        clock: Some(Clock {
            key: "timeout",
            amount: DAY_IN_MILLISECONDS,
        }),
        ..USUAL
    },
};
