//! The way to the daemon, and to the question window's page.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use doorbell_daemon::view::{StageView, WindowView};
use doorbell_daemon::{Handle, Wish};
use tauri::ipc::Channel;

use crate::hands::Hands;

/// Shared by the commands, the window's events and the desktop.
#[derive(Clone)]
pub struct Shell {
    /// The way to the daemon.
    pub daemon: Handle,
    /// Whose presses they are.
    pub hands: Hands,
    page: Arc<Mutex<Page>>,
}

/// What the page was told.
#[derive(Default)]
struct Page {
    channel: Option<Channel<WindowView>>,
    /// What the window may be shown for: the id and generation of the newest view.
    wanted: Option<(String, u64)>,
    /// Whether that is on the screen.
    painted: bool,
    /// Whose wish it is that the window has the keyboard once it is, if anyone's.
    focus: Option<Wish>,
}

impl Shell {
    /// A shell without a page yet.
    pub fn new(daemon: Handle) -> Self {
        Self {
            daemon,
            hands: Hands::default(),
            page: Arc::default(),
        }
    }

    /// The page listens from now on.
    pub fn page_ready(&self, channel: Channel<WindowView>) {
        self.lock().channel = Some(channel);
    }

    /// The page is gone with its window.
    pub fn page_gone(&self) {
        self.lock().channel = None;
    }

    /// Sends a view to the page. Without a page nothing is lost: the daemon shows the current
    /// view again when one is ready.
    pub fn push(&self, view: WindowView) {
        let mut page = self.lock();
        let before = page.wanted.take();
        page.wanted = match &view.stage {
            StageView::Nothing => None,
            StageView::Question { question } => Some((question.id.clone(), question.generation)),
            StageView::Announcement { announcement } => {
                Some((announcement.id.clone(), announcement.generation))
            }
            StageView::Waiting { generation } | StageView::Quitting { generation, .. } => {
                Some((String::new(), *generation))
            }
        };
        page.painted &= page.wanted == before;
        if page.wanted.is_none() {
            page.focus = None;
        }
        if let Some(channel) = &page.channel
            && let Err(error) = channel.send(view)
        {
            tracing::warn!(%error, "the page cannot be reached");
        }
    }

    /// Whether the newest view is on the screen.
    pub fn is_painted(&self) -> bool {
        self.lock().painted
    }

    /// The newest view is on the screen; gives the focus that was wanted for it, if it was.
    pub fn painted(&self) -> Option<Wish> {
        let mut page = self.lock();
        page.painted = true;
        page.focus.take()
    }

    /// The window should have the keyboard as soon as the newest view is on the screen.
    pub fn want_focus(&self, wish: Wish) {
        self.lock().focus = Some(wish);
    }

    /// Whether there is something to show.
    pub fn wants_any(&self) -> bool {
        self.lock().wanted.is_some()
    }

    /// Whether this is what the window should show now.
    pub fn wants(&self, id: &str, generation: u64) -> bool {
        self.lock()
            .wanted
            .as_ref()
            .is_some_and(|wanted| wanted.0 == id && wanted.1 == generation)
    }

    fn lock(&self) -> MutexGuard<'_, Page> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
