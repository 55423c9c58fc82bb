//! High contrast and reduced motion, as the desktop or the settings ask for them, and narrow windows.

use std::fs;

use anyhow::{Result, ensure};
use doorbell_tests::app::DrivenDoorbell;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::json;

use crate::questions;

const FOLDER: &str = "appearance";

/// What the page asks WebKit, and what it makes of that.
const LOOK: &str = "\
    const button = getComputedStyle(document.querySelector('.button'));\
    return [\
        matchMedia('(prefers-contrast: more)').matches,\
        getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)',\
        matchMedia('(prefers-reduced-motion: reduce)').matches,\
        button.transitionDuration === '0s',\
    ]";

#[test]
fn contrast_and_motion_follow_the_desktop_unless_set() -> Result<()> {
    for (gtk_theme, animations, is_asked) in [("Adwaita", 1, false), ("HighContrast", 0, true)] {
        let desktop = VirtualDesktop::start(Theme::Light)?;
        let gtk =
            format!("[Settings]\ngtk-theme-name={gtk_theme}\ngtk-enable-animations={animations}\n");
        fs::write(desktop.home().join("config/gtk-3.0/settings.ini"), gtk)?;
        let doorbell = DrivenDoorbell::start_on(desktop)?;
        let mut asker = doorbell.asker()?;
        asker.ask("Who is there?", &questions::name_form())?;
        doorbell.window()?;
        waits_for_look(&doorbell, is_asked)?;
        doorbell.photographs(FOLDER, gtk_theme)?;
        for (word, is_on) in [("on", true), ("off", false), ("system", is_asked)] {
            let settings = format!("[look]\nhigh_contrast = {word:?}\nreduced_motion = {word:?}\n");
            doorbell.desktop.write_settings_file(&settings)?;
            waits_for_look(&doorbell, is_on)?;
        }
    }
    Ok(())
}

fn waits_for_look(doorbell: &DrivenDoorbell, is_on: bool) -> Result<()> {
    wait_until("the contrast and the motion", TIMEOUT, || {
        let look = doorbell.page.script(LOOK, &[])?;
        ensure!(look == json!([is_on, is_on, is_on, is_on]), "{look}");
        Ok(())
    })
}

/// The explanation of a refused press. Programs may press in this build, so the test writes it.
const EXPLANATION: &str = "\
    const line = document.querySelector('.status-line');\
    const button = document.createElement('button');\
    button.className = 'button plain small';\
    const label = document.createElement('span');\
    label.className = 'button-label';\
    label.append('Open Settings');\
    button.append(label);\
    line.className = 'status-line problem';\
    line.replaceChildren('Blocked: this click came from no keyboard. '.repeat(5), button)";

/// What the window is wide, and whether something is cut off.
const LAYOUT: &str = "\
    const {scrollWidth, clientWidth} = document.querySelector('.bar');\
    return [innerWidth, scrollWidth > clientWidth]";

#[test]
fn long_explanation_with_a_button_fits_narrow_windows() -> Result<()> {
    let doorbell = DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name_form())?;
    let window = doorbell.window()?;
    doorbell.finds_enabled("Send")?;
    doorbell.page.script(EXPLANATION, &[])?;
    for width in [560, 320] {
        doorbell.person().resizes(window, width, 640)?;
        wait_until("everything to fit", TIMEOUT, || {
            let layout = doorbell.page.script(LAYOUT, &[])?;
            ensure!(layout == json!([width, false]), "{layout}");
            Ok(())
        })?;
        doorbell.photographs(FOLDER, &format!("explanation-{width}"))?;
    }
    Ok(())
}
