//! Child processes: run in the repository, without standard input, checked for success.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::workspace;

/// Runs in the repository with no standard input.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(workspace::root()).stdin(Stdio::null());
    command
}

/// Directories whose programs every account can run.
pub const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

pub fn is_root() -> bool {
    read_stdout(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Runs as root, through sudo for other accounts, which may ask for a password.
pub fn root_command(program: &str) -> Command {
    if is_root() {
        return command(program);
    }
    let mut sudo = command("sudo");
    sudo.arg(program).stdin(Stdio::inherit());
    sudo
}

/// The cargo that started this program.
pub fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Installs a folder's locked npm packages without running their scripts.
pub fn npm_ci(folder: &Path) -> Result<()> {
    let options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    run(command("npm").current_dir(folder).args(options))
}

/// Runs a command with inherited output.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("{} did not start", describe(command)))?;
    if !status.success() {
        bail!("{} failed ({status})", describe(command));
    }
    Ok(())
}

pub fn read_stdout(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("{} did not start", describe(command)))?;
    if !output.status.success() {
        bail!("{} failed ({})", describe(command), output.status);
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("{} printed something that is not text", describe(command)))
}

/// `PATH` as the checks see it. Started by root, they run as another account, which cannot use root's
/// own programs.
pub fn search_path() -> OsString {
    if is_root() {
        return SYSTEM_PATH.into();
    }
    std::env::var_os("PATH").unwrap_or_else(|| SYSTEM_PATH.into())
}

/// Looks in the [`search_path`].
pub fn is_in_path(program: &str) -> bool {
    std::env::split_paths(&search_path()).any(|directory| directory.join(program).is_file())
}

/// The command line, for messages.
pub fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut parts = vec![
        program
            .file_name()
            .unwrap_or(command.get_program())
            .to_string_lossy()
            .into_owned(),
    ];
    parts.extend(
        command
            .get_args()
            .map(|arg| arg.to_string_lossy().into_owned()),
    );
    format!("`{}`", parts.join(" "))
}
