//! Checks what Doorbell needs: programs, a display, the socket's directory, a browser.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use doorbell_protocol::{seat, socket_path};

use super::report::Finding;
use crate::launch;

/// The permission bits of the group and of others.
const NOT_OWNER: u32 = 0o077;

pub fn programs() -> Finding {
    match launch::find_desktop() {
        Ok(desktop) => Finding::ok(format!(
            "doorbell {}, {}",
            env!("CARGO_PKG_VERSION"),
            desktop.display()
        )),
        Err(error) => Finding::failure(format!("{error:#}")).with_fix("install Doorbell again"),
    }
}

pub fn display() -> Finding {
    if !launch::has_any_display() {
        return Finding::failure("there is none to show a question on")
            .with_fix("run this in your desktop session");
    }
    match seat::check_display() {
        Ok(()) => Finding::ok("a person can sit before it"),
        Err(no_seat) => Finding::warning(no_seat.to_string()),
    }
}

pub fn socket() -> Finding {
    let socket = socket_path();
    let path = socket.display();
    let folder = socket.parent().unwrap_or(Path::new("/"));
    let Ok(metadata) = std::fs::symlink_metadata(folder) else {
        return Finding::ok(format!("{path}, made when Doorbell starts"));
    };
    let fix = format!(
        "look at what {} is, remove it, and try again",
        folder.display()
    );
    if !metadata.is_dir() {
        return Finding::failure(format!("{} is no folder", folder.display())).with_fix(fix);
    }
    if metadata.uid() != rustix::process::getuid().as_raw() {
        return Finding::failure(format!("{} belongs to another user", folder.display()))
            .with_fix(fix);
    }
    let mode = metadata.permissions().mode();
    if mode & NOT_OWNER != 0 {
        let message = format!("others may enter {} ({:o})", folder.display(), mode & 0o777);
        return Finding::failure(message).with_fix(format!("chmod 700 {}", folder.display()));
    }
    Finding::ok(format!("{path}, only yours"))
}

/// The desktop part looks for `xdg-open` in the same directories.
pub fn browser() -> Finding {
    let xdg_open = launch::SAFE_PATH
        .split(':')
        .map(|folder| Path::new(folder).join("xdg-open"))
        .find(|program| program.is_file());
    match xdg_open {
        Some(program) => Finding::ok(format!("links open with {}", program.display())),
        None => Finding::warning("nothing opens links; Copy link still works")
            .with_fix("install xdg-utils"),
    }
}
