//! Notifications as most desktops show them.

use std::fs;
use std::path::Path;

use anyhow::Result;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};

/// The X11 window class of the notifications.
pub const NOTIFICATION_CLASS: &str = "Dunst";

const LOOK: &str = "\
    width = 340\n\
    font = Inter 10\n\
    frame_width = 1\n\
    padding = 12\n\
    horizontal_padding = 14\n\
    icon_position = left\n\
    max_icon_size = 32\n\
    show_indicators = no\n";

/// A desktop that shows notifications. `more` settings of dunst say where.
pub fn desktop(theme: Theme, more: &str) -> Result<VirtualDesktop> {
    let mut desktop = VirtualDesktop::start_without_notifications(theme)?;
    let settings = desktop.home().join("config/dunst/dunstrc");
    let text = fs::read_to_string(&settings)?;
    let icons = Path::new(env!("CARGO_MANIFEST_DIR")).join("../icons");
    let global = format!("[global]\n{more}{LOOK}icon_path = {}\n", icons.display());
    let (background, foreground, frame) = match theme {
        Theme::Light => ("#f7f6f4", "#211e1a", "#c9c2b6"),
        Theme::Dark => ("#26231f", "#ece8e1", "#57514a"),
    };
    let colours = format!(
        "[look]\n\
         summary = \"*\"\n\
         background = \"{background}\"\n\
         foreground = \"{foreground}\"\n\
         frame_color = \"{frame}\"\n"
    );
    fs::write(&settings, text.replace("[global]\n", &global) + &colours)?;
    desktop.start_for_session("notifications", desktop.command("dunst"))?;
    let name = "org.freedesktop.Notifications";
    wait_until(name, TIMEOUT, || desktop.has_bus_name(name))?;
    Ok(desktop)
}
