//! Reaches the desktop part of Doorbell, and starts it when it does not run.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use doorbell_protocol::client::{Client, ClientError};
use doorbell_protocol::{ClientInfo, SOCKET_VARIABLE, lock_path, socket_path};

use crate::Streams;

/// How long the desktop part may take to start or to end.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long the session manager may take before it is started without it.
const SESSION_PATIENCE: Duration = Duration::from_secs(5);
/// How often it is looked for meanwhile.
const LOOK: Duration = Duration::from_millis(20);
const DESKTOP: &str = "doorbell-desktop";
/// Starts programs in the person's own session, with that session's environment.
const SYSTEMD_RUN: &str = "/usr/bin/systemd-run";
/// Where programs are looked for by what is started here, whatever the asker's PATH says.
const SAFE_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// What of the caller's environment may reach Doorbell. An agent's `$BROWSER`, `LD_PRELOAD` or
/// `$PATH` must not.
const ALLOWED: [&str; 14] = [
    "HOME",
    "USER",
    "LANG",
    "TZ",
    "TMPDIR",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    "GTK_IM_MODULE",
    "XMODIFIERS",
    "GDK_SCALE",
    "GDK_BACKEND",
    "WEBKIT_DISABLE_DMABUF_RENDERER",
];
const ALLOWED_PREFIXES: [&str; 3] = ["LC_", "XDG_", "DOORBELL_"];

/// Connects to the Doorbell that runs.
pub fn reach() -> Result<Client, ClientError> {
    Client::connect(&socket_path(), introduction("doorbell command"))
}

/// Who this program says it is.
pub fn introduction(title: &str) -> ClientInfo {
    ClientInfo {
        name: "doorbell".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        title: Some(title.into()),
    }
}

/// Connects, and starts Doorbell first if it does not run.
pub fn connect(streams: &mut Streams<'_>) -> Result<Client> {
    let client = match reach() {
        Err(ClientError::Absent { .. }) => start()?,
        client => client?,
    };
    let running = &client.hello().doorbell;
    if running != env!("CARGO_PKG_VERSION") {
        writeln!(
            streams.err,
            "doorbell: version {running} is running, this is {}; `doorbell restart` changes to it",
            env!("CARGO_PKG_VERSION")
        )?;
    }
    Ok(client)
}

/// Waits until nobody listens any more and the next Doorbell can start.
pub fn wait_until_gone() -> Result<()> {
    let begun = Instant::now();
    while !matches!(reach(), Err(ClientError::Absent { .. })) || is_locked() {
        if begun.elapsed() > PATIENCE {
            bail!("Doorbell is still running after {} s", PATIENCE.as_secs());
        }
        std::thread::park_timeout(LOOK);
    }
    Ok(())
}

/// Whether a Doorbell that no longer listens still says its farewells.
fn is_locked() -> bool {
    File::open(lock_path(&socket_path()))
        .is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Whether there is a display, and a program to put questions on it.
pub fn can_start() -> bool {
    has_display() && find_desktop().is_ok()
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Starts Doorbell and connects to it.
pub fn start() -> Result<Client> {
    if !has_display() {
        bail!("there is no display to show a question on; start Doorbell in your desktop session");
    }
    let program = find_desktop()?;
    let mut launched = launch(&program)?;
    let begun = Instant::now();
    loop {
        // The session manager has only promised to start it; its display may not be ours.
        if matches!(launched, Launched::BySession) && begun.elapsed() > SESSION_PATIENCE {
            launched = launch_detached(&program)?;
        }
        match reach() {
            Err(ClientError::Absent { .. }) => {}
            client => return Ok(client?),
        }
        if let Launched::Child(child) = &mut launched
            && let Some(status) = child.try_wait()?
            && !status.success()
        {
            bail!(
                "{} could not start; run it by hand to see why",
                program.display()
            );
        }
        if begun.elapsed() > PATIENCE {
            bail!("Doorbell did not start within {} s", PATIENCE.as_secs());
        }
        std::thread::park_timeout(LOOK);
    }
}

/// The program that is installed beside this one.
fn find_desktop() -> Result<PathBuf> {
    let own = std::env::current_exe().context("cannot tell where this program is")?;
    let beside = own.with_file_name(DESKTOP);
    if !beside.is_file() {
        bail!("{} is missing; install Doorbell again", beside.display());
    }
    Ok(beside)
}

/// Who looks after the started program.
enum Launched {
    /// The session manager.
    BySession,
    /// This process, until it ends.
    Child(Child),
}

/// Starts the program in the person's session if there is a session manager, else by itself.
fn launch(program: &Path) -> Result<Launched> {
    if launch_in_session(program) {
        return Ok(Launched::BySession);
    }
    launch_detached(program)
}

fn launch_detached(program: &Path) -> Result<Launched> {
    let mut command = Command::new(program);
    detach(&mut command);
    command
        .env_clear()
        .env("PATH", SAFE_PATH)
        .envs(allowed(std::env::vars_os()))
        .spawn()
        .map(Launched::Child)
        .with_context(|| format!("cannot start {}", program.display()))
}

/// Whether the session manager has taken it over. It is not asked to when a socket was named,
/// since that Doorbell is not the session's own.
fn launch_in_session(program: &Path) -> bool {
    let Some(runtime) = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from) else {
        return false;
    };
    if !runtime.join("systemd/private").exists() || std::env::var_os(SOCKET_VARIABLE).is_some() {
        return false;
    }
    let mut command = Command::new(SYSTEMD_RUN);
    detach(&mut command);
    for (name, value) in allowed(std::env::vars_os()) {
        let mut setting = OsString::from("--setenv=");
        setting.push(name);
        setting.push("=");
        setting.push(value);
        command.arg(setting);
    }
    command
        .args(["--user", "--collect", "--quiet", "--"])
        .arg(program)
        .status()
        .is_ok_and(|status| status.success())
}

fn detach(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command
        .process_group(0)
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
}

fn allowed(
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> impl Iterator<Item = (OsString, OsString)> {
    variables.filter(|(name, _)| {
        let name = name.to_string_lossy();
        ALLOWED.contains(&name.as_ref())
            || ALLOWED_PREFIXES
                .iter()
                .any(|prefix| name.starts_with(prefix))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_agent_could_do_harm_with_does_not_pass() {
        let given = [
            "BROWSER",
            "LD_PRELOAD",
            "PATH",
            "TAURI_WEBVIEW_AUTOMATION",
            "WEBKIT_INSPECTOR_SERVER",
            "GTK_MODULES",
            "DISPLAY",
            "LC_ALL",
            "XDG_RUNTIME_DIR",
            "DOORBELL_SOCKET",
        ]
        .map(|name| (name.into(), "x".into()));
        let passed: Vec<_> = allowed(given.into_iter())
            .map(|(name, _)| name.into_string().unwrap())
            .collect();
        assert_eq!(
            passed,
            ["DISPLAY", "LC_ALL", "XDG_RUNTIME_DIR", "DOORBELL_SOCKET"]
        );
    }
}
