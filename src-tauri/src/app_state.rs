//! State that commands, window events and the desktop share: the daemon's handle and the question
//! window's page.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use doorbell_daemon::view::{ScreenView, WindowView};
use doorbell_daemon::{FocusReason, Handle};
use tauri::ipc::Channel;

use crate::input_origin::InputOrigin;

#[derive(Clone)]
pub struct AppState {
    pub daemon: Handle,
    pub input_origin: InputOrigin,
    page: Arc<Mutex<Page>>,
}

#[derive(Default)]
struct Page {
    channel: Option<Channel<WindowView>>,
    /// Id and generation of the newest view; `None` if there is nothing to show.
    current: Option<(String, u64)>,
    /// True once the newest view is on the screen.
    painted: bool,
    /// Of the question window; empty for the application's name.
    title: String,
    /// Set if the window should get the keyboard once the newest view is painted.
    pending_focus: Option<FocusReason>,
}

impl AppState {
    pub fn new(daemon: Handle) -> Self {
        Self {
            daemon,
            input_origin: InputOrigin::default(),
            page: Arc::default(),
        }
    }

    pub fn page_ready(&self, channel: Channel<WindowView>) {
        self.lock().channel = Some(channel);
    }

    pub fn page_gone(&self) {
        self.lock().channel = None;
    }

    /// Sends a view to the page. A view pushed without a page is not lost: the daemon sends it again
    /// when the page is ready.
    pub fn push(&self, view: WindowView) {
        let mut page = self.lock();
        let before = page.current.take();
        page.current = match &view.screen {
            ScreenView::Nothing => None,
            ScreenView::Question { question } => Some((question.id.clone(), question.generation)),
            ScreenView::Announcement { announcement } => {
                Some((announcement.id.clone(), announcement.generation))
            }
            ScreenView::OpenedLinks { generation } | ScreenView::Quitting { generation, .. } => {
                Some((String::new(), *generation))
            }
        };
        page.painted &= page.current == before;
        if page.current.is_none() {
            page.pending_focus = None;
        }
        if let Some(channel) = &page.channel
            && let Err(error) = channel.send(view)
        {
            tracing::warn!(%error, "the page cannot be reached");
        }
    }

    pub fn title(&self) -> String {
        self.lock().title.clone()
    }

    pub fn set_title(&self, title: String) {
        self.lock().title = title;
    }

    pub fn is_painted(&self) -> bool {
        self.lock().painted
    }

    /// Records that the newest view is on the screen. Returns the pending focus request.
    pub fn mark_painted(&self) -> Option<FocusReason> {
        let mut page = self.lock();
        page.painted = true;
        page.pending_focus.take()
    }

    pub fn focus_when_painted(&self, reason: FocusReason) {
        self.lock().pending_focus = Some(reason);
    }

    /// Returns the id of the newest view if a page has loaded to show it.
    pub fn shown_by_page(&self) -> Option<String> {
        let page = self.lock();
        page.channel.as_ref()?;
        page.current.as_ref().map(|(id, _)| id.clone())
    }

    pub fn has_content(&self) -> bool {
        self.lock().current.is_some()
    }

    pub fn is_current(&self, id: &str, generation: u64) -> bool {
        self.lock()
            .current
            .as_ref()
            .is_some_and(|current| current.0 == id && current.1 == generation)
    }

    fn lock(&self) -> MutexGuard<'_, Page> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
