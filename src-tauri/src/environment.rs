//! Prepares the process environment. Called by `main` before it starts any thread.

use std::ffi::OsStr;
use std::path::Path;

use rustix::process::{Resource, Rlimit, setrlimit};

/// Prefixes of variables that open Tauri and WebKit to remote control.
const AUTOMATION_PREFIXES: [&str; 3] = [
    "TAURI_AUTOMATION",
    "TAURI_WEBVIEW_AUTOMATION",
    "WEBKIT_INSPECTOR_",
];

const GRAPHICS_CARDS: &str = "/dev/dri";
const NO_DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
const GDK_GL: &str = "GDK_GL";
const NO_GL: &str = "disable";

/// Removes variables through which a program could answer in a person's place.
pub fn remove_automation_variables() {
    // Test builds are meant to be driven.
    if cfg!(feature = "automation") {
        return;
    }
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if AUTOMATION_PREFIXES
            .iter()
            .any(|prefix| text.starts_with(prefix))
        {
            set(&name, None);
        }
    }
}

/// A core dump would contain what the person typed.
pub fn disable_core_dumps() {
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    // Lowering a limit is always allowed.
    let _ = setrlimit(Resource::Core, none);
}

/// Without a graphics card, WebKit paints its first frame through software GL, seconds after the
/// window appears: the window would be empty but already accept input. GDK, as the first client of a
/// screen, loads software GL to query visuals, which costs an idle Doorbell ten MiB.
pub fn skip_gl_without_graphics_card() {
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
    reason = "libraries read these variables from the process environment"
)]
fn set(name: &OsStr, value: Option<&str>) {
    // SAFETY: `main` calls this module before it starts any thread.
    unsafe {
        match value {
            Some(value) => std::env::set_var(name, value),
            None => std::env::remove_var(name),
        }
    }
}
