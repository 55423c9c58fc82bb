//! The tray: a real panel, and the item it was given.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::{Running, output};
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{PATIENCE, wait_until};

const WATCHER: &str = "org.kde.StatusNotifierWatcher";
const SCRIPT: &str = "tray_item.py";

/// A panel with a tray in it. Dropping it is a desktop that lost its tray.
pub struct Tray<'d> {
    desktop: &'d VirtualDesktop,
    /// The panel.
    pub panel: Running,
}

/// What the tray shows of the application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What it is called.
    pub title: String,
    /// What more it says under the pointer.
    pub tip: String,
    /// Tells one image from another.
    pub icon: String,
    /// The lines of its menu.
    pub lines: Vec<Line>,
}

/// A line of the menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it says; empty for a rule between two groups.
    pub label: String,
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Whether it is switched on.
    pub checked: bool,
    /// The lines behind it.
    pub lines: Vec<Line>,
}

impl Item {
    /// What the lines of its menu say, without the rules between them.
    pub fn says(&self) -> Vec<&str> {
        let labels = self.lines.iter().map(|line| line.label.as_str());
        labels.filter(|label| !label.is_empty()).collect()
    }

    /// A line by what it says.
    pub fn line(&self, label: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.label == label)
    }
}

impl<'d> Tray<'d> {
    /// Starts a panel and waits until there is a tray.
    ///
    /// # Errors
    /// It is not installed, or has no tray.
    pub fn start(desktop: &'d VirtualDesktop) -> Result<Self> {
        let mut command = desktop.command("xfce4-panel");
        command.arg("--disable-wm-check");
        let panel = desktop.start_process("panel", command)?;
        wait_until("a tray", PATIENCE, || desktop.owns(WATCHER)).with_context(|| panel.log())?;
        Ok(Self { desktop, panel })
    }

    /// What it shows of the application, once that is what is looked for.
    ///
    /// # Errors
    /// It did not come to that.
    pub fn shows(&self, what: &str, is_it: impl Fn(&Item) -> bool) -> Result<Item> {
        wait_until(&format!("the tray to show {what}"), PATIENCE, || {
            let item = self.read()?;
            anyhow::ensure!(is_it(&item), "it shows {item:?}");
            Ok(item)
        })
    }

    /// Presses a line of the menu, or one in a menu behind it.
    ///
    /// # Errors
    /// There is no such line.
    pub fn presses(&self, labels: &[&str]) -> Result<()> {
        let mut command = self.desktop.script(SCRIPT);
        output(command.arg("press").args(labels)).map(drop)
    }

    /// Clicks on the item itself.
    ///
    /// # Errors
    /// There is none.
    pub fn clicks(&self) -> Result<()> {
        output(self.desktop.script(SCRIPT).arg("click")).map(drop)
    }

    fn read(&self) -> Result<Item> {
        let printed = output(self.desktop.script(SCRIPT).arg("read"))?;
        let item: Value = serde_json::from_str(&printed).context("the item is not JSON")?;
        Ok(Item {
            title: text(&item["title"]),
            tip: text(&item["tip"]),
            icon: text(&item["icon"]),
            lines: lines(&item["items"]),
        })
    }
}

fn lines(items: &Value) -> Vec<Line> {
    let items = items.as_array().map_or(&[][..], Vec::as_slice);
    items
        .iter()
        .map(|item| Line {
            label: text(&item["label"]),
            enabled: item["enabled"] == true,
            checked: item["checked"] == true,
            lines: lines(&item["items"]),
        })
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
