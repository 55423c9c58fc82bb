//! Light or dark, and how large the text is, in every window. Everything here runs on the main thread.

use std::cell::Cell;

use doorbell_daemon::Theme;
use gtk::prelude::*;
use tauri::{AppHandle, Manager, WebviewWindow};

/// Whether dark is preferred; WebKit tells its pages the same.
const DARK: &str = "gtk-application-prefer-dark-theme";
/// The desktop's theme, which may be dark by itself.
const THEME: &str = "gtk-theme-name";
/// How the dark one of two themes is named after the other.
const DARK_SUFFIX: &str = "-dark";
/// Sizes are in hundredths.
const WHOLE: f64 = 100.0;

thread_local! {
    /// For windows that are yet to be made.
    static ZOOM: Cell<f64> = const { Cell::new(1.0) };
}

/// Shows all windows in this theme and with text of this size, in hundredths of the usual size.
pub fn apply(app: &AppHandle, theme: Theme, size: u16) {
    wear(theme);
    ZOOM.set(f64::from(size) / WHOLE);
    app.webview_windows().values().for_each(dress);
}

/// Gives a window that was just made the size of text the others have. Themes need no help: they are
/// the whole program's.
pub fn dress(window: &WebviewWindow) {
    if let Err(error) = window.set_zoom(ZOOM.get()) {
        tracing::warn!(%error, "the size of text cannot be set");
    }
}

fn wear(theme: Theme) {
    let Some(settings) = gtk::Settings::default() else {
        return;
    };
    // First back to what the session has.
    settings.reset_property(DARK);
    settings.reset_property(THEME);
    match theme {
        Theme::System => {}
        Theme::Dark => settings.set_gtk_application_prefer_dark_theme(true),
        Theme::Light => {
            settings.set_gtk_application_prefer_dark_theme(false);
            if let Some(light) = settings.gtk_theme_name().as_deref().and_then(light_twin) {
                settings.set_gtk_theme_name(Some(light));
            }
        }
    }
}

/// The light theme that a dark one is named after.
fn light_twin(theme: &str) -> Option<&str> {
    let cut = theme.len().checked_sub(DARK_SUFFIX.len())?;
    let (light, suffix) = theme.split_at_checked(cut)?;
    (!light.is_empty() && suffix.eq_ignore_ascii_case(DARK_SUFFIX)).then_some(light)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dark_theme_is_named_after_a_light_one() {
        let table = [
            ("Adwaita-dark", Some("Adwaita")),
            ("Yaru-Dark", Some("Yaru")),
            ("Adwaita", None),
            ("-dark", None),
            ("dark", None),
            ("", None),
            ("Größe-dark", Some("Größe")),
            ("abc€ark", None),
        ];
        for (theme, light) in table {
            assert_eq!(light_twin(theme), light, "{theme:?}");
        }
    }
}
