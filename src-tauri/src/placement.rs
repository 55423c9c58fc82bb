//! Places the question window on the monitor in use, away from the pointer.
//!
//! A person may be about to click when a question arrives. The click must not land in the window or,
//! without enough room, at least not on a button.

#[cfg(test)]
mod tests;

use gtk::gdk::Rectangle;
use gtk::prelude::*;

/// At the bottom of the window, with room for text at twice the usual size.
const BUTTON_BAR_HEIGHT: i32 = 160;
/// Between the pointer and the nearest edge of the window.
const GAP: i32 = 24;
/// Allowance for title bar and borders, which can be measured only once the window is shown.
pub const FRAME: Size = (16, 48);

type Point = (i32, i32);
type Size = (i32, i32);

/// Where the window will appear: the area of the monitor with the pointer, and the pointer. `None`
/// under Wayland, where the compositor decides.
pub fn spot(window: &gtk::ApplicationWindow) -> Option<(Rectangle, Point)> {
    let display = WidgetExt::display(window);
    if !display.is::<gdkx11::X11Display>() {
        return None;
    }
    let pointer = display.default_seat()?.pointer()?;
    let (_, x, y) = pointer.position();
    let monitor = display.monitor_at_point(x, y)?;
    Some((monitor.workarea(), (x, y)))
}

/// Moves a hidden window of this size.
pub fn place(
    window: &gtk::ApplicationWindow,
    (width, height): Size,
    (area, pointer): (Rectangle, Point),
) {
    let framed = (width + FRAME.0, height + FRAME.1);
    let (x, y) = position(framed, &area, pointer);
    window.move_(x, y);
    // GTK uses that position for the first showing only; later the surface must move.
    if let Some(surface) = window.window() {
        surface.move_(x, y);
    }
}

/// Tries in this order: the middle of the area, beside the pointer, above or below the pointer, and
/// any place where the pointer is not on the button bar. Falls back to the middle.
fn position((width, height): Size, area: &Rectangle, pointer: Point) -> Point {
    let middle = (
        area.x() + (area.width() - width).max(0) / 2,
        area.y() + (area.height() - height).max(0) / 2,
    );
    let window_at = |&(x, y): &Point| Rectangle::new(x, y, width, height);
    let fits = |at: &Point| area.union(&window_at(at)) == *area;
    let avoids_pointer = |at: &Point| fits(at) && !contains(&window_at(at), pointer);
    let bar_avoids_pointer =
        |at: &Point| fits(at) && !contains(&button_bar(&window_at(at)), pointer);
    // Nearest to the middle with the pointer inside the window but above its button bar.
    let pointer_above_bar = (
        middle.0,
        middle.1.max(pointer.1 + 1 + BUTTON_BAR_HEIGHT - height),
    );
    std::iter::once(middle)
        .chain(around_pointer((width, height), middle, pointer, GAP))
        .chain(around_pointer((width, height), middle, pointer, 0))
        .find(avoids_pointer)
        .or_else(|| Some(pointer_above_bar).filter(bar_avoids_pointer))
        .unwrap_or(middle)
}

/// Positions left and right of the pointer, then above and below it, nearest to the middle first.
fn around_pointer((width, height): Size, middle: Point, (x, y): Point, gap: i32) -> [Point; 4] {
    let mut across = [x - gap - width, x + 1 + gap];
    across.sort_by_key(|x| (x - middle.0).abs());
    let mut along = [y - gap - height, y + 1 + gap];
    along.sort_by_key(|y| (y - middle.1).abs());
    let [near, far] = across.map(|x| (x, middle.1));
    let [nearer, farther] = along.map(|y| (middle.0, y));
    [near, far, nearer, farther]
}

fn contains(area: &Rectangle, (x, y): Point) -> bool {
    area.intersect(&Rectangle::new(x, y, 1, 1)).is_some()
}

fn button_bar(window: &Rectangle) -> Rectangle {
    let height = BUTTON_BAR_HEIGHT.min(window.height());
    let top = window.y() + window.height() - height;
    Rectangle::new(window.x(), top, window.width(), height)
}
