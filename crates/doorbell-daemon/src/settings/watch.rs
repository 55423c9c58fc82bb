//! Watches the settings file for changes.

use std::io;
use std::thread;
use std::time::Duration;

use doorbell_protocol::poll;

use super::SettingsFile;
use crate::handle::Handle;

/// A change takes effect when two checks find the same file.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

impl SettingsFile {
    /// Polls the file on its own thread until the daemon stops, and sends it each change.
    ///
    /// Polling works on every system, and for links to other disks.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn watch(&self, handle: Handle) -> io::Result<()> {
        self.watch_every(CHECK_INTERVAL, handle)
    }

    pub(super) fn watch_every(&self, interval: Duration, handle: Handle) -> io::Result<()> {
        let file = self.clone();
        thread::Builder::new()
            .name("settings".to_owned())
            .spawn(move || {
                poll(interval, |_| {
                    if let Some((settings, problem)) = file.reload_if_changed() {
                        handle.settings_file_changed(settings, problem);
                    }
                    handle.is_stopped().then_some(())
                });
            })?;
        Ok(())
    }
}
