//! `cargo xtask test`: every check, fastest first. Continuous integration runs this and no more.

use anyhow::Result;

use crate::steps::{run as run_steps, step};
use crate::{binaries, checks, packages, servers};

/// Runs every check and test.
pub fn run() -> Result<()> {
    run_steps(&[
        step("system packages", || {
            packages::ensure(&[
                packages::BUILD,
                packages::DESKTOP,
                packages::SCRIPTS,
                packages::ICONS,
                packages::FAULTS,
            ])
        }),
        step("formatting", checks::formatting),
        step("types of the page", checks::page_types),
        step("licences, bans and sources", checks::dependencies),
        step("clippy", checks::clippy),
        step("unit and integration tests", checks::tests),
        step("other people's servers", servers::install),
        step("interop with real servers", checks::interop_tests),
        step("documentation", checks::documentation),
        step("desktop, as people get it", binaries::plain),
        step("desktop, for WebDriver", binaries::automation),
        step("desktop tests", checks::desktop_tests),
        step("generated files", checks::generated_files),
    ])
}
