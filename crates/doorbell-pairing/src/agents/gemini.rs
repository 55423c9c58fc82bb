//! Gemini CLI. What it has a `type` for is an address; a command has none.

use super::Description;
use crate::dialect::{Clock, DAY_IN_MILLISECONDS, Dialect, USUAL};

pub const DESCRIPTION: Description = Description {
    word: "gemini",
    name: "Gemini CLI",
    programs: &[],
    files: |around| {
        vec![
            around.home().join(".gemini/settings.json"),
            around.system().join("gemini-cli/settings.json"),
        ]
    },
    project: &[".gemini/settings.json"],
    dialect: &Dialect {
        urls: &["httpUrl", "url"],
        signs_in: &["oauth", "authProviderType", "targetAudience"],
        clock: Some(Clock {
            key: "timeout",
            amount: DAY_IN_MILLISECONDS,
        }),
        ..USUAL
    },
};
