//! What a question needs around Doorbell: programs, a display, the socket's place, a browser.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use doorbell_protocol::{seat, socket_path};

use super::report::Finding;
use crate::launch;

/// What others may do in the socket's folder: nothing.
const OTHERS: u32 = 0o077;

pub fn programs() -> Finding {
    match launch::find_desktop() {
        Ok(desktop) => Finding::holds(format!(
            "doorbell {}, {}",
            env!("CARGO_PKG_VERSION"),
            desktop.display()
        )),
        Err(error) => Finding::fails(format!("{error:#}")).fix("install Doorbell again"),
    }
}

pub fn display() -> Finding {
    if !launch::has_any_display() {
        return Finding::fails("there is none to show a question on")
            .fix("run this in your desktop session");
    }
    match seat::check_display() {
        Ok(()) => Finding::holds("a person can sit before it"),
        Err(no_seat) => Finding::warns(no_seat.to_string()),
    }
}

pub fn socket() -> Finding {
    let socket = socket_path();
    let place = socket.display();
    let folder = socket.parent().unwrap_or(Path::new("/"));
    let Ok(found) = std::fs::symlink_metadata(folder) else {
        return Finding::holds(format!("{place}, made when Doorbell starts"));
    };
    let remove = format!(
        "look at what {} is, remove it, and try again",
        folder.display()
    );
    if !found.is_dir() {
        return Finding::fails(format!("{} is no folder", folder.display())).fix(remove);
    }
    if found.uid() != rustix::process::getuid().as_raw() {
        return Finding::fails(format!("{} belongs to another user", folder.display())).fix(remove);
    }
    let mode = found.permissions().mode();
    if mode & OTHERS != 0 {
        let words = format!("others may enter {} ({:o})", folder.display(), mode & 0o777);
        return Finding::fails(words).fix(format!("chmod 700 {}", folder.display()));
    }
    Finding::holds(format!("{place}, only yours"))
}

/// Links are opened with xdg-open, as the desktop part finds it.
pub fn browser() -> Finding {
    let found = launch::SAFE_PATH
        .split(':')
        .map(|folder| Path::new(folder).join("xdg-open"))
        .find(|program| program.is_file());
    match found {
        Some(program) => Finding::holds(format!("links open with {}", program.display())),
        None => {
            Finding::warns("nothing opens links; Copy link still works").fix("install xdg-utils")
        }
    }
}
