//! Checks what Doorbell needs: programs, a display, the socket's directory, a browser.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use doorbell_protocol::{seat, socket_path};

use super::report::Finding;
use crate::launch;

/// The permission bits of the group and of others.
const NOT_OWNER: u32 = 0o077;

pub fn programs() -> Finding {
    let fix = "install Doorbell again";
    match launch::desktop_path() {
        Ok(desktop) if desktop.is_file() => Finding::ok(format!(
            "doorbell {}, {}",
            env!("CARGO_PKG_VERSION"),
            desktop.display()
        )),
        Ok(desktop) => Finding::failure(format!("{} is missing", desktop.display())).with_fix(fix),
        Err(error) => Finding::failure(format!("{error:#}")).with_fix(fix),
    }
}

/// A running Doorbell has a display, even if this terminal has none.
pub fn display(is_running: bool) -> Finding {
    if !launch::has_any_display() {
        return match is_running {
            true => Finding::ok("none in this terminal, but Doorbell is running"),
            false => Finding::failure("no display to show questions on")
                .with_fix("run `doorbell doctor` in your desktop session"),
        };
    }
    match seat::check_display() {
        Ok(()) => Finding::ok("one that a person can see"),
        Err(no_seat) => {
            let owner = no_seat.owner;
            let message = format!("virtual or remote ({owner}): nobody may see the questions");
            match is_running {
                true => Finding::warning(message),
                false => Finding::warning(message)
                    .with_fix("run `doorbell start --virtual` to use it anyway"),
            }
        }
    }
}

pub fn socket() -> Finding {
    let socket = socket_path();
    let path = socket.display();
    let folder = socket.parent().unwrap_or(Path::new("/"));
    let Ok(metadata) = std::fs::symlink_metadata(folder) else {
        return Finding::ok(format!("{path}, created when Doorbell starts"));
    };
    let folder = folder.display();
    let fix = format!("check what {folder} is, remove it and try again");
    if !metadata.is_dir() {
        return Finding::failure(format!("{folder} is not a folder")).with_fix(fix);
    }
    if metadata.uid() != rustix::process::getuid().as_raw() {
        return Finding::failure(format!("{folder} belongs to another user")).with_fix(fix);
    }
    let mode = metadata.permissions().mode();
    if mode & NOT_OWNER != 0 {
        let message = format!("other users can open {folder} (mode {:o})", mode & 0o777);
        return Finding::failure(message).with_fix(format!("chmod 700 {folder}"));
    }
    Finding::ok(format!("{path}, only you can use it"))
}

/// The desktop part looks for `xdg-open` in the same directories.
pub fn browser() -> Finding {
    let xdg_open = launch::SAFE_PATH
        .split(':')
        .map(|folder| Path::new(folder).join("xdg-open"))
        .find(|program| program.is_file());
    match xdg_open {
        Some(program) => Finding::ok(format!("links open with {}", program.display())),
        None => {
            Finding::warning("links can't be opened, only copied").with_fix("install xdg-utils")
        }
    }
}
