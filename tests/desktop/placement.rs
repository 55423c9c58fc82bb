//! The window never appears under the pointer.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::virtual_desktop::Theme;
use doorbell_tests::wait::{TIMEOUT, wait_until};

use crate::questions;

const SCREEN_SIZE: (i32, i32) = (1280, 900);

#[test]
fn question_window_appears_on_screen_and_beside_the_pointer() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    let mut asker = doorbell.asker()?;
    // The centre, positions around it, and the position of a button.
    for pointer in [(640, 450), (500, 700), (800, 100), (640, 820)] {
        person.points_at(pointer.0, pointer.1)?;
        let id = asker.ask("Are you pointing at something?", &questions::name_form())?;
        let window = person.sees(CLASS)?;
        // The window manager may move the window again when it adds the frame.
        wait_until("the window to be beside the pointer", TIMEOUT, || {
            let (x, y) = person.reads_position(window)?;
            let (width, height) = person.reads_size(window)?;
            let (right, bottom) = (x + i32::try_from(width)?, y + i32::try_from(height)?);
            let geometry = format!("{x},{y} to {right},{bottom} with {pointer:?}");
            let is_under = (x..right).contains(&pointer.0) && (y..bottom).contains(&pointer.1);
            anyhow::ensure!(!is_under, "under the pointer: {geometry}");
            let is_inside = x >= 0 && y >= 0 && right <= SCREEN_SIZE.0 && bottom <= SCREEN_SIZE.1;
            anyhow::ensure!(is_inside, "not on the screen: {geometry}");
            Ok(())
        })?;
        person.closes(window)?;
        assert_eq!(asker.answer(id)?["action"], "cancel");
        person.sees_no_window(CLASS)?;
    }
    Ok(())
}
