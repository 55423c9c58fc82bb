//! Roo, an extension of VS Code. It takes no file in which a call may last more than an hour.

use super::Description;
use crate::dialect::{Clock, Dialect, Kind, USUAL};

const HOUR_IN_SECONDS: u64 = 3_600;

pub const DESCRIPTION: Description = Description {
    word: "roo",
    name: "Roo",
    programs: &["code"],
    files: |around| {
        let extension = "globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json";
        vec![around.vs_code().join(extension)]
    },
    project: &[".roo/mcp.json"],
    dialect: &Dialect {
        kind: Some(Kind {
            key: "type",
            command: "stdio",
            required: false,
        }),
        clock: Some(Clock {
            key: "timeout",
            amount: HOUR_IN_SECONDS,
        }),
        ..USUAL
    },
};
