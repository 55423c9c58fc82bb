//! Cline: the command line, and the extension of VS Code, which write servers differently.

use super::Description;
use crate::dialect::{Clock, DAY_IN_SECONDS, Dialect, Kind, USUAL};

const STDIO: Kind = Kind {
    key: "type",
    command: "stdio",
    required: false,
};

pub const COMMAND_LINE: Description = Description {
    word: "cline",
    name: "Cline",
    programs: &[],
    files: |around| {
        vec![
            around
                .home()
                .join(".cline/data/settings/cline_mcp_settings.json"),
        ]
    },
    project: &[],
    dialect: &Dialect {
        inside: Some("transport"),
        kind: Some(Kind {
            required: true,
            ..STDIO
        }),
        ..USUAL
    },
};

pub const VS_CODE: Description = Description {
    word: "cline-vs-code",
    name: "Cline (VS Code)",
    programs: &["code"],
    files: |around| {
        let extension = "globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json";
        vec![around.vs_code().join(extension)]
    },
    project: &[],
    dialect: &Dialect {
        kind: Some(STDIO),
        clock: Some(Clock {
            key: "timeout",
            amount: DAY_IN_SECONDS,
        }),
        ..USUAL
    },
};
