//! Where the window comes up: on the monitor in use, and not under the pointer.
//!
//! A person may be in the middle of a click when a question arrives. The click must not land in
//! it; where there is no room beside the pointer it must at least not land on a button.

#[cfg(test)]
mod tests;

use gtk::gdk;
use gtk::prelude::*;

/// The bar with the buttons, at the bottom of the window, with room for text twice the usual size.
const BAR: i32 = 160;
/// Between the pointer and the nearest edge of the window.
const GAP: i32 = 24;
/// What a window manager may draw around the window: a title above, borders beside and below. It
/// can be measured only once the window is on the screen.
const FRAME: Size = Size {
    width: 16,
    height: 48,
};

/// A place on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
}

/// How large something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: i32,
    /// From top to bottom.
    pub height: i32,
}

/// A part of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// Its top left corner.
    pub at: Point,
    /// Its size.
    pub size: Size,
}

impl Rect {
    fn right(self) -> i32 {
        self.at.x + self.size.width
    }

    fn bottom(self) -> i32 {
        self.at.y + self.size.height
    }

    /// Whether a place is in it.
    pub fn holds(self, point: Point) -> bool {
        (self.at.x..self.right()).contains(&point.x)
            && (self.at.y..self.bottom()).contains(&point.y)
    }

    /// Whether a part is all in it.
    pub fn holds_all(self, part: Self) -> bool {
        part.at.x >= self.at.x
            && part.at.y >= self.at.y
            && part.right() <= self.right()
            && part.bottom() <= self.bottom()
    }

    /// The part of a window where its buttons are.
    fn bar(self) -> Self {
        let height = BAR.min(self.size.height);
        Self {
            at: Point {
                x: self.at.x,
                y: self.bottom() - height,
            },
            size: Size {
                width: self.size.width,
                height,
            },
        }
    }
}

/// Moves the window to where it should come up, if it is not on the screen yet. Under Wayland the
/// compositor decides.
pub fn arrive(window: &gtk::ApplicationWindow) {
    if window.is_visible() {
        return;
    }
    let display = WidgetExt::display(window);
    if !display.is::<gdkx11::X11Display>() {
        return;
    }
    let Some(pointer) = display.default_seat().and_then(|seat| seat.pointer()) else {
        return;
    };
    let (_, x, y) = pointer.position();
    let Some(area) = display
        .monitor_at_point(x, y)
        .map(|monitor| monitor.workarea())
    else {
        return;
    };
    let (width, height) = window.size();
    let framed = Size {
        width: width + FRAME.width,
        height: height + FRAME.height,
    };
    let place = place(framed, rect(area), Point { x, y });
    window.move_(place.x, place.y);
    // GTK keeps that for the first time the window is shown; after that only its surface moves.
    if let Some(surface) = window.window() {
        surface.move_(place.x, place.y);
    }
}

/// Where a window of this size goes: in the middle of the area, or as near to it as leaves the
/// pointer beside it; else above or below; else where the pointer is not on its bar.
pub fn place(window: Size, area: Rect, pointer: Point) -> Point {
    let middle = Point {
        x: area.at.x + (area.size.width - window.width).max(0) / 2,
        y: area.at.y + (area.size.height - window.height).max(0) / 2,
    };
    let there = |at: Point| Rect { at, size: window };
    let apart = |at: &Point| area.holds_all(there(*at)) && !there(*at).holds(pointer);
    let off_the_bar = |at: &Point| area.holds_all(there(*at)) && !there(*at).bar().holds(pointer);
    // The place nearest to the middle with the pointer inside, but above the bar.
    let above_the_bar = Point {
        y: middle.y.max(pointer.y + 1 + BAR - window.height),
        ..middle
    };
    std::iter::once(middle)
        .chain(around(window, middle, pointer, GAP))
        .chain(around(window, middle, pointer, 0))
        .find(apart)
        .or_else(|| Some(above_the_bar).filter(off_the_bar))
        .unwrap_or(middle)
}

/// The places beside the pointer, then those above and below it, the nearer to the middle first.
fn around(window: Size, middle: Point, pointer: Point, gap: i32) -> [Point; 4] {
    let mut across = [pointer.x - gap - window.width, pointer.x + 1 + gap];
    across.sort_by_key(|x| (x - middle.x).abs());
    let mut along = [pointer.y - gap - window.height, pointer.y + 1 + gap];
    along.sort_by_key(|y| (y - middle.y).abs());
    let [near, far] = across.map(|x| Point { x, ..middle });
    let [nearer, farther] = along.map(|y| Point { y, ..middle });
    [near, far, nearer, farther]
}

fn rect(area: gdk::Rectangle) -> Rect {
    Rect {
        at: Point {
            x: area.x(),
            y: area.y(),
        },
        size: Size {
            width: area.width(),
            height: area.height(),
        },
    }
}
