use proptest::prelude::*;

use super::*;

const AREA: Rect = Rect {
    at: Point { x: 0, y: 0 },
    size: Size {
        width: 1280,
        height: 900,
    },
};
const WINDOW: Size = Size {
    width: 560,
    height: 720,
};

#[test]
fn a_window_comes_up_in_the_middle_but_not_under_the_pointer() {
    // (the window, the pointer, where it comes up)
    let table = [
        // Out of the way: the middle.
        (WINDOW, (10, 10), (360, 90)),
        (WINDOW, (359, 450), (360, 90)),
        (WINDOW, (920, 450), (360, 90)),
        // In the way: beside it, on the side nearer to the middle.
        (WINDOW, (640, 450), (640 - GAP - 560, 90)),
        (WINDOW, (500, 450), (500 + GAP + 1, 90)),
        (WINDOW, (800, 450), (800 - GAP - 560, 90)),
        // With no room for the gap, right beside it.
        (size(640, 720), (640, 450), (0, 90)),
        // With no room beside it, above or below it.
        (size(1200, 300), (640, 450), (40, 450 - GAP - 300)),
        (size(1200, 300), (640, 310), (40, 310 + GAP + 1)),
        // With no room at all, where the buttons are not under it.
        (size(1200, 850), (640, 400), (40, 25)),
        (size(1200, 850), (640, 720), (40, 720 + 1 + BAR - 850)),
        (size(1200, 850), (640, 899 - BAR), (40, 50)),
        // Where that cannot be either, the middle.
        (size(1200, 850), (640, 900 - BAR), (40, 25)),
        // Larger than the area: its corner.
        (size(1400, 1000), (640, 10), (0, 0)),
    ];
    for (window, pointer, expected) in table {
        let at = place(window, AREA, point(pointer.0, pointer.1));
        assert_eq!((at.x, at.y), expected, "{window:?} with {pointer:?}");
    }
}

#[test]
fn the_area_may_be_anywhere() {
    let second = Rect {
        at: point(1280, -100),
        size: size(1920, 1080),
    };
    assert_eq!(place(WINDOW, second, point(1300, 0)), point(1960, 80));
}

proptest! {
    #[test]
    fn it_comes_up_inside_the_area_and_its_buttons_not_under_the_pointer(
        (area, window, pointer) in scene()
    ) {
        let at = place(window, area, pointer);
        let there = Rect { at, size: window };
        prop_assert!(area.holds_all(there), "{there:?}");
        let anywhere = every_place(window, area);
        let can = |good: &dyn Fn(Rect) -> bool| {
            anywhere.iter().any(|at| good(Rect { at: *at, size: window }))
        };
        if can(&|there| !there.bar().holds(pointer)) {
            prop_assert!(!there.bar().holds(pointer), "{at:?} has the pointer on its buttons");
        }
        if can(&|there| !there.holds(pointer)) {
            prop_assert!(!there.holds(pointer), "{at:?} is under the pointer");
        }
    }
}

/// The places at the edges of what is possible: if any place will do, one of these does.
fn every_place(window: Size, area: Rect) -> Vec<Point> {
    let xs = [area.at.x, area.right() - window.width];
    let ys = [area.at.y, area.bottom() - window.height];
    xs.into_iter()
        .flat_map(|x| ys.map(|y| point(x, y)))
        .collect()
}

fn scene() -> impl Strategy<Value = (Rect, Size, Point)> {
    let area = (-2000..2000, -2000..2000, 320..4000, 360..3000);
    area.prop_flat_map(|(x, y, width, height)| {
        let area = Rect {
            at: point(x, y),
            size: size(width, height),
        };
        let window = (1..=width, 1..=height).prop_map(|(width, height)| size(width, height));
        let pointer = (x..x + width, y..y + height).prop_map(|(x, y)| point(x, y));
        (Just(area), window, pointer)
    })
}

fn point(x: i32, y: i32) -> Point {
    Point { x, y }
}

fn size(width: i32, height: i32) -> Size {
    Size { width, height }
}
