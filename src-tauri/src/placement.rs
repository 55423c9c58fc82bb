//! Where the window comes up: on the monitor in use, and not under the pointer.
//!
//! A person may be in the middle of a click when a question arrives. The click must not land in
//! it; where there is no room beside the pointer it must at least not land on a button.

#[cfg(test)]
mod tests;

use gtk::gdk::Rectangle;
use gtk::prelude::*;

/// The bar with the buttons, at the bottom of the window, with room for text twice the usual size.
const BAR: i32 = 160;
/// Between the pointer and the nearest edge of the window.
const GAP: i32 = 24;
/// What a window manager may draw around the window: a title above, borders beside and below. It
/// can be measured only once the window is on the screen.
const FRAME: Size = (16, 48);

/// From the left and from the top of the screen.
type Point = (i32, i32);
/// Width and height.
type Size = (i32, i32);

/// Moves the window to where it should come up, if it is not on the screen yet. Under Wayland the
/// compositor decides.
pub fn arrive(window: &gtk::ApplicationWindow) {
    let display = WidgetExt::display(window);
    if window.is_visible() || !display.is::<gdkx11::X11Display>() {
        return;
    }
    let Some(pointer) = display.default_seat().and_then(|seat| seat.pointer()) else {
        return;
    };
    let (_, x, y) = pointer.position();
    let Some(monitor) = display.monitor_at_point(x, y) else {
        return;
    };
    let (width, height) = window.size();
    let framed = (width + FRAME.0, height + FRAME.1);
    let (x, y) = place(framed, &monitor.workarea(), (x, y));
    window.move_(x, y);
    // GTK keeps that for the first time the window is shown; after that only its surface moves.
    if let Some(surface) = window.window() {
        surface.move_(x, y);
    }
}

/// Where a window of this size goes: in the middle of the area, or as near to it as leaves the
/// pointer beside it; else above or below; else where the pointer is not on its bar.
fn place((width, height): Size, area: &Rectangle, pointer: Point) -> Point {
    let middle = (
        area.x() + (area.width() - width).max(0) / 2,
        area.y() + (area.height() - height).max(0) / 2,
    );
    let there = |&(x, y): &Point| Rectangle::new(x, y, width, height);
    let fits = |at: &Point| area.union(&there(at)) == *area;
    let apart = |at: &Point| fits(at) && !holds(&there(at), pointer);
    let off_the_bar = |at: &Point| fits(at) && !holds(&bar(&there(at)), pointer);
    // The place nearest to the middle with the pointer inside, but above the bar.
    let above_the_bar = (middle.0, middle.1.max(pointer.1 + 1 + BAR - height));
    std::iter::once(middle)
        .chain(around((width, height), middle, pointer, GAP))
        .chain(around((width, height), middle, pointer, 0))
        .find(apart)
        .or_else(|| Some(above_the_bar).filter(off_the_bar))
        .unwrap_or(middle)
}

/// The places beside the pointer, then those above and below it, the nearer to the middle first.
fn around((width, height): Size, middle: Point, (x, y): Point, gap: i32) -> [Point; 4] {
    let mut across = [x - gap - width, x + 1 + gap];
    across.sort_by_key(|x| (x - middle.0).abs());
    let mut along = [y - gap - height, y + 1 + gap];
    along.sort_by_key(|y| (y - middle.1).abs());
    let [near, far] = across.map(|x| (x, middle.1));
    let [nearer, farther] = along.map(|y| (middle.0, y));
    [near, far, nearer, farther]
}

fn holds(area: &Rectangle, (x, y): Point) -> bool {
    area.intersect(&Rectangle::new(x, y, 1, 1)).is_some()
}

/// The part of a window where its buttons are.
fn bar(window: &Rectangle) -> Rectangle {
    let height = BAR.min(window.height());
    let top = window.y() + window.height() - height;
    Rectangle::new(window.x(), top, window.width(), height)
}
