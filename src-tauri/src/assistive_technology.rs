//! Detects whether the person uses a screen reader or an on-screen keyboard.
//!
//! Both are switched on by or for a person who needs them. `IsEnabled` of `org.a11y.Status` would not
//! do: it only says that the accessibility bus is in use, and desktops switch that on for everybody.

use std::time::Duration;

use gtk::gio::prelude::*;
use gtk::gio::{Settings, SettingsSchemaSource};
use tokio::time::timeout;
use zbus::Connection;
use zbus::proxy::{Builder, CacheProperties, MethodFlags, Proxy};
use zbus::zvariant::OwnedValue;

const REPLY_TIMEOUT: Duration = Duration::from_secs(2);
const STATUS: (&str, &str) = ("org.a11y.Status", "ScreenReaderEnabled");
/// GNOME's settings, which other desktops use too.
const SCHEMA: &str = "org.gnome.desktop.a11y.applications";
const KEYS: [&str; 2] = ["screen-reader-enabled", "screen-keyboard-enabled"];

pub async fn is_in_use() -> bool {
    let has_reader = timeout(REPLY_TIMEOUT, has_screen_reader()).await;
    let in_use = matches!(has_reader, Ok(Ok(true)))
        || tauri::async_runtime::spawn_blocking(is_switched_on)
            .await
            .unwrap_or(false);
    tracing::debug!(in_use, "looked for assistive technology");
    in_use
}

/// Asks the accessibility bus, without starting it.
async fn has_screen_reader() -> zbus::Result<bool> {
    let session = Connection::session().await?;
    let proxy: Proxy<'_> = Builder::new(&session)
        .destination("org.a11y.Bus")?
        .path("/org/a11y/bus")?
        .interface("org.freedesktop.DBus.Properties")?
        .cache_properties(CacheProperties::No)
        .build()
        .await?;
    let reply: Option<OwnedValue> = proxy
        .call_with_flags("Get", MethodFlags::NoAutoStart.into(), &STATUS)
        .await?;
    Ok(bool::try_from(reply.ok_or(zbus::Error::InvalidReply)?)?)
}

fn is_switched_on() -> bool {
    // GSettings aborts the process for a missing schema or key.
    let schema = SettingsSchemaSource::default().and_then(|source| source.lookup(SCHEMA, true));
    schema.is_some_and(|schema| {
        let settings = Settings::new(SCHEMA);
        let mut known = KEYS.into_iter().filter(|key| schema.has_key(key));
        known.any(|key| settings.boolean(key))
    })
}
