//! The system packages each command needs. Missing ones are installed.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::command::{command, is_in_path, is_root, read_stdout, root_command, run, search_path};

/// Set to `installed` on systems without apt, once their own packages are in place.
pub const OVERRIDE: &str = "DOORBELL_PACKAGES";

pub const INSTALLED: &str = "installed";

/// A Debian package.
pub struct Package {
    name: &'static str,
    why: &'static str,
    satisfied_by: SatisfiedBy,
}

#[derive(Clone, Copy)]
enum SatisfiedBy {
    PackageOnly,
    /// A program in `PATH`.
    Program(&'static str),
    /// A module of the `python3` in `PATH`.
    PythonModule(&'static str),
}

impl SatisfiedBy {
    fn is_present(self) -> bool {
        match self {
            Self::PackageOnly => false,
            Self::Program(program) => is_in_path(program),
            Self::PythonModule(module) => command("python3")
                .env("PATH", search_path())
                .args(["-c", &format!("import {module}")])
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success()),
        }
    }
}

const fn package(name: &'static str, why: &'static str) -> Package {
    Package {
        name,
        why,
        satisfied_by: SatisfiedBy::PackageOnly,
    }
}

const fn program(name: &'static str, program: &'static str, why: &'static str) -> Package {
    Package {
        name,
        why,
        satisfied_by: SatisfiedBy::Program(program),
    }
}

const fn python_module(name: &'static str, module: &'static str, why: &'static str) -> Package {
    Package {
        name,
        why,
        satisfied_by: SatisfiedBy::PythonModule(module),
    }
}

/// To build the application.
pub const BUILD: &[Package] = &[
    program("build-essential", "cc", "the linker"),
    program("pkg-config", "pkg-config", "finds the libraries below"),
    package("libgtk-3-dev", "the window"),
    package("libwebkit2gtk-4.1-dev", "the page in the window"),
    package("libayatana-appindicator3-dev", "the tray"),
    package("xdg-utils", "opens the browser"),
];

/// To run and drive a desktop without a monitor.
pub const DESKTOP: &[Package] = &[
    program("xvfb", "Xvfb", "a screen without a monitor"),
    program("openbox", "openbox", "a window manager"),
    package("dbus", "a session bus"),
    package("dbus-x11", "a session bus for GTK"),
    program("dunst", "dunst", "shows notifications"),
    program("xfce4-panel", "xfce4-panel", "a tray"),
    program("weston", "weston", "a Wayland compositor without a monitor"),
    program("xdotool", "xdotool", "moves windows and acts as a program"),
    program("wmctrl", "wmctrl", "closes windows like a person"),
    package("x11-utils", "reads window properties"),
    program("xclip", "xclip", "reads the clipboard"),
    program("xterm", "xterm", "a terminal for agents"),
    program("tmux", "tmux", "a terminal in a terminal"),
    program("strace", "strace", "sees that nothing is fetched"),
    program("util-linux", "unshare", "takes the network away"),
    program("scrot", "scrot", "pictures of the screen"),
    package("imagemagick", "pictures of one window"),
    package("at-spi2-core", "the accessibility bus"),
    package("gir1.2-atspi-2.0", "hears what windows announce"),
    package("python3-gi", "reads the accessibility tree"),
    package("gir1.2-gtk-3.0", "another window to type in"),
    package("libglib2.0-bin", "speaks on the session bus"),
    package("gsettings-desktop-schemas", "what GNOME can be set to"),
    package("webkit2gtk-driver", "drives the page in the window"),
    package("fonts-dejavu-core", "text with every sign"),
    package("fonts-inter", "text as most desktops show it"),
];

/// To run GNOME on Wayland without a monitor.
pub const GNOME: &[Package] = &[
    program("gnome-shell", "gnome-shell", "a desktop on Wayland"),
    program("gjs", "gjs", "runs its notifications"),
    package("gnome-shell-extension-appindicator", "a tray for it"),
];

/// To check the page and to run other people's MCP servers in the tests.
pub const SCRIPTS: &[Package] = &[
    program("nodejs", "node", "runs the page's checks and test servers"),
    program("npm", "npm", "installs them"),
    package("python3", "runs an example asker and test servers"),
    // Debian moves ensurepip out of python3; without it a virtual environment has no pip.
    python_module("python3-venv", "ensurepip", "installs them"),
];

/// To run the fault tests.
pub const FAULTS: &[Package] = &[
    package("faketime", "turns a daemon's clock"),
    program("util-linux", "setpriv", "takes root's powers away"),
];

/// To run the checks as an ordinary account when root starts them.
pub const ACCOUNT: &[Package] = &[
    program("rsync", "rsync", "copies the tree for an ordinary account"),
    program(
        "util-linux",
        "setpriv",
        "runs the tests as an ordinary account",
    ),
];

/// To run the bench.
pub const BENCH: &[Package] = &[
    program("util-linux", "taskset", "keeps a measurement on one CPU"),
    program("zenity", "zenity", "asks too, to measure against"),
    program("pinentry-gtk2", "pinentry-gtk-2", "likewise"),
];

/// To render the icons.
pub const ICONS: &[Package] = &[program(
    "librsvg2-bin",
    "rsvg-convert",
    "renders SVG to PNG",
)];

/// To build packages.
pub const PACKAGE: &[Package] = &[program(
    "dpkg-dev",
    "dpkg-shlibdeps",
    "finds the libraries' packages",
)];

/// To fuzz.
pub const FUZZ: &[Package] = &[program("build-essential", "c++", "builds libFuzzer")];

/// To try packages in a chroot.
pub const TRIAL: &[Package] = &[
    program(
        "mmdebstrap",
        "mmdebstrap",
        "makes a small Debian of its own",
    ),
    program("util-linux", "unshare", "ends all that was started in it"),
    program("lintian", "lintian", "knows Debian's rules for packages"),
    program("shellcheck", "shellcheck", "reads the packages' scripts"),
    program("man-db", "man", "reads the man pages"),
    program("groff", "groff", "sets the man pages"),
    program(
        "desktop-file-utils",
        "desktop-file-validate",
        "reads the desktop entry",
    ),
];

/// Installs missing packages, after printing each with its reason.
pub fn ensure(lists: &[&[Package]]) -> Result<()> {
    let required: Vec<&Package> = lists
        .iter()
        .flat_map(|list| list.iter())
        .filter(|package| !package.satisfied_by.is_present())
        .collect();
    if required.is_empty() || std::env::var_os(OVERRIDE).is_some_and(|value| value == INSTALLED) {
        return Ok(());
    }
    if !is_in_path("dpkg-query") || !is_in_path("apt-get") {
        bail!(
            "this system has no apt-get, so nothing could be installed.\n\
             Install the equivalents of these Debian packages:\n{}\n\
             and run the command again with {OVERRIDE}={INSTALLED}",
            described(&required)
        );
    }
    let missing = missing(&required)?;
    if missing.is_empty() {
        return Ok(());
    }
    if !is_root() && !is_in_path("sudo") {
        bail!(
            "these packages are missing, and without sudo they cannot be installed from here:\n{}\n\
             Have an administrator install them, then run the command again",
            described(&missing)
        );
    }
    println!("Installing with apt-get:\n{}", described(&missing));
    run(apt_get().args(["-qq", "update"]))?;
    run(apt_get()
        .args(["-qq", "-y", "--no-install-recommends", "install"])
        .args(missing.iter().map(|package| package.name))
        .stdout(Stdio::null()))
}

fn missing<'a>(required: &[&'a Package]) -> Result<Vec<&'a Package>> {
    // dpkg-query fails for an unknown package, which is expected here.
    let known = read_stdout(
        command("sh")
            .arg("-c")
            .arg("dpkg-query -W -f '${Package} ${db:Status-Status}\\n' \"$@\" 2>/dev/null || true")
            .arg("sh")
            .args(required.iter().map(|package| package.name)),
    )?;
    let installed: Vec<&str> = known
        .lines()
        .filter_map(|line| line.strip_suffix(" installed"))
        .collect();
    Ok(required
        .iter()
        .copied()
        .filter(|package| !installed.contains(&package.name))
        .collect())
}

/// Runs without prompts.
fn apt_get() -> Command {
    let mut command = root_command("env");
    command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    command
}

fn described(packages: &[&Package]) -> String {
    packages
        .iter()
        .map(|package| format!("  {:<30} {}", package.name, package.why))
        .collect::<Vec<_>>()
        .join("\n")
}
