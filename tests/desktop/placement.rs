//! The window fits its content and never appears under the pointer.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

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

const WIDTH: u32 = 560;
const HEIGHTS: std::ops::RangeInclusive<u32> = 320..=720;

/// A hidden window is fitted again, a visible one is never resized.
#[test]
fn window_fits_its_first_question_and_keeps_its_size() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let person = doorbell.person();
    let mut asker = doorbell.asker()?;
    let mut heights = Vec::new();
    let small = json!({"message": "Who is there?", "requestedSchema": questions::name_form()});
    let large = questions::reference_form();
    // Each from another server, because one may ask only five questions at once.
    for (mut params, server) in [(small.clone(), "one"), (large, "two"), (small, "three")] {
        params["_meta"] = json!({"dev.doorbell/asker": {"server": {"name": server}}});
        let first = asker.ask_params(params)?;
        let window = doorbell.window()?;
        doorbell.page.named("button", "Send")?;
        let size = person.reads_size(window)?;
        assert_eq!(size.0, WIDTH);
        assert!(HEIGHTS.contains(&size.1), "{size:?}");
        let spare = doorbell.page.script(
            "const main = document.querySelector('main');
             const end = main.lastElementChild.getBoundingClientRect().bottom;
             const padding = parseFloat(getComputedStyle(main).paddingBottom);
             return Math.round(main.getBoundingClientRect().bottom - padding - end);",
            &[],
        )?;
        if size.1 < *HEIGHTS.end() && size.1 > *HEIGHTS.start() {
            assert!(
                spare.as_i64().is_some_and(|it| (0..2).contains(&it)),
                "{spare}"
            );
        }
        heights.push(size.1);

        let second = asker.ask("Who else?", &questions::name_form())?;
        doorbell.press("Decline")?;
        asker.answer(first)?;
        doorbell.shows_text("Who else?")?;
        assert_eq!(person.reads_size(window)?, size, "it was visible");
        doorbell.press("Decline")?;
        asker.answer(second)?;
        person.sees_no_window(CLASS)?;
    }
    assert_eq!(heights[1], *HEIGHTS.end());
    assert!(heights[0] < heights[1], "{heights:?}");
    assert_eq!(heights[0], heights[2]);
    Ok(())
}

/// At twice the text size a question needs more than the screen has.
#[test]
fn window_with_large_text_is_larger_and_stays_on_the_screen() -> Result<()> {
    let desktop = VirtualDesktop::start(Theme::Light)?;
    desktop.write_accepted_settings("[look]\ntext_size = 200\n")?;
    let doorbell = Doorbell::start_on(desktop, Build::Plain)?;
    let person = doorbell.person();
    let mut asker = doorbell.asker()?;
    asker.ask_params(questions::reference_form())?;
    let window = person.sees(CLASS)?;
    wait_until("the window to be on the screen", TIMEOUT, || {
        let (x, y) = person.reads_position(window)?;
        let (width, height) = person.reads_size(window)?;
        anyhow::ensure!(width == 2 * WIDTH, "{width} wide");
        let (right, bottom) = (x + i32::try_from(width)?, y + i32::try_from(height)?);
        let is_inside = x >= 0 && y >= 0 && right <= SCREEN_SIZE.0 && bottom <= SCREEN_SIZE.1;
        anyhow::ensure!(is_inside, "{x},{y} to {right},{bottom}");
        anyhow::ensure!(height > *HEIGHTS.end(), "{height} high");
        Ok(())
    })
}
