//! Do-not-disturb of desktops that keep it in their settings (GSettings).

use std::cell::RefCell;

use doorbell_daemon::view::QuietReasonView;
use gtk::gio::Settings;
use gtk::gio::prelude::*;
use tauri::AppHandle;
use tokio::sync::mpsc;

use crate::{gsettings, window};

use super::{Report, StartupGuard};

const DESKTOP_VARIABLE: &str = "XDG_CURRENT_DESKTOP";

struct Switch {
    /// A name in [`DESKTOP_VARIABLE`]. Other desktops may have the schema installed but ignore it.
    desktop: &'static str,
    schema: &'static str,
    key: &'static str,
    /// The value that means do not disturb.
    quiet_value: bool,
}

const SWITCHES: [Switch; 3] = [
    Switch {
        desktop: "GNOME",
        schema: "org.gnome.desktop.notifications",
        key: "show-banners",
        quiet_value: false,
    },
    Switch {
        desktop: "MATE",
        schema: "org.mate.NotificationDaemon",
        key: "do-not-disturb",
        quiet_value: true,
    },
    Switch {
        desktop: "X-Cinnamon",
        schema: "org.cinnamon.desktop.notifications",
        key: "display-notifications",
        quiet_value: false,
    },
];

thread_local! {
    /// Dropping them would end their signals.
    static WATCHED: RefCell<Vec<Settings>> = const { RefCell::new(Vec::new()) };
}

/// Watches this desktop's switch, if it has one, on the main thread, which GSettings requires.
pub fn watch(app: &AppHandle, reports: mpsc::Sender<Report>, startup_guard: StartupGuard) {
    let desktops = std::env::var(DESKTOP_VARIABLE).unwrap_or_default();
    if let Some(switch) = SWITCHES.iter().find(|switch| switch.applies_to(&desktops)) {
        window::on_main_thread(app, move |_| {
            switch.watch(reports.clone());
            // The channel is drained continuously.
            let _ = reports.try_send(Report::Queried(startup_guard));
        });
    }
}

impl Switch {
    fn applies_to(&self, desktops: &str) -> bool {
        desktops.split(':').any(|name| name == self.desktop)
    }

    fn watch(&'static self, reports: mpsc::Sender<Report>) {
        let Some(settings) = gsettings::with_key(self.schema, self.key) else {
            return;
        };
        let report = move |settings: &Settings| {
            let quiet = settings.boolean(self.key) == self.quiet_value;
            let why = quiet.then_some(QuietReasonView::DoNotDisturb);
            // The channel is drained continuously. If it were full, the next change would report again.
            let _ = reports.try_send(Report::Quiet(self.schema, why));
        };
        report(&settings);
        settings.connect_changed(Some(self.key), move |settings, _| report(settings));
        WATCHED.with_borrow_mut(|watched| watched.push(settings));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn desktop_may_have_several_names() {
        let gnome = &SWITCHES[0];
        assert!(gnome.applies_to("GNOME"));
        assert!(gnome.applies_to("ubuntu:GNOME"));
        assert!(!gnome.applies_to("GNOME-Flashback"));
        assert!(!gnome.applies_to(""));
    }
}
