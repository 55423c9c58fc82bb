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

#[cfg(target_os = "linux")]
const NETWORK_SERVER: &str = "reached over the network";

/// The display may not be a person's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this is a virtual or remote display ({owner}), so nobody may see the question; run `doorbell start --virtual` to use it anyway"
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
    match std::env::var_os("DISPLAY") {
        Some(display) if !display.is_empty() => check_address(&display),
        _ => Ok(()),
    }
}

#[cfg(target_os = "linux")]
fn check_address(display: &std::ffi::OsStr) -> Result<(), NotASeat> {
    let address = display
        .to_str()
        .filter(|display| !names_file(Path::new(""), display))
        .and_then(DisplayAddress::parse);
    let owner = match address {
        Some(DisplayAddress::Local(number)) => match system::display_server(number) {
            Some(server) => return server.check(),
            None if system::has_network_server(number) => NETWORK_SERVER,
            None => return Ok(()),
        },
        Some(DisplayAddress::Remote) => NETWORK_SERVER,
        None => "a server that `DISPLAY` does not identify",
    };
    Err(NotASeat {
        owner: owner.to_owned(),
    })
}

/// Returns true if libxcb 1.16 or later may take the display for the path of a socket: `path`,
/// `unix:path`, or one of them with a screen. Even `unix:0` can name a file in the working directory.
#[cfg(target_os = "linux")]
fn names_file(folder: &Path, display: &str) -> bool {
    let path = display.strip_prefix("unix:").unwrap_or(display);
    let without_screen = |path: &str| path.rsplit_once('.').map(|(path, _)| path.to_owned());
    [Some(display.to_owned()), Some(path.to_owned())]
        .into_iter()
        .chain([without_screen(display), without_screen(path)])
        .flatten()
        .filter(|path| !path.is_empty())
        .any(|path| folder.join(path).symlink_metadata().is_ok())
}

/// The system does not reveal the program behind a socket, so every display passes.
#[cfg(not(target_os = "linux"))]
pub fn check_display() -> Result<(), NotASeat> {
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DisplayAddress {
    /// The display's number.
    Local(u16),
    Remote,
}

impl DisplayAddress {
    /// Parses `:0`, `:0.0`, `unix:0` or `host:0`. Libxcb wraps numbers that are too large, so they
    /// would name another display.
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
    use std::net::{Ipv4Addr, Ipv6Addr, TcpStream};
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    use std::path::Path;
    use std::time::Duration;

    use super::DisplayServer;

    /// The port of display 0.
    const X_PORT: u16 = 6000;
    const CONNECT_TIMEOUT: Duration = Duration::from_millis(500);

    /// Returns true if a server listens on the display's port. X clients try it last.
    pub fn has_network_server(number: u16) -> bool {
        let port = X_PORT.wrapping_add(number);
        let addresses = [
            (Ipv4Addr::LOCALHOST, port).into(),
            (Ipv6Addr::LOCALHOST, port).into(),
        ];
        addresses
            .iter()
            .any(|address| TcpStream::connect_timeout(address, CONNECT_TIMEOUT).is_ok())
    }

    /// Tries the sockets in the order of X clients. Returns `None` if no server listens.
    pub fn display_server(number: u16) -> Option<DisplayServer> {
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
        assert!(message.contains("(/home/ada/Xorg)"), "{message}");
        own.program = None;
        let message = own.check().unwrap_err().to_string();
        assert!(message.contains("(an unknown program)"), "{message}");
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
            ("host/unix:0", Some(DisplayAddress::Remote)),
            ("unix/:0", Some(DisplayAddress::Remote)),
            ("/tmp/.X11-unix/X497", None),
            ("unix:/tmp/.X11-unix/X497", None),
            (": 7", None),
            (":-1", None),
            (":4294967295", None),
            (":4294967303", None),
        ] {
            assert_eq!(DisplayAddress::parse(display), address, "{display}");
        }
    }

    #[cfg(target_os = "linux")]
    mod refusals {
        use std::ffi::OsStr;
        use std::net::{Ipv4Addr, TcpListener};
        use std::os::unix::ffi::OsStrExt;

        use super::*;

        fn is_refused(display: &[u8]) -> bool {
            check_address(OsStr::from_bytes(display)).is_err()
        }

        #[test]
        fn display_that_cannot_be_parsed_is_refused() {
            for display in [
                &b"/tmp/.X11-unix/X497"[..],
                b"/tmp/.X11-unix/X497.0",
                b"unix:/tmp/.X11-unix/X497",
                b"unix:X497",
                b"@/tmp/.X11-unix/X497",
                b"unix:@/tmp/.X11-unix/X497",
                b"/tmp/\xff",
                b"\xff:0",
                b": 497",
                b":-1",
                // -1 and 497 in 32 bits.
                b":4294967295",
                b":4294967793",
                b"localhost:0",
                b"host/unix:0",
                b"unix/:0",
                b"nonsense",
            ] {
                assert!(is_refused(display), "{}", display.escape_ascii());
            }
        }

        #[test]
        fn display_that_is_also_a_file_is_refused() {
            let folder = tempfile::tempdir().unwrap();
            let displays = [":0", ":0.1", "unix:0", "unix:0.1"];
            for display in displays {
                assert!(!names_file(folder.path(), display), "{display}");
            }
            std::fs::write(folder.path().join("0"), "").unwrap();
            for (display, expected) in displays.into_iter().zip([false, false, true, true]) {
                assert_eq!(names_file(folder.path(), display), expected, "{display}");
            }
            std::fs::write(folder.path().join(":0"), "").unwrap();
            for display in displays {
                assert!(names_file(folder.path(), display), "{display}");
            }
        }

        #[test]
        fn display_that_only_listens_on_the_network_is_refused() {
            // A number without a socket in /tmp/.X11-unix.
            let (listener, number) = (50_000..59_000)
                .find_map(|number| {
                    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 6000 + number)).ok()?;
                    Some((listener, number))
                })
                .unwrap();
            let display = format!(":{number}");
            assert!(is_refused(display.as_bytes()), "{display}");
            drop(listener);
            assert!(!is_refused(display.as_bytes()), "{display}");
        }
    }
}
