//! The session around the application, as far as it decides what may be shown: the lock, the
//! login manager, sharing, and the wish not to be disturbed.

use anyhow::{Context, Result};

use crate::process::{Running, output};
use crate::virtual_desktop::VirtualDesktop;
use crate::wait::{PATIENCE, wait_until};

/// What makes a program believe that GNOME is its desktop, with settings in a file.
pub const GNOME: [(&str, &str); 2] = [
    ("XDG_CURRENT_DESKTOP", "ubuntu:GNOME"),
    ("GSETTINGS_BACKEND", "keyfile"),
];

const LOCKER: Place = Place {
    name: "org.freedesktop.ScreenSaver",
    path: "/org/freedesktop/ScreenSaver",
};
const LOGIN: Place = Place {
    name: "org.freedesktop.login1",
    path: "/org/freedesktop/login1",
};
const SHELL: Place = Place {
    name: "org.gnome.Mutter.ScreenCast",
    path: "/org/gnome/Mutter/ScreenCast",
};

const NOTIFIER: Place = Place {
    name: "org.freedesktop.Notifications",
    path: "/org/freedesktop/Notifications",
};

/// A name on the bus and the first of its objects.
struct Place {
    name: &'static str,
    path: &'static str,
}

/// A screen that can be locked. Dropping it is a locker that crashed.
pub struct Locker<'d>(&'d VirtualDesktop, #[expect(dead_code)] Running);

impl<'d> Locker<'d> {
    /// Starts it, unlocked.
    ///
    /// # Errors
    /// It did not start.
    pub fn start(desktop: &'d VirtualDesktop) -> Result<Self> {
        let running = start(desktop, "locker", LOCKER.name)?;
        Ok(Self(desktop, running))
    }

    /// Locks the screen.
    ///
    /// # Errors
    /// The locker is gone.
    pub fn locks(&self) -> Result<()> {
        self.set(true)
    }

    /// Unlocks the screen.
    ///
    /// # Errors
    /// The locker is gone.
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

/// A login manager, on the session's own bus, which is its system bus too.
pub struct LoginManager<'d>(&'d VirtualDesktop, #[expect(dead_code)] Running);

impl<'d> LoginManager<'d> {
    /// Starts it.
    ///
    /// # Errors
    /// It did not start.
    pub fn start(desktop: &'d VirtualDesktop) -> Result<Self> {
        let running = start(desktop, "login", LOGIN.name)?;
        Ok(Self(desktop, running))
    }

    /// Says whether the session is locked.
    ///
    /// # Errors
    /// It is gone.
    pub fn hints_locked(&self, locked: bool) -> Result<()> {
        let path = format!("{}/session/auto", LOGIN.path);
        let method = format!("{}.Session.SetLockedHint", LOGIN.name);
        call(self.0, LOGIN.name, &path, &method, &[&locked.to_string()]).map(drop)
    }

    /// Says that the machine goes to sleep, and that it woke.
    ///
    /// # Errors
    /// It is gone.
    pub fn sleeps_and_wakes(&self) -> Result<()> {
        let method = format!("{}.Manager.Suspend", LOGIN.name);
        call(self.0, LOGIN.name, LOGIN.path, &method, &["false"]).map(drop)
    }
}

/// A desktop shell that can share the screen.
pub struct Shell<'d>(&'d VirtualDesktop, #[expect(dead_code)] Running);

impl<'d> Shell<'d> {
    /// Starts it.
    ///
    /// # Errors
    /// It did not start.
    pub fn start(desktop: &'d VirtualDesktop) -> Result<Self> {
        let running = start(desktop, "shell", SHELL.name)?;
        Ok(Self(desktop, running))
    }

    /// Shares the screen until it is told to stop.
    ///
    /// # Errors
    /// It is gone.
    pub fn shares(&self) -> Result<Sharing> {
        let method = format!("{}.CreateSession", SHELL.name);
        let reply = call(self.0, SHELL.name, SHELL.path, &method, &["{}"])?;
        let path = reply.split('\'').nth(1).context("no object path")?;
        Ok(Sharing(path.to_owned()))
    }

    /// Stops sharing.
    ///
    /// # Errors
    /// It is gone.
    pub fn stops(&self, sharing: &Sharing) -> Result<()> {
        let method = format!("{}.Session.Stop", SHELL.name);
        call(self.0, SHELL.name, &sharing.0, &method, &[]).map(drop)
    }
}

/// A screen that is shared.
pub struct Sharing(String);

/// A notification server that does what no good one does: it presses buttons that are long gone.
/// Its desktop must have no other.
pub struct Notifier<'d>(&'d VirtualDesktop, #[expect(dead_code)] Running);

impl<'d> Notifier<'d> {
    /// Starts it.
    ///
    /// # Errors
    /// It did not start.
    pub fn start(desktop: &'d VirtualDesktop, capabilities: &[&str]) -> Result<Self> {
        let running = start_with(desktop, "notifier", capabilities, NOTIFIER.name)?;
        Ok(Self(desktop, running))
    }

    /// What it was given last, as text: its number, its first line, its buttons.
    ///
    /// # Errors
    /// It is gone.
    pub fn last(&self) -> Result<String> {
        let method = format!("{}.Last", NOTIFIER.name);
        call(self.0, NOTIFIER.name, NOTIFIER.path, &method, &[])
    }

    /// Presses a button of a notification.
    ///
    /// # Errors
    /// It is gone.
    pub fn presses(&self, id: u32, key: &str) -> Result<()> {
        let method = format!("{}.Press", NOTIFIER.name);
        let id = id.to_string();
        call(self.0, NOTIFIER.name, NOTIFIER.path, &method, &[&id, key]).map(drop)
    }
}

/// Asks the notification server not to disturb, or to disturb again.
///
/// # Errors
/// There is no dunst.
pub fn set_do_not_disturb(desktop: &VirtualDesktop, on: bool) -> Result<()> {
    let on = on.to_string();
    output(desktop.command("dunstctl").args(["set-paused", &on])).map(drop)
}

/// Asks GNOME not to disturb, or to disturb again, in its settings. Whoever is to see it needs
/// [`GNOME`] in its environment.
///
/// # Errors
/// GNOME's settings are not installed.
pub fn set_gnome_do_not_disturb(desktop: &VirtualDesktop, on: bool) -> Result<()> {
    let shown = (!on).to_string();
    output(
        desktop
            .command("gsettings")
            .envs(GNOME)
            .args(["set", "org.gnome.desktop.notifications", "show-banners"])
            .arg(shown),
    )
    .map(drop)
}

fn start(desktop: &VirtualDesktop, part: &str, name: &str) -> Result<Running> {
    start_with(desktop, part, &[], name)
}

fn start_with(
    desktop: &VirtualDesktop,
    part: &str,
    arguments: &[&str],
    name: &str,
) -> Result<Running> {
    let mut command = desktop.script("desktop_services.py");
    command.arg(part).args(arguments);
    let running = desktop.start_process(part, command)?;
    wait_until(name, PATIENCE, || desktop.owns(name)).with_context(|| running.log())?;
    Ok(running)
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
