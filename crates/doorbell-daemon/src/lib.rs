//! The daemon: the socket, the processes behind it, the loop that owns the board, and the
//! [`Desktop`] trait through which it reaches a person.
//!
//! One task owns all state and handles one [`event`](crate) at a time. Connections, timers and
//! the desktop only send to it. A connection that misbehaves is closed; nothing else notices.

mod admission;
mod clock;
mod config;
mod connection;
mod convert;
mod daemon;
mod desktop;
mod digest;
mod event;
mod handle;
mod house;
mod identity;
mod listener;
mod lock;
mod record;
mod settings;
mod storage;
mod written;

pub use clock::{Clock, SystemClock, Timer};
pub use config::Config;
pub use daemon::{Daemon, StartError};
pub use desktop::{Desktop, Keyboard, FocusReason};
pub use event::{Inbox, PressOrigin};
pub use handle::{Gone, Handle, handle};
pub use house::heeding::NotSet;
pub use lock::LockError;
pub use settings::{Loaded, NotChanged, Place, Problem, SettingsFile};
pub use storage::PastError;
pub use written::written;

/// The view models that cross to whatever implements [`Desktop`].
pub use doorbell_core::attention;
pub use doorbell_core::board::{NotCopied, StaleEdit};
pub use doorbell_core::view;

/// How the person wants Doorbell to behave.
pub use doorbell_core::settings::{Arrival, Detail, SettingChange, Settings, Theme};
