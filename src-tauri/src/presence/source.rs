//! What can be asked on the buses, and what hints that the answer has changed.

use doorbell_daemon::view::QuietView;
use zbus::Connection;
use zbus::proxy::{Builder, CacheProperties, MethodFlags, Proxy};
use zbus::zvariant::{DynamicDeserialize, DynamicType, OwnedValue};

use super::Teller;
use super::bus::Bus;

pub const LOGIN: &str = "org.freedesktop.login1";
const NOTIFICATIONS: &str = "org.freedesktop.Notifications";
const XFCONF: &str = "org.xfce.Xfconf";
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
const INTROSPECTION: &str = "org.freedesktop.DBus.Introspectable";

/// Someone on a bus who may know.
pub struct Source {
    /// How its answers are told apart.
    pub teller: Teller,
    /// The name it owns.
    pub name: &'static str,
    /// The interfaces whose signals hint at a change.
    pub hints: [&'static str; 2],
    /// What a yes means.
    pub means: QuietView,
    path: &'static str,
    question: Question,
}

/// How it is asked.
enum Question {
    /// Are you active?
    Active(&'static str),
    /// A property of an interface.
    Property(&'static str, &'static str),
    /// A property of a channel of Xfce's settings.
    Xfconf(&'static str, &'static str),
    /// Is there anything below this path?
    Children,
}

/// A screen saver counts as a lock: whoever is there would have moved the mouse.
const fn locker(name: &'static str, path: &'static str) -> Source {
    Source {
        teller: path,
        name,
        hints: [name, name],
        means: QuietView::Locked,
        path,
        question: Question::Active(name),
    }
}

/// Those on a bus.
pub fn of(bus: Bus) -> &'static [Source] {
    match bus {
        Bus::Session => &SESSION,
        Bus::System => &SYSTEM,
    }
}

const SYSTEM: [Source; 1] = [
    // Its Lock and Unlock are requests to whoever locks; the hint is what came of them.
    Source {
        teller: "the login manager",
        name: LOGIN,
        hints: [PROPERTIES, PROPERTIES],
        means: QuietView::Locked,
        path: "/org/freedesktop/login1/session/auto",
        question: Question::Property("org.freedesktop.login1.Session", "LockedHint"),
    },
];

const SESSION: [Source; 10] = [
    // KDE's.
    locker("org.freedesktop.ScreenSaver", "/ScreenSaver"),
    locker(
        "org.freedesktop.ScreenSaver",
        "/org/freedesktop/ScreenSaver",
    ),
    locker("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
    locker("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"),
    locker("org.mate.ScreenSaver", "/org/mate/ScreenSaver"),
    locker("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"),
    Source {
        teller: "Mutter",
        name: "org.gnome.Mutter.ScreenCast",
        hints: [
            "org.gnome.Mutter.ScreenCast.Session",
            "org.gnome.Mutter.ScreenCast.Stream",
        ],
        means: QuietView::Shared,
        path: "/org/gnome/Mutter/ScreenCast/Session",
        question: Question::Children,
    },
    Source {
        teller: "dunst",
        name: NOTIFICATIONS,
        hints: [PROPERTIES, PROPERTIES],
        means: QuietView::DoNotDisturb,
        path: "/org/freedesktop/Notifications",
        question: Question::Property("org.dunstproject.cmd0", "paused"),
    },
    // As KDE has it; also while the screen is shared.
    Source {
        teller: "the notification server",
        name: NOTIFICATIONS,
        hints: [PROPERTIES, PROPERTIES],
        means: QuietView::DoNotDisturb,
        path: "/org/freedesktop/Notifications",
        question: Question::Property(NOTIFICATIONS, "Inhibited"),
    },
    Source {
        teller: "xfce4-notifyd",
        name: XFCONF,
        hints: [XFCONF, XFCONF],
        means: QuietView::DoNotDisturb,
        path: "/org/xfce/Xfconf",
        question: Question::Xfconf("xfce4-notifyd", "/do-not-disturb"),
    },
];

impl Source {
    /// Asks. Whoever is not there, or does not understand, says no.
    pub async fn ask(&self, bus: &Connection) -> bool {
        let answer = match self.question {
            Question::Active(interface) => self.call(bus, interface, "GetActive", &()).await,
            Question::Property(interface, property) => self
                .call(bus, PROPERTIES, "Get", &(interface, property))
                .await
                .and_then(yes),
            Question::Xfconf(channel, property) => self
                .call(bus, XFCONF, "GetProperty", &(channel, property))
                .await
                .and_then(yes),
            Question::Children => self
                .call(bus, INTROSPECTION, "Introspect", &())
                .await
                .map(|tree: String| tree.contains("<node name=")),
        };
        answer.unwrap_or(false)
    }

    /// Nothing is started for a call that nobody would answer.
    async fn call<B, R>(
        &self,
        bus: &Connection,
        interface: &'static str,
        method: &'static str,
        body: &B,
    ) -> zbus::Result<R>
    where
        B: serde::Serialize + DynamicType,
        R: for<'d> DynamicDeserialize<'d>,
    {
        let proxy: Proxy<'_> = Builder::new(bus)
            .destination(self.name)?
            .path(self.path)?
            .interface(interface)?
            .cache_properties(CacheProperties::No)
            .build()
            .await?;
        proxy
            .call_with_flags(method, MethodFlags::NoAutoStart.into(), body)
            .await?
            .ok_or(zbus::Error::InvalidReply)
    }
}

fn yes(value: OwnedValue) -> zbus::Result<bool> {
    Ok(bool::try_from(value)?)
}
