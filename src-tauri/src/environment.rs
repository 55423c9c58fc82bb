//! Prepares the process. Called by `main`; what changes the environment, before it starts any thread.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use gtk::prelude::*;
use rustix::process::{Resource, Rlimit, setrlimit};

/// Prefixes of variables that open Tauri and WebKit to remote control.
const AUTOMATION_PREFIXES: [&str; 3] = [
    "TAURI_AUTOMATION",
    "TAURI_WEBVIEW_AUTOMATION",
    "WEBKIT_INSPECTOR_",
];

/// All variables of the dynamic loader, such as `LD_PRELOAD`.
const LOADER_PREFIX: &str = "LD_";
/// Variables through which libraries load files of the starter's choice.
const CODE_VARIABLES: [&str; 10] = [
    "GCONV_PATH",
    "GDK_PIXBUF_MODULE_FILE",
    "GIO_EXTRA_MODULES",
    "GIO_MODULE_DIR",
    "GTK3_MODULES",
    "GTK_EXE_PREFIX",
    "GTK_IM_MODULE_FILE",
    "GTK_MODULES",
    "GTK_PATH",
    "WEBKIT_INJECTED_BUNDLE_PATH",
];
/// Set by the first of two starts.
const STARTED_AGAIN: &str = "DOORBELL_STARTED_AGAIN";

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

/// Starts this program again without the variables that load foreign code, if there are any. By then
/// the loader has run the code in `LD_PRELOAD`, which could prevent this.
pub fn start_again_without_foreign_code() -> Result<()> {
    let names: Vec<OsString> = std::env::vars_os()
        .map(|(name, _)| name)
        .filter(|name| loads_code(&name.to_string_lossy()))
        .collect();
    if names.is_empty() {
        return Ok(());
    }
    // A library that sets them in every new program would make this an endless loop.
    if std::env::var_os(STARTED_AGAIN).is_some() {
        bail!("{names:?} cannot be removed from the environment");
    }
    tracing::warn!("starting again without {names:?}");
    let program = std::env::current_exe().context("cannot tell where this program is")?;
    let mut again = Command::new(program);
    again
        .args(std::env::args_os().skip(1))
        .env(STARTED_AGAIN, "1");
    for name in names {
        again.env_remove(name);
    }
    Err(again.exec()).context("cannot start again")
}

fn loads_code(name: &str) -> bool {
    name.starts_with(LOADER_PREFIX) || CODE_VARIABLES.contains(&name)
}

/// Keeps GTK from loading modules that XSETTINGS offers from now on: a value set by the application
/// takes precedence. Modules that are already loaded stay.
pub fn freeze_gtk_modules() {
    if let Some(settings) = gtk::Settings::default() {
        settings.set_gtk_modules(settings.gtk_modules().as_deref());
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
