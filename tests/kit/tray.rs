//! A real panel with a tray, and Doorbell's item in it.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::{ChildProcess, output};
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{TIMEOUT, wait_until};

const WATCHER: &str = "org.kde.StatusNotifierWatcher";
const SCRIPT: &str = "tray_item.py";

/// A panel with a tray. Dropping it removes the tray from the desktop.
pub struct Tray<'d> {
    desktop: &'d VirtualDesktop,
    /// The panel.
    pub panel: ChildProcess,
}

/// Doorbell's item in the tray.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrayItem {
    /// Its title.
    pub title: String,
    /// The tooltip below the title.
    pub tip: String,
    /// A hash of the image.
    pub icon: String,
    /// The entries of its menu.
    pub menu: Vec<MenuEntry>,
}

/// An entry of the menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuEntry {
    /// Empty for a separator.
    pub label: String,
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Whether it is checked.
    pub checked: bool,
    /// The entries of its submenu.
    pub submenu: Vec<MenuEntry>,
}

impl TrayItem {
    /// The labels of the menu, without separators.
    pub fn labels(&self) -> Vec<&str> {
        let labels = self.menu.iter().map(|entry| entry.label.as_str());
        labels.filter(|label| !label.is_empty()).collect()
    }

    /// Finds a menu entry by its label.
    pub fn entry(&self, label: &str) -> Option<&MenuEntry> {
        self.menu.iter().find(|entry| entry.label == label)
    }
}

impl<'d> Tray<'d> {
    /// Starts a panel and waits for its tray.
    pub fn start(desktop: &'d VirtualDesktop) -> Result<Self> {
        let mut command = desktop.command("xfce4-panel");
        command.arg("--disable-wm-check");
        let panel = desktop.start_process("panel", command)?;
        wait_until("a tray", TIMEOUT, || desktop.has_bus_name(WATCHER))
            .with_context(|| panel.log())?;
        Ok(Self { desktop, panel })
    }

    /// Waits until Doorbell's item matches.
    pub fn shows(&self, what: &str, matches: impl Fn(&TrayItem) -> bool) -> Result<TrayItem> {
        wait_until(&format!("the tray to show {what}"), TIMEOUT, || {
            let item = self.read()?;
            anyhow::ensure!(matches(&item), "it shows {item:?}");
            Ok(item)
        })
    }

    /// Presses a menu entry, given by the labels on the way to it.
    pub fn presses(&self, labels: &[&str]) -> Result<()> {
        let mut command = self.desktop.script(SCRIPT);
        output(command.arg("press").args(labels)).map(drop)
    }

    /// Clicks the item itself.
    pub fn clicks(&self) -> Result<()> {
        output(self.desktop.script(SCRIPT).arg("click")).map(drop)
    }

    fn read(&self) -> Result<TrayItem> {
        let printed = output(self.desktop.script(SCRIPT).arg("read"))?;
        let item: Value = serde_json::from_str(&printed).context("the item is not JSON")?;
        Ok(TrayItem {
            title: text(&item["title"]),
            tip: text(&item["tip"]),
            icon: text(&item["icon"]),
            menu: entries(&item["items"]),
        })
    }
}

fn entries(items: &Value) -> Vec<MenuEntry> {
    let items = items.as_array().map_or(&[][..], Vec::as_slice);
    items
        .iter()
        .map(|item| MenuEntry {
            label: text(&item["label"]),
            enabled: item["enabled"] == true,
            checked: item["checked"] == true,
            submenu: entries(&item["items"]),
        })
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
