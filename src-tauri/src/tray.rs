//! The tray, by the StatusNotifierItem protocol: no library of the system can be missing, and a
//! desktop without a tray is known to be one.

mod icons;

use doorbell_daemon::Handle;
use doorbell_daemon::attention::{TrayItem, TrayPress, TrayState, TrayView};
use ksni::menu::{CheckmarkItem, StandardItem, SubMenu};
use ksni::{Icon, MenuItem, OfflineReason, Status, ToolTip, TrayMethods};
use tokio::sync::watch;

use crate::facts::Facts;
use crate::seat::Seat;

/// Shows the tray as soon as the desktop has a place for it, and then what is sent.
pub fn start(daemon: Handle, facts: Facts, seat: Seat) -> watch::Sender<TrayView> {
    let nothing = TrayView {
        state: TrayState::Idle,
        title: "Doorbell".to_owned(),
        items: Vec::new(),
    };
    let (wanted, changes) = watch::channel(nothing);
    tauri::async_runtime::spawn(serve(changes, daemon, facts, seat));
    wanted
}

async fn serve(mut changes: watch::Receiver<TrayView>, daemon: Handle, facts: Facts, seat: Seat) {
    let item = Item {
        view: changes.borrow_and_update().clone(),
        daemon,
        facts: facts.clone(),
        seat,
    };
    // A desktop may start its panel after us, or another one later.
    facts.change(|facts| facts.tray = true);
    let tray = match item.assume_sni_available(true).spawn().await {
        Ok(tray) => tray,
        Err(error) => {
            tracing::info!(%error, "there is no tray");
            facts.change(|facts| facts.tray = false);
            return;
        }
    };
    while changes.changed().await.is_ok() {
        let view = changes.borrow_and_update().clone();
        tray.update(|item| item.view = view).await;
    }
    tray.shutdown().await;
}

struct Item {
    view: TrayView,
    daemon: Handle,
    facts: Facts,
    seat: Seat,
}

impl ksni::Tray for Item {
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
        icons::of(self.view.state)
    }

    fn tool_tip(&self) -> ToolTip {
        ToolTip {
            title: self.view.title.clone(),
            description: self.seat.remark().unwrap_or_default().to_owned(),
            ..ToolTip::default()
        }
    }

    /// A plain click: what waits, else Home.
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
        self.view.items.iter().map(line).collect()
    }

    fn watcher_online(&self) {
        self.facts.change(|facts| facts.tray = true);
    }

    fn watcher_offline(&self, _: OfflineReason) -> bool {
        self.facts.change(|facts| facts.tray = false);
        true
    }
}

fn line(item: &TrayItem) -> MenuItem<Item> {
    match item {
        TrayItem::Press { press, label } => StandardItem {
            label: plain(label),
            activate: says(*press),
            ..StandardItem::default()
        }
        .into(),
        TrayItem::Switch { press, label, on } => CheckmarkItem {
            label: plain(label),
            checked: *on,
            activate: says(*press),
            ..CheckmarkItem::default()
        }
        .into(),
        TrayItem::Words(words) => StandardItem {
            label: plain(words),
            enabled: false,
            ..StandardItem::default()
        }
        .into(),
        TrayItem::Menu { label, items } => SubMenu {
            label: plain(label),
            submenu: items.iter().map(line).collect(),
            ..SubMenu::default()
        }
        .into(),
        TrayItem::Rule => MenuItem::Separator,
    }
}

fn says(press: TrayPress) -> Box<dyn Fn(&mut Item) + Send> {
    Box::new(move |item| item.daemon.tray_pressed(press))
}

/// A single underscore would mark the key that chooses the line.
fn plain(label: &str) -> String {
    label.replace('_', "__").replace('\n', " ")
}
