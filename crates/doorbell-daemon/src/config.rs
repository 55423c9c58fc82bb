//! The daemon's configuration.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use doorbell_core::board::BoardRules;
use doorbell_core::settings::Settings;
use doorbell_core::view::{DesktopFactsView, NotificationSupportView};
use doorbell_protocol::Limits;

use crate::clock::{Clock, SystemClock};
use crate::readers::Readers;
use crate::settings::SettingsProblem;

/// The daemon's configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// Doorbell's version, sent in the hello.
    pub version: String,
    /// True if the display is virtual and may have no viewer; sent in the hello.
    pub is_virtual: bool,
    /// The limits for askers.
    pub limits: Limits,
    /// The board's rules. `limits` overrides the limits in them.
    pub rules: BoardRules,
    /// The initial settings. The board's delay comes from `rules` until this setting changes.
    pub settings: Settings,
    /// What is wrong with the settings file.
    pub settings_problem: Option<SettingsProblem>,
    /// The database file. Without one, nothing is stored.
    pub database: Option<PathBuf>,
    /// The home folder, in which agents may be installed.
    pub home: Option<String>,
    /// Identifies the current boot of the machine. Answers of an earlier boot cannot be delivered.
    pub boot_id: String,
    /// The path of the settings file as shown to the person.
    pub settings_file: String,
    /// The desktop's capabilities, as far as they are known at startup.
    pub facts: DesktopFactsView,
    /// How long a new connection may take to send its hello.
    pub hello_timeout: Duration,
    /// How long an asker may take to accept one line.
    pub write_timeout: Duration,
    /// The time between two progress notifications.
    pub progress_interval: Duration,
    /// The threads that read new connections' processes, long lines and forms.
    pub readers: Readers,
    /// The clock of the event loop and of every connection.
    pub clock: Arc<dyn Clock>,
}

impl Config {
    /// Returns the configuration of an installed Doorbell.
    pub fn standard(version: &str) -> Self {
        Self {
            version: version.to_owned(),
            is_virtual: false,
            limits: Limits::STANDARD,
            rules: BoardRules::STANDARD,
            settings: Settings::STANDARD,
            settings_problem: None,
            database: None,
            home: home_folder(),
            boot_id: crate::identity::boot_id(),
            settings_file: String::new(),
            facts: DesktopFactsView {
                polite_window: true,
                // Assumed until the desktop reports, so that an early question is not shown twice.
                notifications: NotificationSupportView::WithButtons,
                tray: false,
                at_login: None,
                shortcut_trouble: None,
            },
            hello_timeout: Duration::from_secs(2),
            write_timeout: Duration::from_secs(10),
            progress_interval: Duration::from_secs(15),
            readers: Readers::standard(),
            clock: Arc::new(SystemClock::start()),
        }
    }
}

/// Returns the home folder as the system writes it in the paths of programs.
fn home_folder() -> Option<String> {
    let home = std::env::home_dir()?.canonicalize().ok()?;
    let home = home.into_os_string().into_string().ok()?;
    Some(home).filter(|home| home != "/")
}
