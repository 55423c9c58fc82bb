//! A desktop session without a monitor: screen, bus, window manager, notifications, temporary home.

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
use crate::gnome::{Shell, prepare_home};
use crate::input_devices::InputDevices;
use crate::notifications;
use crate::process::{ChildProcess, output};
use crate::wait::{TIMEOUT, wait_until};

/// The launcher is not in `PATH`.
const ACCESSIBILITY_BUS: &str = "/usr/libexec/at-spi-bus-launcher";

/// Debian's interpreter has the GObject bindings; another one in `PATH` may not.
const PYTHON: &str = "/usr/bin/python3";

/// Environment variables passed on from the test process.
const INHERITED_VARIABLES: [&str; 4] = ["PATH", "TZ", "RUST_BACKTRACE", "DOORBELL_LOG"];

/// Used if the temporary directory of the system is unsuitable.
const FALLBACK_TEMP_FOLDER: &str = "/tmp";

/// A socket path has at most 107 bytes, and the path below the temporary folder needs the rest.
const MAX_TEMP_FOLDER_BYTES: usize = 48;

/// The settings file that Doorbell would create.
const STANDARD_SETTINGS: &str =
    include_str!("../../crates/doorbell-daemon/src/settings/standard.toml");

/// Doorbell's database, relative to the home.
const DATABASE: &str = "data/doorbell/doorbell.db";

/// Where the system keeps the services that a bus can activate.
const SERVICES: &str = "/usr/share/dbus-1/services";

/// The size of GNOME's screen.
const GNOME_SCREEN: &str = "1280x800";

/// What the shell calls its Wayland display.
const WAYLAND_DISPLAY: &str = "wayland-0";

/// Lines of each log shown when a test fails.
const LOG_TAIL_LINES: usize = 60;

/// The configuration of the session bus, relative to the home.
const BUS_CONFIG: &str = "bus.conf";

/// The colour scheme of the desktop.
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

/// What shows the windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Xvfb with openbox.
    X11,
    /// GNOME Shell, as a Wayland compositor.
    Gnome,
}

impl Kind {
    /// The only service that the bus activates. Xfce's panel stores its settings in the one; GNOME
    /// Shell starts the other to show notifications.
    fn service(self) -> &'static str {
        match self {
            Self::X11 => "org.xfce.Xfconf.service",
            Self::Gnome => "org.gnome.Shell.Notifications.service",
        }
    }

    fn variables(self) -> [(&'static str, &'static str); 3] {
        match self {
            Self::X11 => [
                ("XDG_SESSION_TYPE", "x11"),
                ("XDG_CURRENT_DESKTOP", "Openbox"),
                // GTK reads its settings from settings.ini, without a settings service.
                ("GSETTINGS_BACKEND", "memory"),
            ],
            Self::Gnome => [
                ("XDG_SESSION_TYPE", "wayland"),
                ("XDG_CURRENT_DESKTOP", "GNOME"),
                // All programs share one file, without a settings service.
                ("GSETTINGS_BACKEND", "keyfile"),
            ],
        }
    }
}

/// An isolated session. Dropping it ends all its processes.
pub struct VirtualDesktop {
    kind: Kind,
    home: TempDir,
    display: String,
    bus: String,
    shell: OnceLock<Shell>,
    accessibility: OnceLock<AccessibilityBus>,
    input_devices: OnceLock<InputDevices>,
    evidence: Evidence,
    succeeded: AtomicBool,
    /// In start order.
    processes: Vec<ChildProcess>,
}

impl VirtualDesktop {
    /// Starts a session of 1280 × 900 pixels.
    pub fn start(theme: Theme) -> Result<Self> {
        let mut desktop = Self::start_without_notifications(theme)?;
        desktop.start_for_session("notifications", desktop.command("dunst"))?;
        let name = "org.freedesktop.Notifications";
        wait_until(name, TIMEOUT, || desktop.has_bus_name(name))?;
        Ok(desktop)
    }

    /// Starts only a screen and a bus, without a window manager, for measurements.
    pub fn start_bare() -> Result<Self> {
        Self::start_screen_and_bus(Theme::Light)
    }

    /// The X display.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// Like [`start`](Self::start), without a notification server.
    pub fn start_without_notifications(theme: Theme) -> Result<Self> {
        let mut desktop = Self::start_screen_and_bus(theme)?;
        desktop.start_accessibility_bus()?;
        desktop.start_for_session("windows", desktop.command("openbox"))?;
        wait_until("the window manager", TIMEOUT, || {
            output(desktop.command("wmctrl").arg("-m"))
        })?;
        Ok(desktop)
    }

    /// Starts GNOME Shell on Wayland, without its overview, with Doorbell installed as an app. The shell
    /// also shows the notifications.
    pub fn start_gnome(application: &Path) -> Result<Self> {
        let mut desktop = Self::prepare(Kind::Gnome, Theme::Light)?;
        prepare_home(desktop.home(), application)?;
        desktop.start_bus()?;
        let mut login = desktop.script("desktop_services.py");
        login.arg("login");
        desktop.start_for_session("login", login)?;
        desktop.start_accessibility_bus()?;
        wait_until("the login manager", TIMEOUT, || {
            desktop.has_bus_name("org.freedesktop.login1")
        })?;
        let mut shell = desktop.command("gnome-shell");
        shell.args(["--headless", "--wayland", "--no-x11", "--unsafe-mode"]);
        shell.args(["--virtual-monitor", GNOME_SCREEN]);
        shell.env("LIBGL_ALWAYS_SOFTWARE", "1");
        desktop.start_for_session("gnome-shell", shell)?;
        desktop.display = WAYLAND_DISPLAY.to_owned();
        let shell = Shell::connect(&desktop.bus)?;
        let _ = desktop.shell.set(shell);
        Ok(desktop)
    }

    /// GNOME Shell. Fails on another desktop.
    pub fn shell(&self) -> Result<&Shell> {
        self.shell.get().context("this desktop is not GNOME")
    }

    fn start_accessibility_bus(&mut self) -> Result<()> {
        let mut accessibility = self.command(ACCESSIBILITY_BUS);
        accessibility.arg("--launch-immediately");
        self.start_for_session("accessibility", accessibility)?;
        wait_until("the accessibility bus", TIMEOUT, || {
            self.has_bus_name("org.a11y.Bus")
        })
    }

    fn start_screen_and_bus(theme: Theme) -> Result<Self> {
        let mut desktop = Self::prepare(Kind::X11, theme)?;
        let mut screen = desktop.command_ended_with_thread("Xvfb");
        screen.args(["-displayfd", "1", "-screen", "0", "1280x900x24"]);
        // On a loaded machine a key may be down for long enough to repeat.
        screen.args(["-nolisten", "tcp", "-noreset", "-r"]);
        let (process, number) =
            ChildProcess::start_and_read_line("screen", screen, &desktop.logs())?;
        desktop.display = format!(":{number}");
        desktop.evidence.camera = Camera::X11(desktop.display.clone());
        desktop.processes.push(process);
        desktop.start_bus()?;
        Ok(desktop)
    }

    fn start_bus(&mut self) -> Result<()> {
        let mut bus = self.command_ended_with_thread("dbus-daemon");
        bus.arg(format!(
            "--config-file={}",
            self.home.path().join(BUS_CONFIG).display()
        ));
        bus.args(["--nofork", "--nopidfile", "--print-address=1"]);
        let (process, address) = ChildProcess::start_and_read_line("bus", bus, &self.logs())?;
        self.bus = address;
        if self.kind == Kind::Gnome {
            self.evidence.camera = Camera::Gnome(self.bus.clone());
        }
        self.processes.push(process);
        Ok(())
    }

    /// Makes the home of a session without processes.
    fn prepare(kind: Kind, theme: Theme) -> Result<Self> {
        let home = tempfile::Builder::new()
            .prefix("doorbell-")
            .tempdir_in(temp_folder())?;
        for (directory, mode) in [
            ("run", 0o700),
            ("config/gtk-3.0", 0o755),
            (".local/share", 0o700),
            ("logs", 0o755),
            ("services", 0o755),
        ] {
            let path = home.path().join(directory);
            fs::create_dir_all(&path)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        }
        // `doorbell start` passes on the home but not the directories from the environment.
        symlink("config", home.path().join(".config"))?;
        symlink(".local/share", home.path().join("data"))?;
        fs::write(
            home.path().join("config/gtk-3.0/settings.ini"),
            gtk_settings(theme),
        )?;
        notifications::configure(home.path())?;
        let services = home.path().join("services");
        fs::write(home.path().join(BUS_CONFIG), bus_config(&services))?;
        symlink(
            Path::new(SERVICES).join(kind.service()),
            services.join(kind.service()),
        )?;
        let desktop = Self {
            kind,
            home,
            display: String::new(),
            bus: String::new(),
            shell: OnceLock::new(),
            accessibility: OnceLock::new(),
            input_devices: OnceLock::new(),
            evidence: Evidence::prepare()?,
            succeeded: AtomicBool::new(false),
            processes: Vec::new(),
        };
        desktop.write_accepted_settings(STANDARD_SETTINGS)?;
        Ok(desktop)
    }

    /// The accessibility bus, connected on first use.
    pub fn accessibility(&self) -> Result<&AccessibilityBus> {
        if self.accessibility.get().is_none() {
            let bus = AccessibilityBus::connect(&self.bus).context("no accessibility bus")?;
            let _ = self.accessibility.set(bus);
        }
        self.accessibility.get().context("no accessibility bus")
    }

    /// The display's keyboard and mouse, found on first use.
    pub fn input_devices(&self) -> Result<&InputDevices> {
        if self.input_devices.get().is_none() {
            let devices = InputDevices::of(&self.display)?;
            let _ = self.input_devices.set(devices);
        }
        self.input_devices.get().context("no input devices")
    }

    /// A command with only this session's environment.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        let home = self.home.path();
        command.env_clear().current_dir(home);
        for name in INHERITED_VARIABLES {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command
            .env("HOME", home)
            .env("TMPDIR", temp_folder())
            .env("USER", "person")
            .env("LANG", "C.UTF-8")
            .env("XDG_RUNTIME_DIR", home.join("run"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_CACHE_HOME", home.join("cache"))
            .envs(self.kind.variables());
        if !self.display.is_empty() {
            let name = match self.kind {
                Kind::X11 => "DISPLAY",
                Kind::Gnome => "WAYLAND_DISPLAY",
            };
            command.env(name, &self.display);
        }
        if !self.bus.is_empty() {
            command.env("DBUS_SESSION_BUS_ADDRESS", &self.bus);
            // The machine's system bus reports on another session.
            command.env("DBUS_SYSTEM_BUS_ADDRESS", &self.bus);
        }
        command
    }

    /// A command that ends with the thread that started it, even if the tests are interrupted.
    /// Other processes end when the screen and the bus do.
    fn command_ended_with_thread(&self, program: &str) -> Command {
        let mut command = self.command("setpriv");
        command.args(["--pdeathsig", "TERM", program]);
        command
    }

    /// A command that runs a Python script of the kit.
    pub fn script(&self, name: &str) -> Command {
        let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("kit");
        let mut command = self.command(PYTHON);
        command.arg(kit.join(name));
        command
    }

    /// Starts a command that runs until the session ends.
    pub fn start_for_session(&mut self, name: &str, command: Command) -> Result<()> {
        let process = self.start_process(name, command)?;
        self.processes.push(process);
        Ok(())
    }

    /// Starts a command that runs until the returned handle is dropped.
    pub fn start_process(&self, name: &str, command: Command) -> Result<ChildProcess> {
        let process = ChildProcess::start(name, command, &self.logs())?;
        if name != APPLICATION {
            return Ok(process);
        }
        // The screenshot must show the windows of the application.
        let evidence = self.evidence.clone();
        Ok(process.before_drop(move || evidence.photograph()))
    }

    /// Suppresses the logs at the end. Only programs need it: a passing test shows no output.
    pub fn mark_success(&self) {
        self.succeeded.store(true, Ordering::Relaxed);
    }

    /// Takes the final screenshot while the application is still visible.
    pub(crate) fn save_screenshot(&self) {
        self.evidence.photograph();
    }

    /// The path of Doorbell's socket.
    pub fn socket(&self) -> PathBuf {
        self.home.path().join("run/doorbell/doorbell.sock")
    }

    /// Replaces Doorbell's settings file and records the settings as approved by the person. Must
    /// be called before Doorbell starts.
    pub fn write_accepted_settings(&self, text: &str) -> Result<()> {
        self.write_settings_file(text)?;
        let mut accept = self.script("accept_settings.py");
        accept.arg(self.home.path().join(DATABASE)).arg(text);
        output(&mut accept).map(drop)
    }

    /// Writes Doorbell's settings file without approval, as any program can.
    pub fn write_settings_file(&self, text: &str) -> Result<()> {
        let directory = self.home.path().join("config/doorbell");
        fs::create_dir_all(&directory)?;
        fs::write(directory.join("settings.toml"), text).context("no settings file")
    }

    /// The session's home directory.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Takes a screenshot of the whole screen.
    pub fn photograph(&self, file: &Path) -> Result<()> {
        self.evidence
            .camera
            .takes(file)
            .context("cannot take a screenshot")
    }

    /// The last lines of every log.
    pub fn log_tails(&self) -> String {
        let mut tails = String::new();
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
            tails.push_str(&format!("--- {name}\n"));
            tails.push_str(&lines[lines.len().saturating_sub(LOG_TAIL_LINES)..].join("\n"));
            tails.push('\n');
        }
        tails
    }

    /// The whole output of a process on this desktop.
    pub fn log(&self, name: &str) -> String {
        let text = fs::read(self.logs().join(format!("{name}.log"))).unwrap_or_default();
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Counts the lines of a process's log that contain `text`.
    pub fn count_log_lines(&self, name: &str, text: &str) -> usize {
        let log = self.log(name);
        log.lines().filter(|line| line.contains(text)).count()
    }

    fn logs(&self) -> PathBuf {
        self.home.path().join("logs")
    }

    /// Whether a name on the session bus has an owner.
    pub fn has_bus_name(&self, name: &str) -> bool {
        let reply = output(self.command("dbus-send").args([
            "--session",
            "--print-reply",
            "--dest=org.freedesktop.DBus",
            "/org/freedesktop/DBus",
            "org.freedesktop.DBus.NameHasOwner",
            &format!("string:{name}"),
        ]));
        reply.is_ok_and(|reply| reply.contains("boolean true"))
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
        if !self.succeeded.load(Ordering::Relaxed) {
            eprintln!(
                "=== evidence: the last screen of {}: {}\n{}=== end of evidence",
                self.display,
                self.evidence.picture.display(),
                self.log_tails()
            );
        }
        // The screen and the bus must exit cleanly, or their sockets stay behind. They start first.
        let kept = match self.kind {
            Kind::X11 => 2,
            Kind::Gnome => 1,
        };
        let kept = self.processes.len().min(kept);
        self.processes.drain(kept..).for_each(drop);
        while let Some(mut last) = self.processes.pop() {
            last.terminate();
        }
    }
}

/// The final screenshot of a test's desktop.
#[derive(Clone)]
struct Evidence {
    camera: Camera,
    /// An absolute path, unique to the test.
    picture: PathBuf,
}

impl Evidence {
    /// Numbers the desktops of the test that runs on this thread.
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
        // A screenshot of a previous run would mislead.
        match fs::remove_file(&picture) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(Self {
                camera: Camera::X11(String::new()),
                picture,
            }),
        }
    }

    /// Takes the screenshot. Errors are ignored.
    fn photograph(&self) {
        let _ = self.camera.takes(&self.picture);
    }
}

/// Takes pictures of the whole screen.
#[derive(Clone)]
enum Camera {
    /// Holds the display.
    X11(String),
    /// Holds the address of the session bus.
    Gnome(String),
}

impl Camera {
    fn takes(&self, file: &Path) -> Result<()> {
        let directory = file.parent().context("no folder")?;
        let name = file.file_name().context("no file name")?;
        let mut command = match self {
            Self::X11(display) => {
                let mut scrot = Command::new("scrot");
                scrot.env("DISPLAY", display).arg("--overwrite");
                // It expands format specifiers in its argument, so it gets a plain file name.
                scrot.arg(name);
                scrot
            }
            Self::Gnome(bus) => {
                let mut gdbus = Command::new("gdbus");
                gdbus.env("DBUS_SESSION_BUS_ADDRESS", bus);
                gdbus.args(["call", "--session", "--dest", "org.gnome.Shell.Screenshot"]);
                gdbus.args(["--object-path", "/org/gnome/Shell/Screenshot", "--method"]);
                // With the pointer, without a flash.
                gdbus.args(["org.gnome.Shell.Screenshot.Screenshot", "true", "false"]);
                gdbus.arg(file);
                gdbus
            }
        };
        output(command.current_dir(directory)).map(drop)
    }
}

/// The temporary directory of the system. Returns the fallback if the path is too long for sockets
/// or has characters that desktop programs split or quote.
fn temp_folder() -> PathBuf {
    let folder = std::env::temp_dir();
    let is_plain = folder.to_str().is_some_and(|path| {
        let is_plain_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
        path.starts_with('/')
            && path.len() <= MAX_TEMP_FOLDER_BYTES
            && path.bytes().all(is_plain_byte)
    });
    if is_plain {
        folder
    } else {
        FALLBACK_TEMP_FOLDER.into()
    }
}

/// Configures a session bus that activates only the services in `services`.
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
