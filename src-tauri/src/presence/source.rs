//! The bus services that are queried, and the signals that trigger a new query.

use doorbell_daemon::view::QuietReasonView;
use zbus::Connection;
use zbus::proxy::{Builder, CacheProperties, MethodFlags, Proxy};
use zbus::zvariant::{DynamicDeserialize, DynamicType, OwnedValue};

use super::SourceId;
use super::bus::Bus;

pub const LOGIN: &str = "org.freedesktop.login1";
const NOTIFICATIONS: &str = "org.freedesktop.Notifications";
const GNOME_LOCKER: &str = "org.gnome.ScreenSaver";
const XFCONF: &str = "org.xfce.Xfconf";
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
const INTROSPECTION: &str = "org.freedesktop.DBus.Introspectable";

pub struct Source {
    pub id: SourceId,
    /// The bus name.
    pub name: &'static str,
    /// Interfaces whose signals trigger a new query.
    pub hints: [&'static str; 2],
    /// The reason for quiet if the reply is "yes".
    pub reason: QuietReasonView,
    path: &'static str,
    query: Query,
}

enum Query {
    /// `GetActive` of an interface.
    Active(&'static str),
    /// Interface and property.
    Property(&'static str, &'static str),
    /// Channel and property of Xfce's settings.
    Xfconf(&'static str, &'static str),
    /// "Yes" if the path has child nodes.
    Children,
}

/// A running screen saver is treated as a lock: nobody is using the computer.
const fn locker(name: &'static str, path: &'static str) -> Source {
    Source {
        id: path,
        name,
        hints: [name, name],
        reason: QuietReasonView::Locked,
        path,
        query: Query::Active(name),
    }
}

pub fn of(bus: Bus) -> &'static [Source] {
    match bus {
        Bus::Session => &SESSION,
        Bus::System => &SYSTEM,
    }
}

const SYSTEM: [Source; 1] = [
    // Its Lock and Unlock signals are only requests; LockedHint is the result.
    Source {
        id: "the login manager",
        name: LOGIN,
        hints: [PROPERTIES, PROPERTIES],
        reason: QuietReasonView::Locked,
        path: "/org/freedesktop/login1/session/auto",
        query: Query::Property("org.freedesktop.login1.Session", "LockedHint"),
    },
];

const SESSION: [Source; 11] = [
    // KDE.
    locker("org.freedesktop.ScreenSaver", "/ScreenSaver"),
    locker(
        "org.freedesktop.ScreenSaver",
        "/org/freedesktop/ScreenSaver",
    ),
    locker(GNOME_LOCKER, "/org/gnome/ScreenSaver"),
    // GNOME Shell itself. The name above runs only once some program has called it.
    Source {
        id: "GNOME Shell",
        name: "org.gnome.Shell.ScreenShield",
        hints: [GNOME_LOCKER, GNOME_LOCKER],
        reason: QuietReasonView::Locked,
        path: "/org/gnome/ScreenSaver",
        query: Query::Active(GNOME_LOCKER),
    },
    locker("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"),
    locker("org.mate.ScreenSaver", "/org/mate/ScreenSaver"),
    locker("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"),
    Source {
        id: "Mutter",
        name: "org.gnome.Mutter.ScreenCast",
        hints: [
            "org.gnome.Mutter.ScreenCast.Session",
            "org.gnome.Mutter.ScreenCast.Stream",
        ],
        reason: QuietReasonView::Shared,
        path: "/org/gnome/Mutter/ScreenCast/Session",
        query: Query::Children,
    },
    Source {
        id: "dunst",
        name: NOTIFICATIONS,
        hints: [PROPERTIES, PROPERTIES],
        reason: QuietReasonView::DoNotDisturb,
        path: "/org/freedesktop/Notifications",
        query: Query::Property("org.dunstproject.cmd0", "paused"),
    },
    // KDE, also while the screen is shared.
    Source {
        id: "the notification server",
        name: NOTIFICATIONS,
        hints: [PROPERTIES, PROPERTIES],
        reason: QuietReasonView::DoNotDisturb,
        path: "/org/freedesktop/Notifications",
        query: Query::Property(NOTIFICATIONS, "Inhibited"),
    },
    Source {
        id: "xfce4-notifyd",
        name: XFCONF,
        hints: [XFCONF, XFCONF],
        reason: QuietReasonView::DoNotDisturb,
        path: "/org/xfce/Xfconf",
        query: Query::Xfconf("xfce4-notifyd", "/do-not-disturb"),
    },
];

impl Source {
    /// True if no signal is sent to other programs when the answer becomes "yes", so the source has to
    /// be asked again and again.
    pub fn is_silent(&self) -> bool {
        matches!(self.query, Query::Children)
    }

    /// A missing service or an error is treated as "no".
    pub async fn query(&self, bus: &Connection) -> bool {
        let reply = match self.query {
            Query::Active(interface) => self.call(bus, interface, "GetActive", &()).await,
            Query::Property(interface, property) => self
                .call(bus, PROPERTIES, "Get", &(interface, property))
                .await
                .and_then(to_bool),
            Query::Xfconf(channel, property) => self
                .call(bus, XFCONF, "GetProperty", &(channel, property))
                .await
                .and_then(to_bool),
            Query::Children => self
                .call(bus, INTROSPECTION, "Introspect", &())
                .await
                .map(|tree: String| tree.contains("<node name=")),
        };
        reply.unwrap_or(false)
    }

    /// Never starts a service.
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

fn to_bool(value: OwnedValue) -> zbus::Result<bool> {
    Ok(bool::try_from(value)?)
}
