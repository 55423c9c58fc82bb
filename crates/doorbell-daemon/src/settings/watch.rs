//! Tells the daemon when the person has changed the settings file.

use std::io;
use std::thread;
use std::time::Duration;

use doorbell_protocol::poll;

use super::SettingsFile;
use crate::handle::Handle;

/// How often the file is looked at. What changed counts when it was found twice.
const LOOK: Duration = Duration::from_millis(500);

impl SettingsFile {
    /// Looks at the file on a thread of its own until the daemon has ended, and tells the daemon
    /// each time what it says.
    ///
    /// Looking works the same everywhere, also where a link leads to another disk.
    ///
    /// # Errors
    /// There can be no further thread.
    pub fn watch(&self, handle: Handle) -> io::Result<()> {
        self.watch_every(LOOK, handle)
    }

    pub(super) fn watch_every(&self, look: Duration, handle: Handle) -> io::Result<()> {
        let file = self.clone();
        thread::Builder::new()
            .name("settings".to_owned())
            .spawn(move || {
                poll(look, |_| {
                    if let Some((settings, problem)) = file.changed_on_disk() {
                        handle.settings_changed(settings, problem);
                    }
                    handle.is_gone().then_some(())
                });
            })?;
        Ok(())
    }
}
