//! The daemon: the socket, the identity of connected processes, the event loop that owns the board,
//! and the [`Desktop`] trait through which it reaches a person.
//!
//! One task owns all state and handles one event at a time; connections, timers and the desktop only
//! send events to it. A connection that misbehaves is closed without affecting the others.

mod admission;
mod answer_mac;
mod clock;
mod config;
mod connection;
mod convert;
mod daemon;
mod desktop;
mod digest;
mod display_path;
mod event;
mod event_loop;
mod example;
mod handle;
mod identity;
mod listener;
mod lock;
mod readers;
mod record;
mod settings;
mod storage;

pub use clock::{Clock, SystemClock, Timer};
pub use config::Config;
pub use daemon::{Daemon, StartError};
pub use desktop::{Desktop, FocusReason, KeyboardFocus};
pub use display_path::display_path;
pub use event::{Inbox, PressOrigin};
pub use event_loop::effective_settings::SettingRefused;
pub use example::{EXAMPLE_SERVER, example_question};
pub use handle::{DaemonStopped, Handle, handle};
pub use identity::{process_chain, system_program};
pub use lock::LockError;
pub use readers::Readers;
pub use settings::{ChangeError, LoadedSettings, Position, SettingsFile, SettingsProblem};
pub use storage::HistoryError;

// View models and settings that implementations of `Desktop` need.
pub use doorbell_core::agent::Process;
pub use doorbell_core::asker::SessionId;
pub use doorbell_core::attention;
pub use doorbell_core::board::{NotCopied, StaleEdit};
pub use doorbell_core::sessions::{DesktopWindow, TerminalFacts, TerminalHost};
pub use doorbell_core::settings::{
    Arrival, Detail, SessionNotices, SettingChange, Settings, SystemChoice, Theme,
};
pub use doorbell_core::view;
