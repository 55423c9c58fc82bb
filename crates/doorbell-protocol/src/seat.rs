//! Checks whether an X display is a person's seat. A program can create a display of its own and
//! answer its own questions there.
//!
//! A display is a seat if another user, such as root, runs its server, or if the server is a known one
//! that only root can have installed. A remote display is not, because its server is unknown.
//! Wayland displays cannot be checked.

use std::path::{Path, PathBuf};

/// X servers for local and remote (VNC) use, and Wayland compositors that accept X clients
/// themselves. Excludes servers without a monitor (Xvfb) or inside another display (Xephyr, Xnest).
const SEAT_SERVERS: [&str; 22] = [
    "Xorg",
    "X",
    "Xwayland",
    "Xvnc",
    "Xtigervnc",
    "Xtightvnc",
    "gnome-shell",
    "mutter",
    "kwin_wayland",
    "kwin_wayland_wrapper",
    "sway",
    "Hyprland",
    "niri",
    "labwc",
    "wayfire",
    "river",
    "weston",
    "cosmic-comp",
    "cinnamon",
    "gamescope",
    "phoc",
    "xwayland-satellite",
];

/// The display may not be a person's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this display belongs to {owner}, not to a person's seat; `doorbell start --virtual` uses it anyway"
)]
pub struct NotASeat {
    /// The display's server, as text for the person.
    pub owner: String,
}

/// Checks the display in `DISPLAY`. A display that does not exist passes.
///
/// # Errors
/// [`NotASeat`] if the display may not be a person's.
#[cfg(target_os = "linux")]
pub fn check_display() -> Result<(), NotASeat> {
    let display = std::env::var("DISPLAY").unwrap_or_default();
    match DisplayAddress::parse(&display) {
        Some(DisplayAddress::Local(number)) => {
            system::display_server(number).map_or(Ok(()), |server| server.check())
        }
        Some(DisplayAddress::Remote) => Err(NotASeat {
            owner: "a server that is reached over the network".to_owned(),
        }),
        None => Ok(()),
    }
}

/// The system does not reveal the program behind a socket, so every display passes.
#[cfg(not(target_os = "linux"))]
pub fn check_display() -> Result<(), NotASeat> {
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DisplayAddress {
    /// The display's number.
    Local(u32),
    Remote,
}

impl DisplayAddress {
    /// Parses `:0`, `:0.0`, `unix:0` or `host:0`.
    fn parse(display: &str) -> Option<Self> {
        let (host, rest) = display.rsplit_once(':')?;
        let number = rest.split('.').next()?.parse().ok()?;
        Some(match host {
            "" | "unix" => Self::Local(number),
            _ => Self::Remote,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct DisplayServer {
    runs_as_user: bool,
    /// `None` if the system does not reveal the executable.
    program: Option<PathBuf>,
    /// True if only root can have installed the executable.
    is_root_owned: bool,
}

impl DisplayServer {
    fn check(&self) -> Result<(), NotASeat> {
        let name = self.program.as_deref().map(base_name);
        let is_seat = name
            .as_deref()
            .is_some_and(|name| SEAT_SERVERS.contains(&name) && self.is_root_owned);
        if !self.runs_as_user || is_seat {
            return Ok(());
        }
        let owner = match (name, &self.program) {
            (Some(name), Some(program)) if SEAT_SERVERS.contains(&name.as_str()) => {
                program.display().to_string()
            }
            (Some(name), _) => name,
            (None, _) => "an unknown program".to_owned(),
        };
        Err(NotASeat { owner })
    }
}

/// Returns the program's name without Linux's suffix for replaced files and Nix's wrapper affixes.
fn base_name(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(" (deleted)").unwrap_or(&name);
    let wrapped = name.strip_prefix('.');
    let wrapped = wrapped.and_then(|name| name.strip_suffix("-wrapped"));
    wrapped.unwrap_or(name).to_owned()
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs::{metadata, read_link};
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    use std::path::Path;

    use super::DisplayServer;

    /// Tries the sockets in the order of X clients. Returns `None` if no server listens.
    pub fn display_server(number: u32) -> Option<DisplayServer> {
        let path = format!("/tmp/.X11-unix/X{number}");
        let stream = SocketAddr::from_abstract_name(&path)
            .and_then(|address| UnixStream::connect_addr(&address))
            .or_else(|_| UnixStream::connect(&path))
            .ok()?;
        let Ok(peer) = rustix::net::sockopt::socket_peercred(&stream) else {
            return Some(DisplayServer {
                runs_as_user: true,
                program: None,
                is_root_owned: false,
            });
        };
        // This link leads to the running file even if the path now holds another file.
        let executable = format!("/proc/{}/exe", peer.pid.as_raw_pid());
        let program = read_link(&executable).ok();
        let directory = program.as_deref().and_then(Path::parent);
        let is_root_owned =
            only_root_writes(Path::new(&executable)) && directory.is_some_and(only_root_writes);
        Some(DisplayServer {
            runs_as_user: peer.uid == rustix::process::geteuid(),
            program,
            is_root_owned,
        })
    }

    fn only_root_writes(path: &Path) -> bool {
        metadata(path).is_ok_and(|metadata| crate::listener::only_root_writes(&metadata))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(program: &str) -> DisplayServer {
        DisplayServer {
            runs_as_user: true,
            program: Some(program.into()),
            is_root_owned: true,
        }
    }

    #[test]
    fn installed_display_servers_are_seats() {
        for program in [
            "/usr/lib/xorg/Xorg",
            "/usr/bin/Xwayland",
            "/usr/bin/Xtigervnc",
            "/usr/bin/gnome-shell",
            "/usr/lib/xorg/Xorg (deleted)",
            "/nix/store/x-gnome-shell/bin/.gnome-shell-wrapped",
        ] {
            assert_eq!(server(program).check(), Ok(()), "{program}");
        }
    }

    #[test]
    fn servers_without_monitor_are_not_seats() {
        for (program, owner) in [
            ("/usr/bin/Xvfb", "Xvfb"),
            ("/usr/bin/Xephyr", "Xephyr"),
            ("/usr/bin/Xnest", "Xnest"),
            // Forwards another display.
            ("/usr/bin/socat", "socat"),
        ] {
            let owner = owner.to_owned();
            assert_eq!(server(program).check(), Err(NotASeat { owner }));
        }
    }

    #[test]
    fn known_name_outside_root_owned_path_is_not_a_seat() {
        let mut own = server("/home/ada/Xorg");
        own.is_root_owned = false;
        let message = own.check().unwrap_err().to_string();
        assert!(message.contains("belongs to /home/ada/Xorg"), "{message}");
        own.program = None;
        let message = own.check().unwrap_err().to_string();
        assert!(
            message.contains("belongs to an unknown program"),
            "{message}"
        );
    }

    #[test]
    fn server_of_another_user_is_a_seat() {
        let root = DisplayServer {
            runs_as_user: false,
            program: None,
            is_root_owned: false,
        };
        assert_eq!(root.check(), Ok(()));
    }

    #[test]
    fn display_addresses_are_parsed() {
        let local = |number| Some(DisplayAddress::Local(number));
        for (display, address) in [
            (":0", local(0)),
            (":99.1", local(99)),
            ("unix:7", local(7)),
            ("localhost:10.0", Some(DisplayAddress::Remote)),
            ("[::1]:3", Some(DisplayAddress::Remote)),
            ("/tmp/x:0", Some(DisplayAddress::Remote)),
            ("", None),
            (":", None),
            (":x", None),
        ] {
            assert_eq!(DisplayAddress::parse(display), address, "{display}");
        }
    }
}
