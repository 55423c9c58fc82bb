//! What of the environment may act on the window, and what a crash may leave in it. Called by `main` before it starts any thread.

use std::ffi::OsStr;
use std::path::Path;

use rustix::process::{Resource, Rlimit, setrlimit};

/// Variables that open WebKit and Tauri to remote control.
#[cfg(not(feature = "automation"))]
const DOORS: [&str; 2] = ["TAURI_AUTOMATION", "TAURI_WEBVIEW_AUTOMATION"];
#[cfg(not(feature = "automation"))]
const INSPECTOR: &str = "WEBKIT_INSPECTOR_";

/// Where the system has its graphics cards.
const GRAPHICS_CARDS: &str = "/dev/dri";
const NO_DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
/// What tells GDK not to look for GL, and how.
const GDK_GL: &str = "GDK_GL";
const NO_GL: &str = "disable";

/// Removes what would let a program answer in a person's place. Must be the first thing done.
#[cfg(not(feature = "automation"))]
pub fn forget_automation() {
    let inspector = std::env::vars_os()
        .map(|(name, _)| name)
        .filter(|name| name.to_string_lossy().starts_with(INSPECTOR));
    for name in inspector.chain(DOORS.map(Into::into)) {
        set(&name, None);
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

/// A test build is there to be driven.
#[cfg(feature = "automation")]
pub fn forget_automation() {}

/// Without a graphics card WebKit draws its first frame through software GL, seconds after the
/// window is on the screen: a person would look at nothing while their presses already count. And
/// GDK, if it is the first on its screen, loads a whole compiler to ask software GL which colours
/// there are: ten MiB that a Doorbell in waiting would hold for nothing.
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
