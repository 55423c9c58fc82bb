use proptest::prelude::*;

use super::*;

const WINDOW: Size = (560, 720);

#[test]
fn a_window_comes_up_in_the_middle_but_not_under_the_pointer() {
    let area = Rectangle::new(0, 0, 1280, 900);
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
        ((640, 720), (640, 450), (0, 90)),
        // With no room beside it, above or below it.
        ((1200, 300), (640, 450), (40, 450 - GAP - 300)),
        ((1200, 300), (640, 310), (40, 310 + GAP + 1)),
        // With no room at all, where the buttons are not under it.
        ((1200, 850), (640, 400), (40, 25)),
        ((1200, 850), (640, 720), (40, 720 + 1 + BAR - 850)),
        ((1200, 850), (640, 899 - BAR), (40, 50)),
        // Where that cannot be either, the middle.
        ((1200, 850), (640, 900 - BAR), (40, 25)),
        // Larger than the area: its corner.
        ((1400, 1000), (640, 10), (0, 0)),
    ];
    for (window, pointer, expected) in table {
        let at = place(window, &area, pointer);
        assert_eq!(at, expected, "{window:?} with {pointer:?}");
    }
}

#[test]
fn the_area_may_be_anywhere() {
    let second = Rectangle::new(1280, -100, 1920, 1080);
    assert_eq!(place(WINDOW, &second, (1300, 0)), (1960, 80));
}

proptest! {
    #[test]
    fn it_comes_up_inside_the_area_and_its_buttons_not_under_the_pointer(
        (area, window, pointer) in scene()
    ) {
        let there = |(x, y)| Rectangle::new(x, y, window.0, window.1);
        let at = there(place(window, &area, pointer));
        prop_assert_eq!(area.union(&at), area);
        let anywhere = every_place(window, &area);
        let can = |good: &dyn Fn(Rectangle) -> bool| anywhere.iter().any(|at| good(there(*at)));
        if can(&|there| !holds(&bar(&there), pointer)) {
            prop_assert!(!holds(&bar(&at), pointer), "{at:?} has the pointer on its buttons");
        }
        if can(&|there| !holds(&there, pointer)) {
            prop_assert!(!holds(&at, pointer), "{at:?} is under the pointer");
        }
    }
}

/// The places at the edges of what is possible: if any place will do, one of these does.
fn every_place((width, height): Size, area: &Rectangle) -> Vec<Point> {
    let xs = [area.x(), area.x() + area.width() - width];
    let ys = [area.y(), area.y() + area.height() - height];
    xs.into_iter().flat_map(|x| ys.map(|y| (x, y))).collect()
}

fn scene() -> impl Strategy<Value = (Rectangle, Size, Point)> {
    let area = (-2000..2000, -2000..2000, 320..4000, 360..3000);
    area.prop_flat_map(|(x, y, width, height)| {
        let area = Rectangle::new(x, y, width, height);
        let window = (1..=width, 1..=height);
        let pointer = (x..x + width, y..y + height);
        (Just(area), window, pointer)
    })
}
