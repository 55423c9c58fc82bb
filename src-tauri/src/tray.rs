//! The tray icon, through the StatusNotifierItem protocol. It needs no system library and can tell
//! whether the desktop has a tray.

mod icons;

use doorbell_daemon::Handle;
use doorbell_daemon::attention::{TrayItem, TrayPress, TrayState, TrayView};
use ksni::menu::{CheckmarkItem, StandardItem, SubMenu};
use ksni::{Icon, MenuItem, OfflineReason, Status, ToolTip, TrayMethods};
use tokio::sync::watch;

use crate::facts::Facts;
use crate::seat::Seat;

/// Shows the latest view sent, as soon as the desktop has a tray.
pub fn start(daemon: Handle, facts: Facts, seat: Seat) -> watch::Sender<TrayView> {
    let initial = TrayView {
        state: TrayState::Idle,
        title: "Doorbell".to_owned(),
        items: Vec::new(),
    };
    let (views, updates) = watch::channel(initial);
    tauri::async_runtime::spawn(serve(updates, daemon, facts, seat));
    views
}

async fn serve(mut updates: watch::Receiver<TrayView>, daemon: Handle, facts: Facts, seat: Seat) {
    let item = DoorbellTray {
        view: updates.borrow_and_update().clone(),
        daemon,
        facts: facts.clone(),
        seat,
    };
    // The desktop may start its panel after us, or restart it.
    facts.change(|facts| facts.tray = true);
    let tray = match item.assume_sni_available(true).spawn().await {
        Ok(tray) => tray,
        Err(error) => {
            tracing::info!(%error, "there is no tray");
            facts.change(|facts| facts.tray = false);
            return;
        }
    };
    while updates.changed().await.is_ok() {
        let view = updates.borrow_and_update().clone();
        tray.update(|item| item.view = view).await;
    }
    tray.shutdown().await;
}

struct DoorbellTray {
    view: TrayView,
    daemon: Handle,
    facts: Facts,
    seat: Seat,
}

impl ksni::Tray for DoorbellTray {
    fn id(&self) -> String {
        "doorbell".to_owned()
    }

    fn title(&self) -> String {
        self.view.title.clone()
    }

    fn status(&self) -> Status {
        Status::Active
    }

    fn icon_pixmap(&self) -> Vec<Icon> {
        icons::for_state(self.view.state)
    }

    fn tool_tip(&self) -> ToolTip {
        ToolTip {
            title: self.view.title.clone(),
            description: self.seat.note().unwrap_or_default().to_owned(),
            ..ToolTip::default()
        }
    }

    /// A click shows the first open question, or Home.
    fn activate(&mut self, _: i32, _: i32) {
        let first = self.view.items.iter().find_map(|item| match item {
            TrayItem::Press {
                press: press @ TrayPress::Show(_),
                ..
            } => Some(*press),
            _ => None,
        });
        self.daemon.tray_pressed(first.unwrap_or(TrayPress::Home));
    }

    fn menu(&self) -> Vec<MenuItem<Self>> {
        self.view.items.iter().map(menu_item).collect()
    }

    fn watcher_online(&self) {
        self.facts.change(|facts| facts.tray = true);
    }

    fn watcher_offline(&self, _: OfflineReason) -> bool {
        self.facts.change(|facts| facts.tray = false);
        true
    }
}

fn menu_item(item: &TrayItem) -> MenuItem<DoorbellTray> {
    match item {
        TrayItem::Press { press, label } => StandardItem {
            label: escape_mnemonics(label),
            activate: on_press(*press),
            ..StandardItem::default()
        }
        .into(),
        TrayItem::Switch { press, label, on } => CheckmarkItem {
            label: escape_mnemonics(label),
            checked: *on,
            activate: on_press(*press),
            ..CheckmarkItem::default()
        }
        .into(),
        TrayItem::Text(words) => StandardItem {
            label: escape_mnemonics(words),
            enabled: false,
            ..StandardItem::default()
        }
        .into(),
        TrayItem::Menu { label, items } => SubMenu {
            label: escape_mnemonics(label),
            submenu: items.iter().map(menu_item).collect(),
            ..SubMenu::default()
        }
        .into(),
        TrayItem::Separator => MenuItem::Separator,
    }
}

fn on_press(press: TrayPress) -> Box<dyn Fn(&mut DoorbellTray) + Send> {
    Box::new(move |item| item.daemon.tray_pressed(press))
}

/// A single underscore would mark the mnemonic key.
fn escape_mnemonics(label: &str) -> String {
    label.replace('_', "__").replace('\n', " ")
}
