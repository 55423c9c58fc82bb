//! Fake desktop services that decide what Doorbell may show: screen lock, login manager, screen
//! sharing, do not disturb.

use anyhow::{Context, Result};

use crate::process::{ChildProcess, output};
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{TIMEOUT, wait_until};

/// Environment that makes programs detect GNOME and keep its settings in a file.
pub const GNOME: [(&str, &str); 2] = [
    ("XDG_CURRENT_DESKTOP", "ubuntu:GNOME"),
    ("GSETTINGS_BACKEND", "keyfile"),
];

const LOCKER: BusService = BusService {
    name: "org.freedesktop.ScreenSaver",
    path: "/org/freedesktop/ScreenSaver",
};
const LOGIN: BusService = BusService {
    name: "org.freedesktop.login1",
    path: "/org/freedesktop/login1",
};
const SHELL: BusService = BusService {
    name: "org.gnome.Mutter.ScreenCast",
    path: "/org/gnome/Mutter/ScreenCast",
};

const NOTIFIER: BusService = BusService {
    name: "org.freedesktop.Notifications",
    path: "/org/freedesktop/Notifications",
};

/// A bus name and its main object.
struct BusService {
    name: &'static str,
    path: &'static str,
}

/// A screen locker. Dropping it simulates a crash of the locker.
pub struct Locker<'d>(&'d VirtualDesktop, #[expect(dead_code)] ChildProcess);

impl<'d> Locker<'d> {
    /// Starts it with the screen unlocked.
    pub fn start(desktop: &'d VirtualDesktop) -> Result<Self> {
        let process = start(desktop, "locker", LOCKER.name)?;
        Ok(Self(desktop, process))
    }

    /// Locks the screen.
    pub fn locks(&self) -> Result<()> {
        self.set(true)
    }

    /// Unlocks the screen.
    pub fn unlocks(&self) -> Result<()> {
        self.set(false)
    }

    fn set(&self, active: bool) -> Result<()> {
        let method = format!("{}.SetActive", LOCKER.name);
        call(
            self.0,
            LOCKER.name,
            LOCKER.path,
            &method,
            &[&active.to_string()],
        )
        .map(drop)
    }
}

/// A login manager. The session bus serves as system bus, too.
pub struct LoginManager<'d>(&'d VirtualDesktop, #[expect(dead_code)] ChildProcess);

impl<'d> LoginManager<'d> {
    /// Starts it.
    pub fn start(desktop: &'d VirtualDesktop) -> Result<Self> {
        let process = start(desktop, "login", LOGIN.name)?;
        Ok(Self(desktop, process))
    }

    /// Sets `LockedHint` of the session.
    pub fn sets_locked_hint(&self, locked: bool) -> Result<()> {
        let path = format!("{}/session/auto", LOGIN.path);
        let method = format!("{}.Session.SetLockedHint", LOGIN.name);
        call(self.0, LOGIN.name, &path, &method, &[&locked.to_string()]).map(drop)
    }

    /// Emits the signals of a suspend and resume.
    pub fn sleeps_and_wakes(&self) -> Result<()> {
        let method = format!("{}.Manager.Suspend", LOGIN.name);
        call(self.0, LOGIN.name, LOGIN.path, &method, &["false"]).map(drop)
    }
}

/// A desktop shell that can share the screen.
pub struct Shell<'d>(&'d VirtualDesktop, #[expect(dead_code)] ChildProcess);

impl<'d> Shell<'d> {
    /// Starts it.
    pub fn start(desktop: &'d VirtualDesktop) -> Result<Self> {
        let process = start(desktop, "shell", SHELL.name)?;
        Ok(Self(desktop, process))
    }

    /// Starts to share the screen.
    pub fn shares(&self) -> Result<ScreenShare> {
        let method = format!("{}.CreateSession", SHELL.name);
        let reply = call(self.0, SHELL.name, SHELL.path, &method, &["{}"])?;
        let path = reply.split('\'').nth(1).context("no object path")?;
        Ok(ScreenShare(path.to_owned()))
    }

    /// Stops to share the screen.
    pub fn stops(&self, sharing: &ScreenShare) -> Result<()> {
        let method = format!("{}.Session.Stop", SHELL.name);
        call(self.0, SHELL.name, &sharing.0, &method, &[]).map(drop)
    }
}

/// A running screen share.
pub struct ScreenShare(String);

/// A notification server that also presses buttons of closed notifications. The desktop must have
/// no other server.
pub struct FakeNotificationServer<'d>(&'d VirtualDesktop, #[expect(dead_code)] ChildProcess);

impl<'d> FakeNotificationServer<'d> {
    /// Starts it.
    pub fn start(desktop: &'d VirtualDesktop, capabilities: &[&str]) -> Result<Self> {
        let process = start_with(desktop, "notifier", capabilities, NOTIFIER.name)?;
        Ok(Self(desktop, process))
    }

    /// The last notification as text: id, title, buttons.
    pub fn last_notification(&self) -> Result<String> {
        let method = format!("{}.Last", NOTIFIER.name);
        call(self.0, NOTIFIER.name, NOTIFIER.path, &method, &[])
    }

    /// Presses a button of a notification.
    pub fn presses(&self, id: u32, key: &str) -> Result<()> {
        let method = format!("{}.Press", NOTIFIER.name);
        let id = id.to_string();
        call(self.0, NOTIFIER.name, NOTIFIER.path, &method, &[&id, key]).map(drop)
    }
}

/// Pauses or resumes dunst.
pub fn set_do_not_disturb(desktop: &VirtualDesktop, on: bool) -> Result<()> {
    let on = on.to_string();
    output(desktop.command("dunstctl").args(["set-paused", &on])).map(drop)
}

/// Sets do-not-disturb in the GNOME settings, which only programs with [`GNOME`] in their
/// environment read.
pub fn set_gnome_do_not_disturb(desktop: &VirtualDesktop, on: bool) -> Result<()> {
    let show_banners = (!on).to_string();
    output(
        desktop
            .command("gsettings")
            .envs(GNOME)
            .args(["set", "org.gnome.desktop.notifications", "show-banners"])
            .arg(show_banners),
    )
    .map(drop)
}

fn start(desktop: &VirtualDesktop, service: &str, name: &str) -> Result<ChildProcess> {
    start_with(desktop, service, &[], name)
}

fn start_with(
    desktop: &VirtualDesktop,
    service: &str,
    arguments: &[&str],
    name: &str,
) -> Result<ChildProcess> {
    let mut command = desktop.script("desktop_services.py");
    command.arg(service).args(arguments);
    let process = desktop.start_process(service, command)?;
    wait_until(name, TIMEOUT, || desktop.has_bus_name(name)).with_context(|| process.log())?;
    Ok(process)
}

fn call(
    desktop: &VirtualDesktop,
    name: &str,
    path: &str,
    method: &str,
    arguments: &[&str],
) -> Result<String> {
    output(
        desktop
            .command("gdbus")
            .args(["call", "--session", "--dest", name])
            .args(["--object-path", path, "--method", method])
            .args(arguments),
    )
}
