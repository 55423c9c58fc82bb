//! Goose. Its servers are among its extensions; those that are built in have no command.

use super::Description;
use crate::dialect::{Clock, DAY_IN_SECONDS, Dialect, Kind, USUAL, Words};
use crate::document::Format;

pub const DESCRIPTION: Description = Description {
    word: "goose",
    name: "Goose",
    programs: &[],
    files: |around| vec![around.config().join("goose/config.yaml")],
    project: &[],
    dialect: &Dialect {
        format: Format::Yaml,
        servers: &[&["extensions"]],
        words: Words::Apart {
            command: "cmd",
            arguments: "args",
        },
        environment: "envs",
        kind: Some(Kind {
            key: "type",
            command: "stdio",
            required: true,
        }),
        urls: &["uri"],
        clock: Some(Clock {
            key: "timeout",
            amount: DAY_IN_SECONDS,
        }),
        ..USUAL
    },
};
