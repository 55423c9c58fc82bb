//! Connects to the desktop part of Doorbell, and starts it if it is not running.

use std::error::Error;
use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use doorbell_protocol::client::{Client, ClientError, Connector, reach_or_start};
use doorbell_protocol::seat::{self, NotASeat};
use doorbell_protocol::{
    ClientInfo, SOCKET_VARIABLE, lock_path, poll, socket_path, user_runtime_directory,
};

use crate::Streams;

/// For the start and the end of the desktop part.
const DESKTOP_TIMEOUT: Duration = Duration::from_secs(20);
/// For the session manager, after which the desktop part is started without it.
const SESSION_TIMEOUT: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The capacity of a pipe: a program's output is read only after it has ended.
const MAX_OUTPUT_BYTES: u64 = 64 * 1024;
/// How commands call themselves.
pub const COMMAND_TITLE: &str = "doorbell command";
const DESKTOP: &str = "doorbell-desktop";
/// Starts programs in the user's session, with that session's environment.
const SYSTEMD_RUN: &str = "/usr/bin/systemd-run";
/// Prints that environment.
const SYSTEMCTL: &str = "/usr/bin/systemctl";
/// The `PATH` of started programs, whatever the caller's is.
pub const SAFE_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The caller's variables that may reach Doorbell. An agent's `$BROWSER`, `LD_PRELOAD` or `$PATH` must
/// not, nor the directories where GTK finds its settings, which can name code to load.
const ALLOWED_VARIABLES: [&str; 18] = [
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
    "XDG_CURRENT_DESKTOP",
    "XDG_RUNTIME_DIR",
    "XDG_SESSION_TYPE",
    "XDG_STATE_HOME",
];
const ALLOWED_PREFIXES: [&str; 2] = ["LC_", "DOORBELL_"];
/// The directories of the autostart entry.
const ENTRY_DIRECTORIES: [&str; 2] = ["XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"];

/// True if Doorbell may start on a virtual display: the user asked for that, or a Doorbell that was
/// connected before ran on one.
static VIRTUAL_DISPLAY_ALLOWED: AtomicBool = AtomicBool::new(false);

pub fn allow_virtual_display() {
    VIRTUAL_DISPLAY_ALLOWED.store(true, Ordering::Relaxed);
}

/// Connects to a running Doorbell.
pub fn connect_running() -> Result<Client, ClientError> {
    Client::connect(&socket_path(), client_info(COMMAND_TITLE)).inspect(remember_virtual_display)
}

/// Like [`connect_running`], with a timeout for the handshake.
pub fn connect_running_within(timeout: Duration) -> Result<Client, ClientError> {
    let client = client_info(COMMAND_TITLE);
    Client::connect_with_timeout(timeout, &socket_path(), client).inspect(remember_virtual_display)
}

/// Connects long-running commands to the Doorbell that is installed beside this one.
pub struct InstalledDoorbell {
    /// The title that this client sends to Doorbell.
    title: &'static str,
    has_printed_warnings: AtomicBool,
}

impl InstalledDoorbell {
    pub fn new(title: &'static str) -> Self {
        Self {
            title,
            has_printed_warnings: AtomicBool::new(false),
        }
    }
}

impl Connector for InstalledDoorbell {
    fn reach(&self, timeout: Duration) -> Result<Client, ClientError> {
        let client =
            Client::connect_with_timeout(timeout, &socket_path(), client_info(self.title))?;
        remember_virtual_display(&client);
        // Standard output belongs to the agent, which shows or logs standard error.
        if !self.has_printed_warnings.swap(true, Ordering::Relaxed) {
            let _ = print_warnings(&client, &mut std::io::stderr());
        }
        Ok(client)
    }

    fn can_start(&self) -> bool {
        can_start()
    }

    fn start(&self) -> Result<Client, Box<dyn Error + Send + Sync>> {
        Ok(start()?)
    }
}

/// Lets Doorbell restart on the virtual display where it runs.
fn remember_virtual_display(client: &Client) {
    if client.hello().is_virtual {
        allow_virtual_display();
    }
}

/// Warns of a virtual display and of a different version.
fn print_warnings(client: &Client, err: &mut dyn Write) -> std::io::Result<()> {
    if client.hello().is_virtual {
        let text = "Doorbell is running on a virtual display, where nobody may see the question";
        writeln!(err, "doorbell: {text}")?;
    }
    let (running, own) = (&client.hello().doorbell, env!("CARGO_PKG_VERSION"));
    if running != own {
        let text = format!("version {running} is running, but this is {own}");
        writeln!(err, "doorbell: {text}; run `doorbell restart` to switch")?;
    }
    Ok(())
}

fn is_virtual_display_allowed() -> bool {
    VIRTUAL_DISPLAY_ALLOWED.load(Ordering::Relaxed)
}

/// Checks that a person can sit at the display. Under Wayland, or if only the session knows the
/// display, the desktop part checks itself.
fn check_seat() -> Result<(), NotASeat> {
    if is_virtual_display_allowed() || is_set("WAYLAND_DISPLAY") {
        return Ok(());
    }
    seat::check_display()
}

pub fn client_info(title: &str) -> ClientInfo {
    ClientInfo {
        name: "doorbell".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        title: Some(title.into()),
    }
}

/// Connects to Doorbell, and starts it if it is not running.
pub fn connect_or_start(streams: &mut Streams<'_>) -> Result<Client> {
    let client = match connect_running() {
        Err(ClientError::NotRunning { .. }) => start()?,
        client => client?,
    };
    print_warnings(&client, streams.err)?;
    Ok(client)
}

/// Returns the function that restores a lost connection.
pub fn reconnect() -> impl FnMut(Duration) -> Option<Client> {
    reach_or_start(
        || connect_running().ok(),
        || if can_start() { start().ok() } else { None },
    )
}

/// Waits until Doorbell has ended and another one can start.
pub fn wait_until_stopped() -> Result<()> {
    let has_stopped = poll(POLL_INTERVAL, |waited| {
        let has_stopped =
            matches!(connect_running(), Err(ClientError::NotRunning { .. })) && !is_locked();
        (has_stopped || waited > DESKTOP_TIMEOUT).then_some(has_stopped)
    });
    if !has_stopped {
        bail!(
            "Doorbell is still running {} s after it was told to stop",
            DESKTOP_TIMEOUT.as_secs()
        );
    }
    Ok(())
}

/// Returns true while a Doorbell that no longer listens is shutting down.
fn is_locked() -> bool {
    File::open(lock_path(&socket_path()))
        .is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Returns true if there is a display and the desktop part is installed.
pub fn can_start() -> bool {
    has_any_display() && check_seat().is_ok() && find_desktop().is_ok()
}

/// Returns true if this process or the user's session has a display.
pub fn has_any_display() -> bool {
    has_display() || session_has_display()
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(is_set)
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Returns true if the user's session has a display. Agents start their servers with few variables,
/// so this process may not know it.
fn session_has_display() -> bool {
    let Some(runtime) = session_runtime_directory() else {
        return false;
    };
    let mut command = Command::new(SYSTEMCTL);
    command
        .args(["--user", "show-environment"])
        .env("XDG_RUNTIME_DIR", runtime)
        .stderr(Stdio::null());
    // Fails on output that is not UTF-8, which names no display.
    let output = output_of(&mut command).ok().flatten();
    output.is_some_and(|environment| names_display(&environment))
}

fn names_display(environment: &str) -> bool {
    environment.lines().any(|line| {
        let display = line
            .strip_prefix("DISPLAY=")
            .or_else(|| line.strip_prefix("WAYLAND_DISPLAY="));
        display.is_some_and(|display| !display.is_empty())
    })
}

/// Returns the runtime directory of the user's session manager. Returns `None` if the environment
/// names a socket, since that Doorbell does not belong to the session.
fn session_runtime_directory() -> Option<PathBuf> {
    let runtime = user_runtime_directory()?;
    let is_managed = runtime.join("systemd/private").exists();
    (is_managed && std::env::var_os(SOCKET_VARIABLE).is_none()).then_some(runtime)
}

/// Returns true if a program succeeds in time. Kills it after the timeout.
fn succeeds_in_time(child: &mut Child) -> bool {
    poll(POLL_INTERVAL, |waited| match child.try_wait() {
        Ok(Some(status)) => Some(status.success()),
        Ok(None) if waited < SESSION_TIMEOUT => None,
        Ok(None) | Err(_) => {
            let _ = child.kill();
            let _ = child.wait();
            Some(false)
        }
    })
}

/// Returns a program's standard output; `None` if it fails or takes too long.
fn output_of(command: &mut Command) -> std::io::Result<Option<String>> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut text = String::new();
    if !succeeds_in_time(&mut child) {
        return Ok(None);
    }
    if let Some(output) = child.stdout.take() {
        output.take(MAX_OUTPUT_BYTES).read_to_string(&mut text)?;
    }
    Ok(Some(text))
}

/// Starts Doorbell and connects to it.
pub fn start() -> Result<Client> {
    if !has_any_display() {
        bail!("no display to show questions on; run `doorbell start` in your desktop session");
    }
    check_seat()?;
    let program = find_desktop()?;
    // Prefers the session manager.
    let mut child = match start_in_session(&program) {
        true => None,
        false => Some(start_detached(&program)?),
    };
    let client = poll(POLL_INTERVAL, |waited| {
        try_connect_started(&program, &mut child, waited).transpose()
    });
    if let Some(mut child) = child {
        // Reaps the process when it ends.
        std::thread::spawn(move || child.wait());
    }
    client
}

/// Connects to the started Doorbell; `None` if it does not listen yet. `child` is `None` if the session
/// manager started it.
fn try_connect_started(
    program: &Path,
    child: &mut Option<Child>,
    waited: Duration,
) -> Result<Option<Client>> {
    // The session manager may fail to start it, or may use another display.
    if child.is_none() && has_display() && waited > SESSION_TIMEOUT {
        *child = Some(start_detached(program)?);
    }
    match connect_running() {
        Err(ClientError::NotRunning { .. }) => {}
        client => return Ok(Some(client?)),
    }
    if let Some(child) = child
        && let Some(status) = child.try_wait()?
        && !status.success()
    {
        let program = program.display();
        bail!("{program} did not start; run it in a terminal to see why");
    }
    if waited > DESKTOP_TIMEOUT {
        bail!(
            "Doorbell did not start within {} s",
            DESKTOP_TIMEOUT.as_secs()
        );
    }
    Ok(None)
}

/// Runs a command of the desktop part that needs no window. Returns its output.
pub fn run_desktop(arguments: &[&str]) -> Result<String> {
    let program = find_desktop()?;
    let mut command = with_clean_environment(Command::new(&program));
    // Such a command loads no GTK settings from there.
    let directories = std::env::vars_os().filter(|(name, _)| {
        ENTRY_DIRECTORIES
            .iter()
            .any(|directory| name.as_os_str() == *directory)
    });
    let output = output_of(command.envs(directories).args(arguments))
        .with_context(|| format!("cannot run {}", program.display()))?;
    // The program has printed the error to the same standard error.
    let output = output.with_context(|| format!("{} failed", program.display()))?;
    Ok(output.trim_end().to_owned())
}

/// Starts a command of the desktop part that listens on its own socket and needs no window.
pub fn spawn_desktop(subcommand: &str, socket: &Path) -> Result<KillOnDrop> {
    let program = find_desktop()?;
    let child = with_clean_environment(Command::new(&program))
        .arg(subcommand)
        .arg(socket)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
    Ok(KillOnDrop(child))
}

pub struct KillOnDrop(Child);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        // Fails if the process has already ended; ignore the error.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns where the desktop part is installed: beside this program.
pub fn desktop_path() -> Result<PathBuf> {
    let own = std::env::current_exe().context("cannot find the path of this program")?;
    Ok(own.with_file_name(DESKTOP))
}

fn find_desktop() -> Result<PathBuf> {
    let beside = desktop_path()?;
    if !beside.is_file() {
        bail!("{} is missing; install Doorbell again", beside.display());
    }
    Ok(beside)
}

fn start_detached(program: &Path) -> Result<Child> {
    let mut command = with_clean_environment(Command::new(program));
    detach(&mut command);
    command
        .args(desktop_flags())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))
}

/// Returns true if the session manager accepted the start.
fn start_in_session(program: &Path) -> bool {
    let Some(runtime) = session_runtime_directory() else {
        return false;
    };
    let mut command = Command::new(SYSTEMD_RUN);
    detach(&mut command);
    command
        .args(session_settings(std::env::vars_os()))
        .args(["--user", "--collect", "--quiet", "--"])
        .arg(program)
        .args(desktop_flags())
        .env("XDG_RUNTIME_DIR", runtime)
        .spawn()
        .is_ok_and(|mut child| succeeds_in_time(&mut child))
}

/// Returns the options that add the caller's variables to the session's environment.
fn session_settings(
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> impl Iterator<Item = OsString> {
    allowed_variables(variables)
        .filter(|(name, _)| name != "HOME")
        .map(|(name, value)| {
            let mut setting = OsString::from("--setenv=");
            setting.push(name);
            setting.push("=");
            setting.push(value);
            setting
        })
}

fn desktop_flags() -> Option<&'static str> {
    is_virtual_display_allowed().then_some("--virtual")
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

/// Passes only the allowed variables to the command.
fn with_clean_environment(mut command: Command) -> Command {
    command
        .env_clear()
        .env("PATH", SAFE_PATH)
        .envs(allowed_variables(std::env::vars_os()));
    command
}

fn allowed_variables(
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> impl Iterator<Item = (OsString, OsString)> {
    variables.filter(|(name, _)| {
        let name = name.to_string_lossy();
        ALLOWED_VARIABLES.contains(&name.as_ref())
            || ALLOWED_PREFIXES
                .iter()
                .any(|prefix| name.starts_with(prefix))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_is_found_in_session_environment() {
        assert!(names_display("HOME=/home/ada\nDISPLAY=:0\n"));
        assert!(names_display("WAYLAND_DISPLAY=wayland-0\n"));
        assert!(!names_display("HOME=/home/ada\nDISPLAY=\nOLD_DISPLAY=:0\n"));
        assert!(!names_display(""));
    }

    #[test]
    fn slow_program_is_killed() {
        let run = |program: &str, argument: &str| {
            let mut child = Command::new(program).arg(argument).spawn().unwrap();
            succeeds_in_time(&mut child)
        };
        assert!(run("true", ""));
        assert!(!run("false", ""));
        assert!(!run("sleep", "600"));
    }

    #[test]
    fn harmful_variables_are_removed() {
        let variables = [
            "BROWSER",
            "LD_PRELOAD",
            "PATH",
            "TAURI_WEBVIEW_AUTOMATION",
            "WEBKIT_INSPECTOR_SERVER",
            "GTK_MODULES",
            "XDG_CONFIG_HOME",
            "XDG_CONFIG_DIRS",
            "XDG_DATA_HOME",
            "XDG_DATA_DIRS",
            "DISPLAY",
            "LC_ALL",
            "XDG_RUNTIME_DIR",
            "DOORBELL_SOCKET",
        ]
        .map(|name| (name.into(), "x".into()));
        let passed: Vec<_> = allowed_variables(variables.into_iter())
            .map(|(name, _)| name.into_string().unwrap())
            .collect();
        assert_eq!(
            passed,
            ["DISPLAY", "LC_ALL", "XDG_RUNTIME_DIR", "DOORBELL_SOCKET"]
        );
    }

    #[test]
    fn session_keeps_its_own_home() {
        let variables =
            ["HOME", "XDG_CONFIG_HOME", "DISPLAY"].map(|name| (name.into(), "x".into()));
        let settings: Vec<_> = session_settings(variables.into_iter()).collect();
        assert_eq!(settings, ["--setenv=DISPLAY=x"]);
    }
}
