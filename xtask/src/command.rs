//! Child processes: started in the repository, without a terminal's input, checked for success.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::workspace;

/// A command that runs in the repository and reads nothing.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(workspace::root()).stdin(Stdio::null());
    command
}

/// Where a system keeps the programs that every account can run.
pub const SYSTEM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Whether root runs us.
pub fn is_root() -> bool {
    read(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// A command that runs as root: through sudo for those who are not, who may be asked for a password.
pub fn root_command(program: &str) -> Command {
    if is_root() {
        return command(program);
    }
    let mut sudo = command("sudo");
    sudo.arg(program).stdin(Stdio::inherit());
    sudo
}

/// The cargo that runs us.
pub fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Installs a folder's locked npm packages. No package's script is run.
pub fn npm_ci(folder: &Path) -> Result<()> {
    let options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    run(command("npm").current_dir(folder).args(options))
}

/// Runs a command to its end, with its output on ours.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("{} did not start", spoken(command)))?;
    if !status.success() {
        bail!("{} failed ({status})", spoken(command));
    }
    Ok(())
}

/// Runs a command to its end and gives its standard output.
pub fn read(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("{} did not start", spoken(command)))?;
    if !output.status.success() {
        bail!("{} failed ({})", spoken(command), output.status);
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("{} printed something that is not text", spoken(command)))
}

/// Where the programs are that the checks will use: what root has for itself alone, the account that
/// runs them cannot use.
pub fn search_path() -> OsString {
    if is_root() {
        return SYSTEM_PATH.into();
    }
    std::env::var_os("PATH").unwrap_or_else(|| SYSTEM_PATH.into())
}

/// Whether a program can be found on the [`search_path`].
pub fn exists(program: &str) -> bool {
    std::env::split_paths(&search_path()).any(|directory| directory.join(program).is_file())
}

/// A command as one would type it.
pub fn spoken(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut words = vec![
        program
            .file_name()
            .unwrap_or(command.get_program())
            .to_string_lossy()
            .into_owned(),
    ];
    words.extend(
        command
            .get_args()
            .map(|arg| arg.to_string_lossy().into_owned()),
    );
    format!("`{}`", words.join(" "))
}
