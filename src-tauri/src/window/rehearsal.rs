//! A question painted for nobody when the window is made ready, so that what WebKit, GTK and the X server
//! do only the first time is done when the first real one comes. Everything here runs on the main thread.
//!
//! Under X11 it is painted in the window itself. For that moment the window is far outside of what any
//! monitor shows, and one that no window manager is asked about: it is in no list of windows and takes no
//! keyboard, and a screen reader is not told of it. Under Wayland a window that is mapped is one that is
//! seen, so there the page is painted into a picture, which does less.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use gtk::gio::Cancellable;
use gtk::glib::{self, Propagation, SignalHandlerId};
use gtk::prelude::*;
use gtk::{ApplicationWindow, atk};
use tokio::sync::oneshot;
use webkit2gtk::{SnapshotOptions, SnapshotRegion, WebView, WebViewExt};

/// To the left of and above every monitor: they begin at zero. X11 counts no further than 32,767.
const FAR: i32 = -20_000;
/// The first drawing comes with the window and is blank; the second has what WebKit has painted.
const DRAWINGS: u32 = 2;
/// After so long it is given up, which costs nothing but the first question's time.
const PATIENCE: Duration = Duration::from_secs(1);

thread_local! {
    /// GTK has one thread, and there is one window to rehearse in.
    static STAGE: RefCell<Option<Stage>> = const { RefCell::new(None) };
}

/// Has the page painted, and tells when it is.
pub fn begin(view: &WebView, painted: oneshot::Sender<()>) {
    match Stage::find(view) {
        Some(stage) => stage.play(painted),
        None => picture(view, painted),
    }
}

/// Takes the window away, wherever the rehearsal is; a question has come, or it is over.
pub fn end() {
    if let Some(stage) = STAGE.take() {
        stage.strike();
    }
}

/// Whether the window is there for nobody.
pub fn is_on() -> bool {
    STAGE.with_borrow(Option::is_some)
}

/// The window, and what it was before.
struct Stage {
    window: ApplicationWindow,
    accessible: atk::Object,
    role: atk::Role,
    place: (i32, i32),
    view: WebView,
    /// What counts the drawings, while they are awaited.
    awaited: Option<(SignalHandlerId, oneshot::Sender<()>)>,
}

impl Stage {
    /// The window of the page, if it can be there without being seen.
    fn find(view: &WebView) -> Option<Self> {
        let window = view.toplevel()?.downcast::<ApplicationWindow>().ok()?;
        if !super::is_x11() || window.is_visible() {
            return None;
        }
        let accessible = window.accessible()?;
        Some(Self {
            role: accessible.role(),
            place: window.position(),
            accessible,
            window,
            view: view.clone(),
            awaited: None,
        })
    }

    fn play(mut self, painted: oneshot::Sender<()>) {
        self.window.realize();
        self.be_unmanaged(true);
        self.go_to((FAR, FAR));
        // GTK tells screen readers of every window that is shown, unless it is one of these.
        self.accessible.set_role(atk::Role::RedundantObject);
        let drawings = Cell::new(0);
        let handler = self.view.connect_draw(move |_, _| {
            drawings.set(drawings.get() + 1);
            if drawings.get() == DRAWINGS {
                // Not before it is on its way to the X server.
                glib::idle_add_local_once(end);
            }
            Propagation::Proceed
        });
        // If that was long ago it ends nothing, or another rehearsal too soon, which is no harm.
        glib::timeout_add_local_once(PATIENCE, end);
        self.awaited = Some((handler, painted));
        let window = self.window.clone();
        STAGE.replace(Some(self));
        window.show_all();
    }

    /// Makes of the window what it was.
    fn strike(self) {
        self.window.hide();
        self.be_unmanaged(false);
        self.go_to(self.place);
        self.accessible.set_role(self.role);
        if let Some((handler, painted)) = self.awaited {
            self.view.disconnect(handler);
            // Whoever no longer waits for it has gone with the page.
            let _ = painted.send(());
        }
    }

    fn be_unmanaged(&self, unmanaged: bool) {
        if let Some(surface) = self.window.window() {
            surface.set_override_redirect(unmanaged);
        }
    }

    fn go_to(&self, (x, y): (i32, i32)) {
        self.window.move_(x, y);
        // GTK keeps that for the first time the window is shown; after that only its surface moves.
        if let Some(surface) = self.window.window() {
            surface.move_(x, y);
        }
    }
}

/// Has WebKit paint the page into a picture that nobody looks at.
fn picture(view: &WebView, painted: oneshot::Sender<()>) {
    view.snapshot(
        SnapshotRegion::Visible,
        SnapshotOptions::NONE,
        Cancellable::NONE,
        |_| {
            // Whoever no longer waits for it has gone with the page.
            let _ = painted.send(());
        },
    );
}
