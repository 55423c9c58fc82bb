//! A desktop session without a monitor: screen, bus, window manager, notifications, a fresh home.

use std::cell::Cell;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::accessibility::AccessibilityBus;
use crate::app::APPLICATION;
use crate::notifications;
use crate::process::{Running, output};
use crate::wait::{PATIENCE, wait_until};

/// Starts the accessibility bus; not in `PATH` on any system.
const ACCESSIBILITY_BUS: &str = "/usr/libexec/at-spi-bus-launcher";

/// Debian's interpreter, which has the bindings; another one in `PATH` may not.
const PYTHON: &str = "/usr/bin/python3";

/// What a session may know of the one the tests run in.
const INHERITED: [&str; 4] = ["PATH", "TZ", "RUST_BACKTRACE", "DOORBELL_LOG"];

/// Where homes are if the temporary folder cannot be used.
const USUAL_TEMPORARY: &str = "/tmp";

/// A socket's path has at most 107 bytes, and what is below the temporary folder needs the rest.
const LONGEST_TEMPORARY: usize = 48;

/// What Doorbell would write itself. On a virtual desktop only programs can press.
const STANDARD_SETTINGS: &str =
    include_str!("../../crates/doorbell-daemon/src/settings/standard.toml");

/// Where Doorbell keeps what should survive.
const DATABASE: &str = "data/doorbell/doorbell.db";

/// The only service that the bus starts by itself: a panel keeps its settings there.
const STARTED_BY_BUS: &str = "/usr/share/dbus-1/services/org.xfce.Xfconf.service";

/// How many of the last lines of each log a test shows when it fails.
const SHOWN_LINES: usize = 60;

/// They are the first two that are started.
const SCREEN_AND_BUS: usize = 2;

/// Light or dark, as a person chose it in their settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Dark text on light.
    Light,
    /// Light text on dark.
    Dark,
}

impl Theme {
    /// `light` or `dark`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// A session of its own. Dropping it ends everything that runs on it.
pub struct VirtualDesktop {
    home: TempDir,
    display: String,
    bus: String,
    accessibility: OnceLock<AccessibilityBus>,
    evidence: Evidence,
    went_well: AtomicBool,
    /// In the order they were started.
    running: Vec<Running>,
}

impl VirtualDesktop {
    /// Starts a session of 1280 × 900 pixels.
    ///
    /// # Errors
    /// A part of it is not installed or did not start.
    pub fn start(theme: Theme) -> Result<Self> {
        let mut desktop = Self::start_without_notifications(theme)?;
        desktop.keep("notifications", desktop.command("dunst"))?;
        let name = "org.freedesktop.Notifications";
        wait_until(name, PATIENCE, || desktop.owns(name))?;
        Ok(desktop)
    }

    /// A screen with nothing on it, not even a window manager, to measure on.
    ///
    /// # Errors
    /// A part of it is not installed or did not start.
    pub fn start_bare() -> Result<Self> {
        Self::prepared(Theme::Light)
    }

    /// The X display.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// The same, but nothing shows notifications.
    ///
    /// # Errors
    /// A part of it is not installed or did not start.
    pub fn start_without_notifications(theme: Theme) -> Result<Self> {
        let mut desktop = Self::prepared(theme)?;
        let mut accessibility = desktop.command(ACCESSIBILITY_BUS);
        accessibility.arg("--launch-immediately");
        desktop.keep("accessibility", accessibility)?;
        desktop.keep("windows", desktop.command("openbox"))?;
        wait_until("the accessibility bus", PATIENCE, || {
            desktop.owns("org.a11y.Bus")
        })?;
        wait_until("the window manager", PATIENCE, || {
            output(desktop.command("wmctrl").arg("-m"))
        })?;
        Ok(desktop)
    }

    /// A home, a screen and a bus.
    fn prepared(theme: Theme) -> Result<Self> {
        let home = tempfile::Builder::new()
            .prefix("doorbell-")
            .tempdir_in(folder_of_homes())?;
        for (directory, mode) in [
            ("run", 0o700),
            ("config/gtk-3.0", 0o755),
            ("logs", 0o755),
            ("services", 0o755),
        ] {
            let path = home.path().join(directory);
            fs::create_dir_all(&path)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        }
        fs::write(
            home.path().join("config/gtk-3.0/settings.ini"),
            gtk_settings(theme),
        )?;
        notifications::configure(home.path())?;
        let bus_settings = home.path().join("bus.conf");
        fs::write(&bus_settings, bus_config(&home.path().join("services")))?;
        symlink(
            STARTED_BY_BUS,
            home.path().join("services/org.xfce.Xfconf.service"),
        )?;
        let from_programs =
            STANDARD_SETTINGS.replace("from_programs = false", "from_programs = true");
        let mut desktop = Self {
            home,
            display: String::new(),
            bus: String::new(),
            accessibility: OnceLock::new(),
            evidence: Evidence::prepare()?,
            went_well: AtomicBool::new(false),
            running: Vec::new(),
        };
        desktop.accept_settings(&from_programs)?;

        let mut screen = desktop.command_for_now("Xvfb");
        screen.args(["-displayfd", "1", "-screen", "0", "1280x900x24"]);
        screen.args(["-nolisten", "tcp", "-noreset"]);
        let (running, number) = Running::start_and_read_line("screen", screen, &desktop.logs())?;
        desktop.display = format!(":{number}");
        desktop.evidence.display.clone_from(&desktop.display);
        desktop.running.push(running);

        let mut bus = desktop.command_for_now("dbus-daemon");
        bus.arg(format!("--config-file={}", bus_settings.display()));
        bus.args(["--nofork", "--nopidfile", "--print-address=1"]);
        let (running, address) = Running::start_and_read_line("bus", bus, &desktop.logs())?;
        desktop.bus = address;
        desktop.running.push(running);
        Ok(desktop)
    }

    /// The accessibility bus, connected to when it is first needed.
    ///
    /// # Errors
    /// There is none.
    pub fn accessibility(&self) -> Result<&AccessibilityBus> {
        if self.accessibility.get().is_none() {
            let bus = AccessibilityBus::connect(&self.bus).context("no accessibility bus")?;
            let _ = self.accessibility.set(bus);
        }
        self.accessibility.get().context("no accessibility bus")
    }

    /// A command that will run in this session and knows no other.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        let home = self.home.path();
        command.env_clear().current_dir(home);
        for name in INHERITED {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command
            .env("HOME", home)
            .env("TMPDIR", folder_of_homes())
            .env("USER", "person")
            .env("LANG", "C.UTF-8")
            .env("XDG_RUNTIME_DIR", home.join("run"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_CACHE_HOME", home.join("cache"))
            .env("XDG_SESSION_TYPE", "x11")
            .env("XDG_CURRENT_DESKTOP", "Openbox")
            // Settings come from settings.ini; no other service is started for them.
            .env("GSETTINGS_BACKEND", "memory");
        if !self.display.is_empty() {
            command.env("DISPLAY", &self.display);
        }
        if !self.bus.is_empty() {
            command.env("DBUS_SESSION_BUS_ADDRESS", &self.bus);
            // What the machine's own system bus says is not about this session.
            command.env("DBUS_SYSTEM_BUS_ADDRESS", &self.bus);
        }
        command
    }

    /// A command that ends with the thread that starts it, also if the tests are interrupted. What
    /// needs the screen and the bus ends with these.
    fn command_for_now(&self, program: &str) -> Command {
        let mut command = self.command("setpriv");
        command.args(["--pdeathsig", "TERM", program]);
        command
    }

    /// One of the kit's own scripts, to run in this session.
    pub fn script(&self, name: &str) -> Command {
        let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("kit");
        let mut command = self.command(PYTHON);
        command.arg(kit.join(name));
        command
    }

    /// Starts a command for as long as the session lasts.
    ///
    /// # Errors
    /// It could not be started.
    pub fn keep(&mut self, name: &str, command: Command) -> Result<()> {
        let running = self.start_process(name, command)?;
        self.running.push(running);
        Ok(())
    }

    /// Starts a command for as long as its handle lives.
    ///
    /// # Errors
    /// It could not be started.
    pub fn start_process(&self, name: &str, command: Command) -> Result<Running> {
        let running = Running::start(name, command, &self.logs())?;
        if name != APPLICATION {
            return Ok(running);
        }
        // Its windows go with it.
        let evidence = self.evidence.clone();
        Ok(running.before_drop(move || evidence.photograph()))
    }

    /// Leaves the logs out at the end. For programs; the output of a test that passes is not shown.
    pub fn went_well(&self) {
        self.went_well.store(true, Ordering::Relaxed);
    }

    /// Takes the picture that the test leaves, while there is something to see.
    pub(crate) fn keep_picture(&self) {
        self.evidence.photograph();
    }

    /// Where Doorbell listens in this session.
    pub fn socket(&self) -> PathBuf {
        self.home.path().join("run/doorbell/doorbell.sock")
    }

    /// Sets something in Doorbell's settings file, in the place of what it said, as a person who has
    /// agreed to it before. To be called before Doorbell starts. A text that says nothing of answering
    /// lets programs press: xdotool is one.
    ///
    /// # Errors
    /// It could not be written.
    pub fn write_settings(&self, text: &str) -> Result<()> {
        let pressing = if text.contains("[answering]") {
            ""
        } else {
            "[answering]\nfrom_programs = true\n"
        };
        self.accept_settings(&format!("{pressing}{text}"))
    }

    fn accept_settings(&self, text: &str) -> Result<()> {
        self.edit_settings(text)?;
        let mut accept = self.script("accept_settings.py");
        accept.arg(self.home.path().join(DATABASE)).arg(text);
        output(&mut accept).map(drop)
    }

    /// Writes Doorbell's settings file and nothing else, as any program can.
    ///
    /// # Errors
    /// It could not be written.
    pub fn edit_settings(&self, text: &str) -> Result<()> {
        let directory = self.home.path().join("config/doorbell");
        fs::create_dir_all(&directory)?;
        fs::write(directory.join("settings.toml"), text).context("no settings file")
    }

    /// The session's home, temporary files included.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// A picture of the whole screen.
    ///
    /// # Errors
    /// No picture could be taken.
    pub fn photograph(&self, file: &Path) -> Result<()> {
        output(self.command("scrot").arg("--overwrite").arg(file))
            .map(drop)
            .context("no picture of the screen")
    }

    /// The last lines of everything that runs here.
    pub fn logs_to_show(&self) -> String {
        let mut shown = String::new();
        let mut files: Vec<PathBuf> = fs::read_dir(self.logs())
            .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
            .unwrap_or_default();
        files.sort();
        for file in files {
            let text = fs::read(&file).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            if text.trim().is_empty() {
                continue;
            }
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let lines: Vec<&str> = text.lines().collect();
            shown.push_str(&format!("--- {name}\n"));
            shown.push_str(&lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n"));
            shown.push('\n');
        }
        shown
    }

    /// All that a process on this desktop has printed.
    pub fn log(&self, name: &str) -> String {
        let text = fs::read(self.logs().join(format!("{name}.log"))).unwrap_or_default();
        String::from_utf8_lossy(&text).into_owned()
    }

    /// In how many lines of its log a process said this.
    pub fn logged(&self, name: &str, words: &str) -> usize {
        let log = self.log(name);
        log.lines().filter(|line| line.contains(words)).count()
    }

    fn logs(&self) -> PathBuf {
        self.home.path().join("logs")
    }

    /// Whether a name on the session's bus has an owner.
    pub fn owns(&self, name: &str) -> bool {
        let asked = output(self.command("dbus-send").args([
            "--session",
            "--print-reply",
            "--dest=org.freedesktop.DBus",
            "/org/freedesktop/DBus",
            "org.freedesktop.DBus.NameHasOwner",
            &format!("string:{name}"),
        ]));
        asked.is_ok_and(|reply| reply.contains("boolean true"))
    }
}

impl Drop for VirtualDesktop {
    #[allow(
        clippy::print_stderr,
        reason = "a test's output is shown when it fails"
    )]
    fn drop(&mut self) {
        if !self.evidence.picture.exists() {
            self.evidence.photograph();
        }
        if !self.went_well.load(Ordering::Relaxed) {
            eprintln!(
                "=== evidence: the last screen of {}: {}\n{}=== end of evidence",
                self.display,
                self.evidence.picture.display(),
                self.logs_to_show()
            );
        }
        // The screen and the bus were started first. They end properly, or their sockets stay.
        let lasting = self.running.len().min(SCREEN_AND_BUS);
        self.running.drain(lasting..).for_each(drop);
        while let Some(mut last) = self.running.pop() {
            last.end();
        }
    }
}

/// The picture that a test leaves of its desktop.
#[derive(Clone)]
struct Evidence {
    display: String,
    /// Absolute, and no other test's.
    picture: PathBuf,
}

impl Evidence {
    /// Prepares the place for a picture of the next desktop of the test that this thread runs.
    fn prepare() -> Result<Self> {
        thread_local! {
            static DESKTOPS: Cell<u32> = const { Cell::new(0) };
        }
        let number = DESKTOPS.replace(DESKTOPS.get() + 1) + 1;
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("unnamed").replace("::", "-");
        let directory = crate::app::output_directory().join("screens");
        fs::create_dir_all(&directory)?;
        let picture = directory
            .canonicalize()?
            .join(format!("{test}-{number}.png"));
        // One of an earlier run would mislead.
        match fs::remove_file(&picture) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(Self {
                display: String::new(),
                picture,
            }),
        }
    }

    /// Takes the picture. Whether that works is no test's concern.
    fn photograph(&self) {
        let (Some(directory), Some(name)) = (self.picture.parent(), self.picture.file_name())
        else {
            return;
        };
        // scrot reads more than a path into what it is given, so it gets a plain name.
        let mut scrot = Command::new("scrot");
        scrot.env("DISPLAY", &self.display).current_dir(directory);
        let _ = output(scrot.arg("--overwrite").arg(name));
    }
}

/// The temporary folder; if its path is too long for the sockets below it, or programs of a desktop
/// would split or quote it, the usual one.
fn folder_of_homes() -> PathBuf {
    let folder = std::env::temp_dir();
    let is_plain = folder.to_str().is_some_and(|path| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
        path.starts_with('/') && path.len() <= LONGEST_TEMPORARY && path.bytes().all(plain)
    });
    if is_plain {
        folder
    } else {
        USUAL_TEMPORARY.into()
    }
}

/// A session's bus. Whatever it would start by itself, a test could not do without.
fn bus_config(services: &Path) -> String {
    format!(
        "<busconfig>\n\
         <type>session</type>\n\
         <listen>unix:tmpdir=/tmp</listen>\n\
         <servicedir>{}</servicedir>\n\
         <policy context='default'>\n\
         <allow send_destination='*' eavesdrop='true'/>\n\
         <allow eavesdrop='true'/>\n\
         <allow own='*'/>\n\
         </policy>\n\
         </busconfig>\n",
        services.display()
    )
}

fn gtk_settings(theme: Theme) -> String {
    let dark = u8::from(theme == Theme::Dark);
    format!(
        "[Settings]\n\
         gtk-theme-name=Adwaita\n\
         gtk-application-prefer-dark-theme={dark}\n\
         gtk-font-name=Inter 11\n\
         gtk-xft-antialias=1\n\
         gtk-xft-hinting=1\n\
         gtk-xft-hintstyle=hintslight\n\
         gtk-cursor-blink=0\n"
    )
}
