//! A session's pane in tmux: who shows it, and how to select it.
//!
//! tmux's client does what its server says, so only a server that a system's tmux runs is asked, and only
//! if it is a parent of the session.

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use doorbell_daemon::{Process, system_program};
use rustix::net::sockopt::socket_peercred;
use rustix::process::getuid;
use tokio::process::Command;

use super::variable;

const PROGRAM: &str = "tmux";
const OTHERS_CAN_WRITE: u32 = 0o022;
/// More clients are not looked at.
const MAX_CLIENTS: usize = 32;

pub struct Pane {
    /// The server's own program, so that both speak the same protocol.
    program: PathBuf,
    socket: PathBuf,
    /// "%3".
    id: String,
}

/// A terminal that shows one of the server's windows.
pub struct Client {
    pub pid: u32,
    pub shows_pane: bool,
    name: String,
    is_in_session: bool,
}

impl Pane {
    /// The pane that a process names, if its tmux is genuine. `chain` begins with the process.
    pub fn of(chain: &[Process]) -> Option<Self> {
        let pid = chain.first()?.pid;
        let id = variable(pid, "TMUX_PANE").filter(|id| is_pane(id))?;
        let socket = socket_of(&variable(pid, "TMUX")?)?;
        let server = server_of(&socket)?;
        let server = chain.iter().find(|process| process.pid == server)?;
        let program = PathBuf::from(system_program(server)?);
        let is_tmux = program.file_name().is_some_and(|name| name == PROGRAM);
        is_tmux.then_some(Self {
            program,
            socket,
            id,
        })
    }

    /// `None` if tmux does not answer.
    pub async fn clients(&self) -> Option<Vec<Client>> {
        let format = "#{session_id} #{window_id} #{pane_active} #{window_zoomed_flag}";
        let pane = self
            .run(&["display-message", "-p", "-t", &self.id, format])
            .await?;
        let pane = PaneState::parse(&pane)?;
        let format = "#{client_pid} #{session_id} #{window_id} #{client_name}";
        let clients = self.run(&["list-clients", "-F", format]).await?;
        let clients = clients.lines().filter_map(|line| pane.client(line));
        Some(clients.take(MAX_CLIENTS).collect())
    }

    /// Selects the pane in its window, and that window in a client.
    pub async fn select(&self) -> Option<()> {
        let id = self.id.as_str();
        self.run(&["select-window", "-t", id, ";", "select-pane", "-t", id])
            .await?;
        let clients = self.clients().await?;
        if clients.iter().any(|client| client.is_in_session) {
            return Some(());
        }
        let client = clients.first()?;
        self.run(&["switch-client", "-c", &client.name, "-t", id])
            .await?;
        Some(())
    }

    async fn run(&self, arguments: &[&str]) -> Option<String> {
        let output = Command::new(&self.program)
            .arg("-S")
            .arg(&self.socket)
            .args(arguments)
            .env_clear()
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .output()
            .await
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then_some(text)
    }
}

/// What a pane's own line says.
struct PaneState {
    session: String,
    window: String,
    /// False if another pane of the window covers it.
    is_uncovered: bool,
}

impl PaneState {
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let (session, window) = (words.next()?, words.next()?);
        let (is_active, is_zoomed) = (words.next()? == "1", words.next()? == "1");
        Some(Self {
            session: session.to_owned(),
            window: window.to_owned(),
            is_uncovered: is_active || !is_zoomed,
        })
    }

    fn client(&self, line: &str) -> Option<Client> {
        let mut words = line.splitn(4, ' ');
        let pid = words.next()?.parse().ok()?;
        let (session, window) = (words.next()?, words.next()?);
        Some(Client {
            pid,
            shows_pane: window == self.window && self.is_uncovered,
            name: words.next()?.to_owned(),
            is_in_session: session == self.session,
        })
    }
}

fn is_pane(id: &str) -> bool {
    let digits = id.strip_prefix('%').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the socket in the value of `TMUX`, if nobody else can replace it.
fn socket_of(variable: &str) -> Option<PathBuf> {
    let path = PathBuf::from(variable.rsplitn(3, ',').last()?);
    let own = getuid().as_raw();
    let socket = fs::symlink_metadata(&path).ok()?;
    let folder = fs::symlink_metadata(path.parent()?).ok()?;
    let is_safe = socket.file_type().is_socket()
        && socket.uid() == own
        && folder.is_dir()
        && folder.uid() == own
        && folder.mode() & OTHERS_CAN_WRITE == 0;
    is_safe.then_some(path)
}

/// Returns the process that listens at a socket.
fn server_of(socket: &Path) -> Option<u32> {
    let stream = UnixStream::connect(socket).ok()?;
    let server = socket_peercred(stream).ok()?;
    u32::try_from(server.pid.as_raw_nonzero().get()).ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn pane_is_a_number() {
        assert!(is_pane("%0") && is_pane("%12"));
        for id in ["", "%", "0", "%1;kill-server", "%1 ", "=main"] {
            assert!(!is_pane(id), "{id}");
        }
    }

    #[test]
    fn client_shows_the_pane_unless_another_one_covers_it() {
        let shows = |pane: &str, client: &str| {
            let pane = PaneState::parse(pane).unwrap();
            let client = pane.client(client).unwrap();
            (client.shows_pane, client.is_in_session)
        };
        let client = "4711 $0 @2 /dev/pts/3";
        assert_eq!(shows("$0 @2 1 0\n", client), (true, true));
        assert_eq!(shows("$0 @2 0 0\n", client), (true, true), "beside it");
        assert_eq!(shows("$0 @2 0 1\n", client), (false, true), "behind it");
        assert_eq!(shows("$0 @1 1 0\n", client), (false, true));
        assert_eq!(shows("$1 @2 1 0\n", client), (true, false), "linked");
        assert!(PaneState::parse("").is_none());
        let pane = PaneState::parse("$0 @2 1 0").unwrap();
        assert!(pane.client("no client").is_none());
    }

    #[test]
    fn socket_must_be_ours_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mode = |bits| {
            let permissions = fs::Permissions::from_mode(bits);
            fs::set_permissions(folder.path(), permissions).unwrap();
        };
        let path = folder.path().join("default,name");
        let variable = format!("{},4711,0", path.display());
        assert_eq!(socket_of(&variable), None);
        fs::write(&path, "").unwrap();
        mode(0o700);
        assert_eq!(socket_of(&variable), None, "a file");
        fs::remove_file(&path).unwrap();
        let _listener = UnixListener::bind(&path).unwrap();
        assert_eq!(socket_of(&variable), Some(path.clone()));
        assert_eq!(server_of(&path), Some(std::process::id()));
        mode(0o770);
        assert_eq!(socket_of(&variable), None, "others can replace it");
        mode(0o700);
    }
}
