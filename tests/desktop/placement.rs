//! The window comes up where the person's pointer is not.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{PATIENCE, wait_until};

use crate::questions;

/// The size of the screen.
const SCREEN: (i32, i32) = (1280, 900);

#[test]
fn a_question_comes_up_beside_the_pointer_and_on_the_screen() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    let mut asker = doorbell.asker()?;
    // In the middle, at each side of it, and where a button of the last one was.
    for pointer in [(640, 450), (500, 700), (800, 100), (640, 820)] {
        person.points_at(pointer.0, pointer.1)?;
        let id = asker.ask("Are you pointing at something?", &questions::name())?;
        let window = person.sees(CLASS)?;
        // A window manager may move a window once more while it puts its frame around it.
        wait_until("the window to be beside the pointer", PATIENCE, || {
            let (x, y) = person.locates(window)?;
            let (width, height) = person.measures(window)?;
            let (right, bottom) = (x + i32::try_from(width)?, y + i32::try_from(height)?);
            let there = format!("{x},{y} to {right},{bottom} with {pointer:?}");
            let under = (x..right).contains(&pointer.0) && (y..bottom).contains(&pointer.1);
            anyhow::ensure!(!under, "under the pointer: {there}");
            let inside = x >= 0 && y >= 0 && right <= SCREEN.0 && bottom <= SCREEN.1;
            anyhow::ensure!(inside, "not on the screen: {there}");
            Ok(())
        })?;
        person.closes(window)?;
        assert_eq!(asker.answer(id)?["action"], "cancel");
        person.sees_no_more(CLASS)?;
    }
    Ok(())
}
