//! How a daemon behaves.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_core::settings::Settings;
use doorbell_core::view::{DesktopFactsView, NotificationSupportView};
use doorbell_protocol::Limits;

use crate::clock::{Clock, SystemClock};
use crate::settings::Problem;

/// How a daemon behaves.
#[derive(Clone, Debug)]
pub struct Config {
    /// Doorbell's version, for the hello.
    pub version: String,
    /// Whether questions are shown on a display that may be nobody's, for the hello.
    pub is_virtual: bool,
    /// How much an asker may ask of it.
    pub limits: Limits,
    /// The board's numbers. Its limits are taken from `limits`.
    pub rules: BoardRules,
    /// How the person wants it to behave, until [`Handle::settings_changed`] says otherwise. The
    /// board's delay is taken from `rules` until it is set to another.
    ///
    /// [`Handle::settings_changed`]: crate::Handle::settings_changed
    pub settings: Settings,
    /// What is wrong with the file that says so.
    pub settings_problem: Option<Problem>,
    /// Where history is kept; nowhere if absent.
    pub data: Option<PathBuf>,
    /// Names the time since the machine was started: what was not delivered before is too old.
    pub boot: String,
    /// The settings file, as a person would write its path.
    pub settings_file: String,
    /// What the desktop can do, as far as that is known when Doorbell starts.
    pub facts: DesktopFactsView,
    /// How long a connection may stay silent before its hello.
    pub hello_time: Duration,
    /// How long one line may take to be taken by its asker.
    pub write_time: Duration,
    /// How often an asker that wishes it hears of progress.
    pub progress_every: Duration,
    /// Tells the time to the event loop and to every connection.
    pub clock: Arc<dyn Clock>,
}

impl Config {
    /// How an installed Doorbell behaves.
    pub fn standard(version: &str) -> Self {
        Self {
            version: version.to_owned(),
            is_virtual: false,
            limits: Limits::STANDARD,
            rules: BoardRules::STANDARD,
            settings: Settings::STANDARD,
            settings_problem: None,
            data: None,
            boot: crate::identity::boot(),
            settings_file: String::new(),
            facts: DesktopFactsView {
                polite_window: true,
                // Until the desktop has looked: a question that comes before need not come twice.
                notifications: NotificationSupportView::WithButtons,
                tray: false,
                at_login: None,
                shortcut_trouble: None,
            },
            hello_time: Duration::from_secs(2),
            write_time: Duration::from_secs(10),
            progress_every: Duration::from_secs(15),
            clock: Arc::new(SystemClock::start()),
        }
    }
}
