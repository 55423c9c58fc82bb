//! Reaches the desktop part of Doorbell, and starts it when it does not run.

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
use doorbell_protocol::{ClientInfo, SOCKET_VARIABLE, lock_path, poll, user_runtime_directory, socket_path};

use crate::Streams;

/// How long the desktop part may take to start or to end.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long the session manager may take before it is started without it.
const SESSION_PATIENCE: Duration = Duration::from_secs(5);
/// How often it is looked for meanwhile.
const LOOK: Duration = Duration::from_millis(20);
/// How much is read of what a program says: as much as a pipe holds.
const MOST_SAID: u64 = 64 * 1024;
const DESKTOP: &str = "doorbell-desktop";
/// Starts programs in the person's own session, with that session's environment.
const SYSTEMD_RUN: &str = "/usr/bin/systemd-run";
/// Tells what that environment is.
const SYSTEMCTL: &str = "/usr/bin/systemctl";
/// Where programs are looked for by what is started here, whatever the asker's PATH says.
pub const SAFE_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

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

/// Whether a display may be nobody's that Doorbell is started on: the person said so, or the Doorbell
/// that was reached before was there, too.
static MAY_BE_VIRTUAL: AtomicBool = AtomicBool::new(false);

/// The person wants Doorbell on the display there is, whoever sits before it.
pub fn let_be_virtual() {
    MAY_BE_VIRTUAL.store(true, Ordering::Relaxed);
}

/// Connects to the Doorbell that runs.
pub fn reach() -> Result<Client, ClientError> {
    Client::connect(&socket_path(), introduction("doorbell command")).inspect(remember)
}

/// The Doorbell that is installed beside this command, for those who ask it again and again.
pub struct Installed {
    title: &'static str,
    /// Whether people were told what they should know of it.
    has_told: AtomicBool,
}

impl Installed {
    /// It is asked under this name.
    pub fn new(title: &'static str) -> Self {
        let has_told = AtomicBool::new(false);
        Self { title, has_told }
    }
}

impl Connector for Installed {
    fn reach(&self, patience: Duration) -> Result<Client, ClientError> {
        let client = Client::connect_with_timeout(patience, &socket_path(), introduction(self.title))?;
        remember(&client);
        // Standard output is the agent's; agents show or keep what comes here.
        if !self.has_told.swap(true, Ordering::Relaxed) {
            let _ = tell(&client, &mut std::io::stderr());
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

/// Remembers where a Doorbell was that may have to be started again.
fn remember(client: &Client) {
    if client.hello().is_virtual {
        let_be_virtual();
    }
}

/// Says what a person should know of the Doorbell that was reached.
fn tell(client: &Client, err: &mut dyn Write) -> std::io::Result<()> {
    if client.hello().is_virtual {
        let text = "Doorbell runs on a virtual display; perhaps nobody sees it";
        writeln!(err, "doorbell: {text}")?;
    }
    let (running, own) = (&client.hello().doorbell, env!("CARGO_PKG_VERSION"));
    if running != own {
        let text = format!("version {running} is running, this is {own}");
        writeln!(err, "doorbell: {text}; `doorbell restart` changes to it")?;
    }
    Ok(())
}

fn may_be_virtual() -> bool {
    MAY_BE_VIRTUAL.load(Ordering::Relaxed)
}

/// Looks at whose display it is. Under Wayland, or where only the session knows the display, the
/// desktop part looks itself.
fn look_at_seat() -> Result<(), NotASeat> {
    if may_be_virtual() || is_set("WAYLAND_DISPLAY") {
        return Ok(());
    }
    seat::check_display()
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
        Err(ClientError::NotRunning { .. }) => start()?,
        client => client?,
    };
    tell(&client, streams.err)?;
    Ok(client)
}

/// Connects to a Doorbell that was lost.
pub fn reconnector() -> impl FnMut(Duration) -> Option<Client> {
    reach_or_start(
        || reach().ok(),
        || if can_start() { start().ok() } else { None },
    )
}

/// Waits until nobody listens any more and the next Doorbell can start.
pub fn wait_until_gone() -> Result<()> {
    let is_gone = poll(LOOK, |waited| {
        let is_gone = matches!(reach(), Err(ClientError::NotRunning { .. })) && !is_locked();
        (is_gone || waited > PATIENCE).then_some(is_gone)
    });
    if !is_gone {
        bail!("Doorbell is still running after {} s", PATIENCE.as_secs());
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
    has_any_display() && look_at_seat().is_ok() && find_desktop().is_ok()
}

/// Whether there is a display, or the person's session has one.
pub fn has_any_display() -> bool {
    has_display() || session_has_display()
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(is_set)
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Whether the person's session has a display although this program was not told of it: agents
/// start their servers with few variables.
fn session_has_display() -> bool {
    let Some(runtime) = session() else {
        return false;
    };
    let mut command = Command::new(SYSTEMCTL);
    command
        .args(["--user", "show-environment"])
        .env("XDG_RUNTIME_DIR", runtime)
        .stderr(Stdio::null());
    // What is not text names no display.
    let said = said(&mut command).ok().flatten();
    said.is_some_and(|environment| names_display(&environment))
}

fn names_display(environment: &str) -> bool {
    environment.lines().any(|line| {
        let display = line
            .strip_prefix("DISPLAY=")
            .or_else(|| line.strip_prefix("WAYLAND_DISPLAY="));
        display.is_some_and(|display| !display.is_empty())
    })
}

/// The runtime directory of the person's session manager, if there is one. It is left alone when a
/// socket was named, since that Doorbell is not the session's own.
fn session() -> Option<PathBuf> {
    let runtime = user_runtime_directory()?;
    let is_managed = runtime.join("systemd/private").exists();
    (is_managed && std::env::var_os(SOCKET_VARIABLE).is_none()).then_some(runtime)
}

/// Whether a program ends well and soon. One that takes too long is ended.
fn finishes(child: &mut Child) -> bool {
    poll(LOOK, |waited| match child.try_wait() {
        Ok(Some(status)) => Some(status.success()),
        Ok(None) if waited < SESSION_PATIENCE => None,
        Ok(None) | Err(_) => {
            let _ = child.kill();
            let _ = child.wait();
            Some(false)
        }
    })
}

/// What a program says that ends well and soon; `None` if it does not.
fn said(command: &mut Command) -> std::io::Result<Option<String>> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut said = String::new();
    if !finishes(&mut child) {
        return Ok(None);
    }
    if let Some(output) = child.stdout.take() {
        output.take(MOST_SAID).read_to_string(&mut said)?;
    }
    Ok(Some(said))
}

/// Starts Doorbell and connects to it.
pub fn start() -> Result<Client> {
    if !has_any_display() {
        bail!("there is no display to show a question on; start Doorbell in your desktop session");
    }
    look_at_seat()?;
    let program = find_desktop()?;
    // In the person's session if there is a session manager, else by itself.
    let mut child = match launch_in_session(&program) {
        true => None,
        false => Some(launch_detached(&program)?),
    };
    let client = poll(LOOK, |waited| {
        reach_launched(&program, &mut child, waited).transpose()
    });
    if let Some(mut child) = child {
        // So that nothing is left of it when it has ended.
        std::thread::spawn(move || child.wait());
    }
    client
}

/// Connects to what was launched, if it listens yet. What is no child is looked after by the session
/// manager.
fn reach_launched(
    program: &Path,
    child: &mut Option<Child>,
    waited: Duration,
) -> Result<Option<Client>> {
    // The session manager has only promised to start it; its display may not be ours.
    if child.is_none() && has_display() && waited > SESSION_PATIENCE {
        *child = Some(launch_detached(program)?);
    }
    match reach() {
        Err(ClientError::NotRunning { .. }) => {}
        client => return Ok(Some(client?)),
    }
    if let Some(child) = child
        && let Some(status) = child.try_wait()?
        && !status.success()
    {
        let program = program.display();
        bail!("{program} could not start; run it by hand to see why");
    }
    if waited > PATIENCE {
        bail!("Doorbell did not start within {} s", PATIENCE.as_secs());
    }
    Ok(None)
}

/// Has the desktop part do one thing that needs no window, and gives back what it says of it.
pub fn run_desktop(arguments: &[&str]) -> Result<String> {
    let program = find_desktop()?;
    let said = said(clean(Command::new(&program)).args(arguments))
        .with_context(|| format!("cannot run {}", program.display()))?;
    // What went wrong it has said itself, where this program says it.
    let said = said.with_context(|| format!("{} could not do it", program.display()))?;
    Ok(said.trim_end().to_owned())
}

/// Starts the desktop part for something that needs no window and listens at a socket of its own. It
/// is ended with what is given back.
pub fn desktop_at(verb: &str, socket: &Path) -> Result<Ended> {
    let program = find_desktop()?;
    let child = clean(Command::new(&program))
        .arg(verb)
        .arg(socket)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
    Ok(Ended(child))
}

/// A process that ends with this.
pub struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // One that has ended by itself cannot be ended again.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program that is installed beside this one.
pub fn find_desktop() -> Result<PathBuf> {
    let own = std::env::current_exe().context("cannot tell where this program is")?;
    let beside = own.with_file_name(DESKTOP);
    if !beside.is_file() {
        bail!("{} is missing; install Doorbell again", beside.display());
    }
    Ok(beside)
}

fn launch_detached(program: &Path) -> Result<Child> {
    let mut command = clean(Command::new(program));
    detach(&mut command);
    command
        .args(flags())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))
}

/// Whether the session manager has taken it over.
fn launch_in_session(program: &Path) -> bool {
    let Some(runtime) = session() else {
        return false;
    };
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
        .args(flags())
        .env("XDG_RUNTIME_DIR", runtime)
        .spawn()
        .is_ok_and(|mut child| finishes(&mut child))
}

/// What the desktop part is told as it starts.
fn flags() -> Option<&'static str> {
    may_be_virtual().then_some("--virtual")
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

/// The command with nothing of this environment that could do harm.
fn clean(mut command: Command) -> Command {
    command
        .env_clear()
        .env("PATH", SAFE_PATH)
        .envs(allowed(std::env::vars_os()));
    command
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
    fn a_session_with_a_display_says_so() {
        assert!(names_display("HOME=/home/ada\nDISPLAY=:0\n"));
        assert!(names_display("WAYLAND_DISPLAY=wayland-0\n"));
        assert!(!names_display("HOME=/home/ada\nDISPLAY=\nOLD_DISPLAY=:0\n"));
        assert!(!names_display(""));
    }

    #[test]
    fn a_program_that_takes_too_long_is_ended() {
        let run = |program: &str, argument: &str| {
            let mut child = Command::new(program).arg(argument).spawn().unwrap();
            finishes(&mut child)
        };
        assert!(run("true", ""));
        assert!(!run("false", ""));
        assert!(!run("sleep", "600"));
    }

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
