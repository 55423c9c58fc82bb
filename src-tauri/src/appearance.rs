//! Theme, contrast, motion and text size of every window. Everything here runs on the main thread.
//!
//! WebKit derives its pages' preferences from GTK's settings: dark from [`DARK`], more contrast from
//! the theme's name, reduced motion from [`ANIMATIONS`]. GTK 3 does not know GNOME's dark style, so that
//! is read from the desktop's settings.

use std::cell::{Cell, OnceCell, RefCell};

use doorbell_daemon::{Settings, SystemChoice, Theme};
use gtk::gio;
use gtk::gio::prelude::*;
use gtk::prelude::*;
use tauri::{AppHandle, Manager, WebviewWindow};

use crate::gsettings;

const DARK: &str = "gtk-application-prefer-dark-theme";
const THEME: &str = "gtk-theme-name";
const ANIMATIONS: &str = "gtk-enable-animations";
const INTERFACE: &str = "org.gnome.desktop.interface";
const COLOR_SCHEME: &str = "color-scheme";
const PREFER_DARK: &str = "prefer-dark";
const DARK_SUFFIX: &str = "-dark";
const DEFAULT_THEME: &str = "Adwaita";
const HIGH_CONTRAST: &str = "HighContrast";
const HIGH_CONTRAST_DARK: &str = "HighContrastInverse";
const PERCENT: f64 = 100.0;
/// Dots per inch in GTK's unit.
const NORMAL_DPI: f64 = 96.0 * 1024.0;

thread_local! {
    /// From the settings, for windows created later.
    static ZOOM: Cell<f64> = const { Cell::new(1.0) };
    /// Applied last.
    static LOOK: RefCell<Option<Settings>> = const { RefCell::new(None) };
    /// The settings with the dark style, if the desktop has them. Dropping them would end their signals.
    static STYLE: OnceCell<Option<gio::Settings>> = const { OnceCell::new() };
}

pub fn apply(app: &AppHandle, settings: &Settings) {
    LOOK.replace(Some(settings.clone()));
    apply_to_gtk(settings);
    ZOOM.set(f64::from(settings.size) / PERCENT);
    app.webview_windows().values().for_each(apply_zoom);
}

/// The factor by which text is larger than normal, as the settings and the desktop ask for it.
pub fn zoom() -> f64 {
    ZOOM.get() * desktop_text_scale()
}

/// WebKit applies it to every page.
fn desktop_text_scale() -> f64 {
    let dpi = gtk::Settings::default().map_or(0, |gtk| gtk.gtk_xft_dpi());
    // Negative if the desktop has no opinion.
    if dpi > 0 {
        f64::from(dpi) / NORMAL_DPI
    } else {
        1.0
    }
}

/// Sets a new window's text size. The rest applies to the whole program.
pub fn apply_zoom(window: &WebviewWindow) {
    if let Err(error) = window.set_zoom(ZOOM.get()) {
        tracing::warn!(%error, "the size of text cannot be set");
    }
}

fn apply_to_gtk(settings: &Settings) {
    let Some(gtk) = gtk::Settings::default() else {
        return;
    };
    // Start from the session's own values.
    for property in [DARK, THEME, ANIMATIONS] {
        gtk.reset_property(property);
    }
    let name = gtk.gtk_theme_name();
    let name = name.as_deref().unwrap_or(DEFAULT_THEME);
    let system = SystemLook {
        name,
        prefers_dark: gtk.is_gtk_application_prefer_dark_theme() || has_dark_style(),
    };
    let look = system.with(settings.theme, settings.high_contrast);
    if look.name != name {
        gtk.set_gtk_theme_name(Some(look.name));
    }
    if look.prefers_dark != gtk.is_gtk_application_prefer_dark_theme() {
        gtk.set_gtk_application_prefer_dark_theme(look.prefers_dark);
    }
    match settings.reduced_motion {
        SystemChoice::System => {}
        SystemChoice::On => gtk.set_gtk_enable_animations(false),
        SystemChoice::Off => gtk.set_gtk_enable_animations(true),
    }
}

fn has_dark_style() -> bool {
    STYLE.with(|style| {
        let style = style.get_or_init(watch_style).as_ref();
        style.is_some_and(|style| style.string(COLOR_SCHEME) == PREFER_DARK)
    })
}

fn watch_style() -> Option<gio::Settings> {
    let style = gsettings::with_key(INTERFACE, COLOR_SCHEME)?;
    style.connect_changed(Some(COLOR_SCHEME), |_, _| {
        LOOK.with_borrow(|look| look.iter().for_each(apply_to_gtk));
    });
    Some(style)
}

/// A theme, and whether its dark variant is preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SystemLook<'a> {
    name: &'a str,
    prefers_dark: bool,
}

impl<'a> SystemLook<'a> {
    fn with(self, theme: Theme, contrast: SystemChoice) -> Self {
        let has_contrast = self.name == HIGH_CONTRAST || self.name == HIGH_CONTRAST_DARK;
        let light = light_variant(self.name);
        let is_dark = match theme {
            Theme::System => self.prefers_dark || light.is_some(),
            Theme::Light => false,
            Theme::Dark => true,
        };
        let name = match contrast {
            SystemChoice::On => HIGH_CONTRAST,
            SystemChoice::Off if has_contrast => DEFAULT_THEME,
            SystemChoice::System | SystemChoice::Off => match (is_dark, light) {
                // WebKit does not know that this theme is dark.
                (true, _) if self.name == HIGH_CONTRAST_DARK => HIGH_CONTRAST,
                (false, Some(light)) => light,
                _ => self.name,
            },
        };
        Self {
            name,
            prefers_dark: is_dark,
        }
    }
}

/// `Adwaita` for `Adwaita-dark`.
fn light_variant(theme: &str) -> Option<&str> {
    if theme == HIGH_CONTRAST_DARK {
        return Some(HIGH_CONTRAST);
    }
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
            ("HighContrastInverse", Some("HighContrast")),
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

    #[test]
    fn settings_override_the_desktop() {
        use SystemChoice::{Off, On, System};
        for (name, prefers_dark, theme, contrast, expected) in [
            ("Yaru", false, Theme::System, System, ("Yaru", false)),
            ("Yaru", true, Theme::System, System, ("Yaru", true)),
            (
                "Yaru-dark",
                false,
                Theme::System,
                System,
                ("Yaru-dark", true),
            ),
            ("Yaru-dark", true, Theme::Light, System, ("Yaru", false)),
            ("Yaru", false, Theme::Dark, System, ("Yaru", true)),
            ("Yaru", false, Theme::System, On, ("HighContrast", false)),
            (
                "Yaru-dark",
                false,
                Theme::System,
                On,
                ("HighContrast", true),
            ),
            ("Yaru", false, Theme::Dark, On, ("HighContrast", true)),
            ("Yaru", false, Theme::System, Off, ("Yaru", false)),
            (
                "HighContrast",
                false,
                Theme::System,
                System,
                ("HighContrast", false),
            ),
            (
                "HighContrastInverse",
                false,
                Theme::System,
                System,
                ("HighContrast", true),
            ),
            (
                "HighContrastInverse",
                false,
                Theme::Light,
                System,
                ("HighContrast", false),
            ),
            (
                "HighContrastInverse",
                false,
                Theme::System,
                Off,
                ("Adwaita", true),
            ),
            ("HighContrast", false, Theme::Light, Off, ("Adwaita", false)),
        ] {
            let look = SystemLook { name, prefers_dark }.with(theme, contrast);
            assert_eq!(
                (look.name, look.prefers_dark),
                expected,
                "{name} {prefers_dark} {theme:?} {contrast:?}"
            );
        }
    }
}
