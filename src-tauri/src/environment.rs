//! What of the environment may act on the window, and what a crash may leave in it. Called by `main` before it starts any thread.

use std::ffi::OsStr;
use std::path::Path;

use rustix::process::{Resource, Rlimit, setrlimit};

/// How the variables begin that open Tauri and WebKit to remote control.
const DOORS: [&str; 3] = [
    "TAURI_AUTOMATION",
    "TAURI_WEBVIEW_AUTOMATION",
    "WEBKIT_INSPECTOR_",
];

/// Where the system has its graphics cards.
const GRAPHICS_CARDS: &str = "/dev/dri";
const NO_DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
/// What tells GDK not to look for GL, and how.
const GDK_GL: &str = "GDK_GL";
const NO_GL: &str = "disable";

/// Removes what would let a program answer in a person's place. Must be the first thing done.
pub fn forget_automation() {
    // A test build is there to be driven.
    if cfg!(feature = "automation") {
        return;
    }
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if DOORS.iter().any(|door| text.starts_with(door)) {
            set(&name, None);
        }
    }
}

/// A crash must not leave what a person typed in a file.
pub fn leave_no_core() {
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    // Lowering a limit is always allowed; were it not, there would be nothing to do about it.
    let _ = setrlimit(Resource::Core, none);
}

/// Without a graphics card WebKit draws its first frame through software GL, seconds after the
/// window is on the screen: a person would look at nothing while their presses already count. And
/// GDK, if it is the first on its screen, loads software GL with its compiler to ask which colours
/// there are: ten MiB that an idle Doorbell would hold.
pub fn draw_without_a_graphics_card() {
    if Path::new(GRAPHICS_CARDS).exists() {
        return;
    }
    for (name, value) in [(NO_DMABUF, "1"), (GDK_GL, NO_GL)] {
        if std::env::var_os(name).is_none() {
            set(name.as_ref(), Some(value));
        }
    }
}

#[expect(
    unsafe_code,
    clippy::disallowed_methods,
    reason = "the only way to change the own environment"
)]
fn set(name: &OsStr, value: Option<&str>) {
    // SAFETY: nothing else runs yet; `main` calls this module before it starts any thread.
    unsafe {
        match value {
            Some(value) => std::env::set_var(name, value),
            None => std::env::remove_var(name),
        }
    }
}
