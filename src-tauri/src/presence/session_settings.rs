//! Desktops that keep the wish not to be disturbed in their settings, where no bus tells it.

use std::cell::RefCell;

use doorbell_daemon::view::QuietView;
use gtk::gio::prelude::*;
use gtk::gio::{Settings, SettingsSchemaSource};
use tauri::AppHandle;
use tokio::sync::mpsc;

use crate::window;

use super::{Asking, News};

/// Says which desktop this is, by its names.
const DESKTOP: &str = "XDG_CURRENT_DESKTOP";

/// A switch in a desktop's settings.
struct Switch {
    /// As in [`DESKTOP`]; the settings may be installed on others, where nobody looks at them.
    desktop: &'static str,
    schema: &'static str,
    key: &'static str,
    /// The value that asks for quiet.
    quiet: bool,
}

const SWITCHES: [Switch; 3] = [
    Switch {
        desktop: "GNOME",
        schema: "org.gnome.desktop.notifications",
        key: "show-banners",
        quiet: false,
    },
    Switch {
        desktop: "MATE",
        schema: "org.mate.NotificationDaemon",
        key: "do-not-disturb",
        quiet: true,
    },
    Switch {
        desktop: "X-Cinnamon",
        schema: "org.cinnamon.desktop.notifications",
        key: "display-notifications",
        quiet: false,
    },
];

thread_local! {
    /// They tell nothing once they are dropped.
    static WATCHED: RefCell<Vec<Settings>> = const { RefCell::new(Vec::new()) };
}

/// Watches this desktop's switch, if it has one, on the main thread, where settings live.
pub fn watch(app: &AppHandle, tell: mpsc::Sender<News>, asking: Asking) {
    let desktops = std::env::var(DESKTOP).unwrap_or_default();
    if let Some(switch) = SWITCHES.iter().find(|switch| switch.is_of(&desktops)) {
        window::on_main_thread(app, move |_| {
            switch.watch(tell.clone());
            // The channel is read without pause.
            let _ = tell.try_send(News::Asked(asking));
        });
    }
}

impl Switch {
    fn is_of(&self, desktops: &str) -> bool {
        desktops.split(':').any(|name| name == self.desktop)
    }

    fn watch(&'static self, tell: mpsc::Sender<News>) {
        // A schema that is not installed, or lacks the key, would end the whole program.
        let known = SettingsSchemaSource::default()
            .and_then(|source| source.lookup(self.schema, true))
            .is_some_and(|schema| schema.has_key(self.key));
        if !known {
            return;
        }
        let settings = Settings::new(self.schema);
        let say = move |settings: &Settings| {
            let quiet = settings.boolean(self.key) == self.quiet;
            let why = quiet.then_some(QuietView::DoNotDisturb);
            // The channel is read without pause; were it full, the next change would tell.
            let _ = tell.try_send(News::Quiet(self.schema, why));
        };
        say(&settings);
        settings.connect_changed(Some(self.key), move |settings, _| say(settings));
        WATCHED.with_borrow_mut(|watched| watched.push(settings));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_desktop_may_have_several_names() {
        let gnome = &SWITCHES[0];
        assert!(gnome.is_of("GNOME"));
        assert!(gnome.is_of("ubuntu:GNOME"));
        assert!(!gnome.is_of("GNOME-Flashback"));
        assert!(!gnome.is_of(""));
    }
}
