//! Sizes windows: their default follows the text size, and the question window fits its content.
//!
//! The question window is sized only while it is hidden. A resize under the person's hands would move
//! what they are about to press, and restart the guard.

use std::cell::Cell;

use gtk::gdk::Rectangle;
use gtk::prelude::*;
use tauri::{LogicalSize, WebviewWindow};

use crate::placement::FRAME;

thread_local! {
    /// What the question window was fitted to. Another width is the person's choice.
    static FITTED_WIDTH: Cell<Option<i32>> = const { Cell::new(None) };
}

/// Width and height in pixels.
pub type Size = (i32, i32);

/// A window's size limits at the normal text size.
#[derive(Clone, Copy)]
pub struct SizeLimits {
    pub default: Size,
    pub min: Size,
}

impl SizeLimits {
    /// Scales with the text, as far as the area allows.
    pub fn scaled(self, zoom: f64, area: Size) -> Self {
        let scale = |(width, height): Size| (times(width, zoom), times(height, zoom));
        let fit = |size: Size| (size.0.min(area.0), size.1.min(area.1));
        Self {
            default: fit(scale(self.default)),
            min: fit(scale(self.min)),
        }
    }

    /// The size at which content of this height needs no scrolling, as far as the limits allow. These
    /// are scaled, and the default height is the greatest.
    fn fitted(self, width: i32, content_height: i32) -> Size {
        let height = content_height.min(self.default.1).max(self.min.1);
        (width.max(self.min.0), height)
    }
}

/// What windows may cover, without their frames.
pub fn usable_area(area: &Rectangle) -> Size {
    (area.width() - FRAME.0, area.height() - FRAME.1)
}

/// The usable area of the screen on which a new window appears.
pub fn default_area() -> Option<Size> {
    let display = gtk::gdk::Display::default()?;
    let monitor = display.primary_monitor().or_else(|| display.monitor(0))?;
    Some(usable_area(&monitor.workarea()))
}

/// Fits a hidden window to content of this height, which the page measured in its own pixels. Returns
/// the window's new size.
pub fn fit_hidden(
    window: &WebviewWindow,
    surface: &gtk::ApplicationWindow,
    limits: SizeLimits,
    content_height: f64,
    zoom: f64,
) -> Size {
    let (min_width, min_height) = limits.min;
    let min = LogicalSize::new(f64::from(min_width), f64::from(min_height));
    if let Err(error) = window.set_min_size(Some(min)) {
        tracing::warn!(%error, "the smallest size cannot be set");
    }
    let (current, _) = surface.size();
    let is_chosen = FITTED_WIDTH.get().is_some_and(|fitted| fitted != current);
    let width = if is_chosen { current } else { limits.default.0 };
    let size = limits.fitted(width, pixels(content_height * zoom));
    FITTED_WIDTH.set(Some(size.0));
    surface.resize(size.0, size.1);
    size
}

fn times(length: i32, zoom: f64) -> i32 {
    pixels(f64::from(length) * zoom)
}

/// Rounds up: a pixel too few would need a scroll bar.
fn pixels(length: f64) -> i32 {
    let length = length.ceil().clamp(0.0, f64::from(i16::MAX));
    #[allow(clippy::cast_possible_truncation, reason = "it is in range")]
    let pixels = length as i32;
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: SizeLimits = SizeLimits {
        default: (560, 720),
        min: (320, 320),
    };
    const AREA: Size = (1264, 852);

    #[test]
    fn window_fits_its_content_within_the_limits() {
        let limits = LIMITS.scaled(1.0, AREA);
        assert_eq!(limits.fitted(560, 100), (560, 320));
        assert_eq!(limits.fitted(560, 401), (560, 401));
        assert_eq!(limits.fitted(560, 5000), (560, 720));
        assert_eq!(limits.fitted(300, 401), (320, 401));
    }

    #[test]
    fn limits_grow_with_the_text_up_to_the_area() {
        let limits = LIMITS.scaled(2.0, AREA);
        assert_eq!((limits.default, limits.min), ((1120, 852), (640, 640)));
        let limits = LIMITS.scaled(2.0, (500, 300));
        assert_eq!((limits.default, limits.min), ((500, 300), (500, 300)));
        assert_eq!(limits.fitted(500, 5000), (500, 300));
    }

    #[test]
    fn fractions_are_rounded_up() {
        assert_eq!(pixels(400.2), 401);
        assert_eq!(pixels(f64::NAN), 0);
        assert_eq!(pixels(f64::INFINITY), i32::from(i16::MAX));
    }
}
