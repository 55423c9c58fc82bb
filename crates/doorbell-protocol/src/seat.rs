//! Whose display it is. A program can make a display of its own, on which it could answer its own
//! questions; so Doorbell looks at who serves an X display before it shows questions there.
//!
//! A display counts as a person's seat if another user runs its server, as the system does, or if the
//! server is one that people sit before and only the administrator can have installed it. What cannot
//! be told, such as a display over the network, does not. Of Wayland nothing can be told.

use std::path::{Path, PathBuf};

/// The servers that people sit before, here or from afar (VNC), and the Wayland compositors that
/// listen for X themselves. Not those without a monitor or inside another display: Xvfb, Xephyr,
/// Xnest.
const SEATS: [&str; 22] = [
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

/// Nobody need sit before this display.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this display belongs to {owner}, not to a person's seat; `doorbell start --virtual` uses it anyway"
)]
pub struct NoSeat {
    /// Who serves it, in words for people.
    pub owner: String,
}

/// Looks at the display that `DISPLAY` names. One that is not there is no matter of this.
///
/// # Errors
/// [`NoSeat`] if it may be nobody's.
#[cfg(target_os = "linux")]
pub fn look() -> Result<(), NoSeat> {
    let display = std::env::var("DISPLAY").unwrap_or_default();
    match Address::read(&display) {
        Some(Address::Here(number)) => system::server(number).map_or(Ok(()), |it| it.judge()),
        Some(Address::Elsewhere) => Err(NoSeat {
            owner: "a server that is reached over the network".to_owned(),
        }),
        None => Ok(()),
    }
}

/// Where the system does not tell the program behind a socket, every display is a seat.
#[cfg(not(target_os = "linux"))]
pub fn look() -> Result<(), NoSeat> {
    Ok(())
}

/// Where an X display is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Address {
    /// On this machine, under this number.
    Here(u32),
    /// Somewhere that cannot be looked at.
    Elsewhere,
}

impl Address {
    /// Reads `:0`, `:0.0`, `unix:0` or `host:0`; `None` if it names no display.
    fn read(display: &str) -> Option<Self> {
        let (host, rest) = display.rsplit_once(':')?;
        let number = rest.split('.').next()?.parse().ok()?;
        Some(match host {
            "" | "unix" => Self::Here(number),
            _ => Self::Elsewhere,
        })
    }
}

/// What the system knows of the server of a display.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Server {
    /// Whether a program of this user is it.
    is_ours: bool,
    /// Its executable, if the system tells it.
    program: Option<PathBuf>,
    /// Whether only the administrator can have put that there.
    is_the_systems: bool,
}

impl Server {
    fn judge(&self) -> Result<(), NoSeat> {
        let name = self.program.as_deref().map(plain_name);
        let is_seat = name
            .as_deref()
            .is_some_and(|name| SEATS.contains(&name) && self.is_the_systems);
        if !self.is_ours || is_seat {
            return Ok(());
        }
        let owner = match (name, &self.program) {
            (Some(name), Some(program)) if SEATS.contains(&name.as_str()) => {
                program.display().to_string()
            }
            (Some(name), _) => name,
            (None, _) => "an unknown program".to_owned(),
        };
        Err(NoSeat { owner })
    }
}

/// The name of a program, without what an update or a wrapper adds to it.
fn plain_name(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(" (deleted)").unwrap_or(&name);
    let wrapped = name.strip_prefix('.');
    let wrapped = wrapped.and_then(|name| name.strip_suffix("-wrapped"));
    wrapped.unwrap_or(name).to_owned()
}

/// What is read of the system.
#[cfg(target_os = "linux")]
mod system {
    use std::fs::{metadata, read_link};
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    use std::path::Path;

    use super::Server;

    /// Who serves a display, if anyone does. Looked for where X clients look, and in their order.
    pub fn server(number: u32) -> Option<Server> {
        let path = format!("/tmp/.X11-unix/X{number}");
        let stream = SocketAddr::from_abstract_name(&path)
            .and_then(|address| UnixStream::connect_addr(&address))
            .or_else(|_| UnixStream::connect(&path))
            .ok()?;
        let Ok(peer) = rustix::net::sockopt::socket_peercred(&stream) else {
            return Some(Server {
                is_ours: true,
                program: None,
                is_the_systems: false,
            });
        };
        // The link leads to the file that runs, also when another was put in its place.
        let running = format!("/proc/{}/exe", peer.pid.as_raw_pid());
        let program = read_link(&running).ok();
        let directory = program.as_deref().and_then(Path::parent);
        let is_the_systems =
            belongs_to_system(Path::new(&running)) && directory.is_some_and(belongs_to_system);
        Some(Server {
            is_ours: peer.uid == rustix::process::geteuid(),
            program,
            is_the_systems,
        })
    }

    fn belongs_to_system(path: &Path) -> bool {
        metadata(path).is_ok_and(|found| crate::listener::only_root_writes(&found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(program: &str) -> Server {
        Server {
            is_ours: true,
            program: Some(program.into()),
            is_the_systems: true,
        }
    }

    #[test]
    fn people_sit_before_monitors_and_from_afar() {
        for program in [
            "/usr/lib/xorg/Xorg",
            "/usr/bin/Xwayland",
            "/usr/bin/Xtigervnc",
            "/usr/bin/gnome-shell",
            "/usr/lib/xorg/Xorg (deleted)",
            "/nix/store/x-gnome-shell/bin/.gnome-shell-wrapped",
        ] {
            assert_eq!(server(program).judge(), Ok(()), "{program}");
        }
    }

    #[test]
    fn nobody_need_sit_before_a_display_without_a_monitor() {
        for (program, owner) in [
            ("/usr/bin/Xvfb", "Xvfb"),
            ("/usr/bin/Xephyr", "Xephyr"),
            ("/usr/bin/Xnest", "Xnest"),
            // Passes on what another serves.
            ("/usr/bin/socat", "socat"),
        ] {
            let owner = owner.to_owned();
            assert_eq!(server(program).judge(), Err(NoSeat { owner }));
        }
    }

    #[test]
    fn a_name_alone_makes_no_seat() {
        let mut own = server("/home/ada/Xorg");
        own.is_the_systems = false;
        let told = own.judge().unwrap_err().to_string();
        assert!(told.contains("belongs to /home/ada/Xorg"), "{told}");
        own.program = None;
        let told = own.judge().unwrap_err().to_string();
        assert!(told.contains("belongs to an unknown program"), "{told}");
    }

    #[test]
    fn what_another_user_runs_is_the_systems() {
        let root = Server {
            is_ours: false,
            program: None,
            is_the_systems: false,
        };
        assert_eq!(root.judge(), Ok(()));
    }

    #[test]
    fn a_display_is_found_where_it_is_named() {
        let here = |number| Some(Address::Here(number));
        for (display, address) in [
            (":0", here(0)),
            (":99.1", here(99)),
            ("unix:7", here(7)),
            ("localhost:10.0", Some(Address::Elsewhere)),
            ("[::1]:3", Some(Address::Elsewhere)),
            ("/tmp/x:0", Some(Address::Elsewhere)),
            ("", None),
            (":", None),
            (":x", None),
        ] {
            assert_eq!(Address::read(display), address, "{display}");
        }
    }
}
