//! Other people's agents, pinned, for the tests and the demo.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::command::{command, npm_ci, run};
use crate::workspace;

const FILES: [&str; 2] = ["package.json", "package-lock.json"];

/// Installs the packages of tests/agents, unless they are installed: about 300 MB from npm.
///
/// Some bring their program in a package for each platform, which npm chooses.
pub fn install() -> Result<()> {
    let folder = workspace::output().join("agents");
    let stamp = folder.join("installed-lock");
    let source = source();
    let lock = fs::read_to_string(source.join("package-lock.json"))?;
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    fs::create_dir_all(&folder)?;
    for file in FILES {
        fs::copy(source.join(file), folder.join(file)).context(file)?;
    }
    npm_ci(&folder)?;
    // Claude Code's program is linked to where people have it by a script of its package.
    let claude_code = folder.join("node_modules/@anthropic-ai/claude-code");
    run(command("node").current_dir(claude_code).arg("install.cjs"))?;
    fs::write(&stamp, lock).with_context(|| stamp.display().to_string())
}

fn source() -> PathBuf {
    workspace::root().join("tests/agents")
}
