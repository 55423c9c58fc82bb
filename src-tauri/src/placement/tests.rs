use proptest::prelude::*;

use super::*;

const WINDOW: Size = (560, 720);

#[test]
fn window_is_centred_unless_pointer_is_in_the_way() {
    let area = Rectangle::new(0, 0, 1280, 900);
    // (window, pointer, expected position)
    let table = [
        // Pointer out of the way: the middle.
        (WINDOW, (10, 10), (360, 90)),
        (WINDOW, (359, 450), (360, 90)),
        (WINDOW, (920, 450), (360, 90)),
        // Beside the pointer, on the side nearer to the middle.
        (WINDOW, (640, 450), (640 - GAP - 560, 90)),
        (WINDOW, (500, 450), (500 + GAP + 1, 90)),
        (WINDOW, (800, 450), (800 - GAP - 560, 90)),
        // Without room for the gap.
        ((640, 720), (640, 450), (0, 90)),
        // Without room beside the pointer: above or below it.
        ((1200, 300), (640, 450), (40, 450 - GAP - 300)),
        ((1200, 300), (640, 310), (40, 310 + GAP + 1)),
        // Without any room: where the pointer is not on the buttons.
        ((1200, 850), (640, 400), (40, 25)),
        (
            (1200, 850),
            (640, 720),
            (40, 720 + 1 + BUTTON_BAR_HEIGHT - 850),
        ),
        ((1200, 850), (640, 899 - BUTTON_BAR_HEIGHT), (40, 50)),
        // Without that either: the middle.
        ((1200, 850), (640, 900 - BUTTON_BAR_HEIGHT), (40, 25)),
        // Larger than the area: its corner.
        ((1400, 1000), (640, 10), (0, 0)),
    ];
    for (window, pointer, expected) in table {
        let at = position(window, &area, pointer);
        assert_eq!(at, expected, "{window:?} with {pointer:?}");
    }
}

#[test]
fn area_may_start_anywhere() {
    let second = Rectangle::new(1280, -100, 1920, 1080);
    assert_eq!(position(WINDOW, &second, (1300, 0)), (1960, 80));
}

proptest! {
    #[test]
    fn window_stays_inside_area_and_off_the_pointer(
        (area, window, pointer) in layout()
    ) {
        let window_at = |(x, y)| Rectangle::new(x, y, window.0, window.1);
        let at = window_at(position(window, &area, pointer));
        prop_assert_eq!(area.union(&at), area);
        let corners = corner_positions(window, &area);
        let possible =
            |accepts: &dyn Fn(Rectangle) -> bool| corners.iter().any(|at| accepts(window_at(*at)));
        if possible(&|window| !contains(&button_bar(&window), pointer)) {
            prop_assert!(!contains(&button_bar(&at), pointer), "{at:?} has the pointer on its buttons");
        }
        if possible(&|window| !contains(&window, pointer)) {
            prop_assert!(!contains(&at, pointer), "{at:?} is under the pointer");
        }
    }
}

/// If any position satisfies a condition above, one of the corners does.
fn corner_positions((width, height): Size, area: &Rectangle) -> Vec<Point> {
    let xs = [area.x(), area.x() + area.width() - width];
    let ys = [area.y(), area.y() + area.height() - height];
    xs.into_iter().flat_map(|x| ys.map(|y| (x, y))).collect()
}

fn layout() -> impl Strategy<Value = (Rectangle, Size, Point)> {
    let area = (-2000..2000, -2000..2000, 320..4000, 360..3000);
    area.prop_flat_map(|(x, y, width, height)| {
        let area = Rectangle::new(x, y, width, height);
        let window = (1..=width, 1..=height);
        let pointer = (x..x + width, y..y + height);
        (Just(area), window, pointer)
    })
}
