//! The windows on an X11 display, as its window manager lists them.

use doorbell_daemon::DesktopWindow;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{AtomEnum, ClientMessageEvent, ConnectionExt, EventMask, Window};
use x11rb::rust_connection::RustConnection;

/// More windows are not looked at.
const MAX_WINDOWS: u32 = 1024;
/// The request comes from the person, through a program that is not the window's own.
const FROM_PAGER: u32 = 2;

/// Returns the windows, front-most first, and the one with the focus. `None` if there is no window
/// manager that lists them.
pub fn windows() -> Option<(Vec<DesktopWindow>, Option<u32>)> {
    let display = Display::connect()?;
    let mut ids = display.list(display.root, "_NET_CLIENT_LIST_STACKING")?;
    ids.reverse();
    let active = display.list(display.root, "_NET_ACTIVE_WINDOW")?;
    let active = active
        .first()
        .copied()
        .filter(|window| *window != x11rb::NONE);
    let windows = ids.into_iter().filter_map(|id| {
        let pid = *display.list(id, "_NET_WM_PID")?.first()?;
        Some(DesktopWindow { id, pid })
    });
    Some((windows.collect(), active))
}

/// Asks the window manager to bring a window to the front and to focus it.
pub fn activate(window: u32) -> Option<()> {
    let display = Display::connect()?;
    let message = ClientMessageEvent::new(
        32,
        window,
        display.atom("_NET_ACTIVE_WINDOW")?,
        [FROM_PAGER, x11rb::CURRENT_TIME, 0, 0, 0],
    );
    let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    let sent = display
        .connection
        .send_event(false, display.root, mask, message)
        .ok()?;
    sent.check().ok()
}

struct Display {
    connection: RustConnection,
    root: Window,
}

impl Display {
    fn connect() -> Option<Self> {
        let (connection, screen) = RustConnection::connect(None).ok()?;
        let root = connection.setup().roots.get(screen)?.root;
        Some(Self { connection, root })
    }

    fn atom(&self, name: &str) -> Option<u32> {
        let atom = self.connection.intern_atom(true, name.as_bytes()).ok()?;
        let atom = atom.reply().ok()?.atom;
        (atom != x11rb::NONE).then_some(atom)
    }

    /// Reads a property that is a list of numbers. `None` if the window does not have it.
    fn list(&self, window: Window, property: &str) -> Option<Vec<u32>> {
        let atom = self.atom(property)?;
        let property = self
            .connection
            .get_property(false, window, atom, AtomEnum::ANY, 0, MAX_WINDOWS)
            .ok()?
            .reply()
            .ok()?;
        Some(property.value32()?.collect())
    }
}
