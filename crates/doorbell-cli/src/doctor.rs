//! `doorbell doctor`: checks each step that a question takes, and suggests a fix for what fails.

mod agents;
mod environment;
mod loop_test;
mod report;

use anyhow::Result;
use doorbell_protocol::client::{Client, ClientError};
use doorbell_protocol::{DesktopStatus, NotificationStatus, StatusResult};

use crate::exit::Exit;
use crate::{Streams, launch};
use report::{Finding, Report};

pub fn run(verbose: bool, json: bool, streams: &mut Streams<'_>) -> Result<Exit> {
    let mut report = Report::default();
    let running = launch::connect_running();
    let is_running = running.is_ok();
    report.check("Programs", environment::programs);
    report.check("Display", || environment::display(is_running));
    report.check("Socket", environment::socket);
    // Without one of these, Doorbell cannot start: one cause is one failure.
    let needed = ["Programs", "Display", "Socket"];
    let failed = needed.into_iter().find(|step| report.has_failed(step));
    let client = match failed {
        Some(failed) if !is_running => {
            report.skip("Doorbell", failed);
            None
        }
        _ => report.check_with_result("Doorbell", || connect(running)),
    };
    if let Some(mut client) = client {
        let status = report.check_with_result("Who you are", || peer_identity(&mut client));
        if let Some(StatusResult {
            desktop: Some(desktop),
            ..
        }) = status
        {
            report.check("Notifications", || notifications(&desktop));
            report.check("Tray", || tray(&desktop));
            report.check("Window", || window(&desktop));
        }
    }
    report.check("Browser", environment::browser);
    if report.has_failed("Programs") {
        report.skip("A question", "Programs");
    } else {
        report.check("A question", loop_test::run);
    }
    report.add_agents(agents::check());
    report.print(verbose, json, streams)?;
    Ok(if report.has_failure() {
        Exit::Unavailable
    } else {
        Exit::Accepted
    })
}

/// Starts Doorbell if it is not running.
fn connect(running: Result<Client, ClientError>) -> Result<(Client, Finding), Finding> {
    let was_running = running.is_ok();
    let client = match running {
        Err(ClientError::NotRunning { .. }) => launch::start(),
        client => client.map_err(anyhow::Error::from),
    };
    let client = client.map_err(|error| {
        let fix = "run `doorbell start` in your desktop session";
        Finding::failure(format!("{error:#}")).with_fix(fix)
    })?;
    let running = client.hello().doorbell.clone();
    let how = if was_running {
        "is running"
    } else {
        "was started"
    };
    let place = if client.hello().is_virtual {
        " on a virtual display"
    } else {
        ""
    };
    let message = format!("version {running} {how}{place}");
    let own = env!("CARGO_PKG_VERSION");
    let finding = if running == own {
        Finding::ok(message)
    } else {
        Finding::warning(format!("{message}, but this command is {own}"))
            .with_fix("run `doorbell restart`")
    };
    Ok((client, finding))
}

/// Checks that Doorbell identifies this process as its peer.
fn peer_identity(client: &mut Client) -> Result<(StatusResult, Finding), Finding> {
    let status = client.status().map_err(|error| {
        Finding::failure(format!("Doorbell reports no status: {error}"))
            .with_fix("run `doorbell restart`")
    })?;
    let own = std::process::id();
    let finding = match &status.asker {
        Some(asker) if asker.pid == own => {
            let program = asker.program.as_deref().unwrap_or("an unknown program");
            Finding::ok(format!("recognised as process {own}, {program}"))
        }
        Some(asker) => {
            let message = format!("recognised as process {}, but this is {own}", asker.pid);
            Finding::failure(message)
                .with_fix("run both outside containers, or both in the same one")
        }
        None => Finding::warning("this version of Doorbell doesn't report it")
            .with_fix("run `doorbell restart`"),
    };
    Ok((status, finding))
}

fn notifications(desktop: &DesktopStatus) -> Finding {
    match desktop.notifications {
        NotificationStatus::WithButtons => Finding::ok("shown, with buttons"),
        NotificationStatus::WithoutButtons => {
            Finding::warning("shown without buttons: use the window or the tray icon")
        }
        NotificationStatus::Missing => {
            Finding::warning("not shown: new questions only open the window")
                .with_fix("install a notification server, for example dunst")
        }
    }
}

fn tray(desktop: &DesktopStatus) -> Finding {
    if desktop.tray {
        Finding::ok("shown in the panel")
    } else {
        Finding::warning(
            "no panel shows the icon; open Home from your apps or with `doorbell open waiting`",
        )
        .with_fix("on GNOME, install the AppIndicator extension")
    }
}

fn window(desktop: &DesktopStatus) -> Finding {
    if desktop.polite_window {
        Finding::ok("opens without taking focus")
    } else {
        Finding::ok("opens when you click the notification (Wayland)")
    }
}
