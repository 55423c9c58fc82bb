//! Theme and text size of every window. Everything here runs on the main thread.

use std::cell::Cell;

use doorbell_daemon::Theme;
use gtk::prelude::*;
use tauri::{AppHandle, Manager, WebviewWindow};

/// WebKit passes this on to its pages.
const DARK: &str = "gtk-application-prefer-dark-theme";
/// The desktop's theme, which may itself be dark.
const THEME: &str = "gtk-theme-name";
const DARK_SUFFIX: &str = "-dark";
const PERCENT: f64 = 100.0;

thread_local! {
    /// For windows created later.
    static ZOOM: Cell<f64> = const { Cell::new(1.0) };
}

/// `text_size` is a percentage.
pub fn apply(app: &AppHandle, theme: Theme, text_size: u16) {
    apply_theme(theme);
    ZOOM.set(f64::from(text_size) / PERCENT);
    app.webview_windows().values().for_each(apply_zoom);
}

/// The factor by which text is larger than normal.
pub fn zoom() -> f64 {
    ZOOM.get()
}

/// Sets a new window's text size. The theme applies to the whole program.
pub fn apply_zoom(window: &WebviewWindow) {
    if let Err(error) = window.set_zoom(zoom()) {
        tracing::warn!(%error, "the size of text cannot be set");
    }
}

fn apply_theme(theme: Theme) {
    let Some(settings) = gtk::Settings::default() else {
        return;
    };
    // Start from the session's own values.
    settings.reset_property(DARK);
    settings.reset_property(THEME);
    match theme {
        Theme::System => {}
        Theme::Dark => settings.set_gtk_application_prefer_dark_theme(true),
        Theme::Light => {
            settings.set_gtk_application_prefer_dark_theme(false);
            if let Some(light) = settings.gtk_theme_name().as_deref().and_then(light_variant) {
                settings.set_gtk_theme_name(Some(light));
            }
        }
    }
}

/// `Adwaita` for `Adwaita-dark`.
fn light_variant(theme: &str) -> Option<&str> {
    let cut = theme.len().checked_sub(DARK_SUFFIX.len())?;
    let (light, suffix) = theme.split_at_checked(cut)?;
    (!light.is_empty() && suffix.eq_ignore_ascii_case(DARK_SUFFIX)).then_some(light)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_variant_drops_dark_suffix() {
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
            assert_eq!(light_variant(theme), light, "{theme:?}");
        }
    }
}
