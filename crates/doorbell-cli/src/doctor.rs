//! `doorbell doctor`: checks each step that a question takes, with its duration and a fix if it
//! fails.

mod agents;
mod environment;
mod loop_test;
mod report;

use anyhow::Result;
use doorbell_protocol::client::Client;
use doorbell_protocol::{DesktopStatus, NotificationStatus, StatusResult};

use crate::exit::Exit;
use crate::{Streams, launch};
use report::{Finding, Report};

pub fn run(json: bool, streams: &mut Streams<'_>) -> Result<Exit> {
    let mut report = Report::default();
    report.check("Programs", environment::programs);
    report.check("Display", environment::display);
    report.check("Socket", environment::socket);
    let client = report.check_with_result("Doorbell", || connect(streams));
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
    report.check("A question", loop_test::run);
    report.findings.extend(agents::check());
    report.print(json, streams)?;
    Ok(if report.has_failure() {
        Exit::Unavailable
    } else {
        Exit::Accepted
    })
}

/// Connects to Doorbell, and starts it if it is not running.
fn connect(streams: &mut Streams<'_>) -> Result<(Client, Finding), Finding> {
    let was_running = launch::connect_running().is_ok();
    let client = launch::connect_or_start(streams).map_err(|error| {
        let fix = "start it in your desktop session with `doorbell start`";
        Finding::failure(format!("{error:#}")).with_fix(fix)
    })?;
    let running = client.hello().doorbell.clone();
    let how = if was_running { "runs" } else { "was started" };
    let place = if client.hello().is_virtual {
        ", on a virtual display"
    } else {
        ""
    };
    let message = format!("version {running} {how}{place}");
    let finding = if running == env!("CARGO_PKG_VERSION") {
        Finding::ok(message)
    } else {
        let own = env!("CARGO_PKG_VERSION");
        Finding::warning(format!("{message}, this command is {own}")).with_fix("`doorbell restart`")
    };
    Ok((client, finding))
}

/// Checks that Doorbell identifies this process as its peer.
fn peer_identity(client: &mut Client) -> Result<(StatusResult, Finding), Finding> {
    let status = client.status().map_err(|error| {
        Finding::failure(format!("it does not say how it is: {error}"))
            .with_fix("`doorbell restart`")
    })?;
    let own = std::process::id();
    let finding = match &status.asker {
        Some(asker) if asker.pid == own => {
            let program = asker.program.as_deref().unwrap_or("an unknown program");
            Finding::ok(format!("seen as process {own}, {program}"))
        }
        Some(asker) => {
            let message = format!("seen as process {}, but this is {own}", asker.pid);
            Finding::failure(message)
                .with_fix("run both outside of containers, or both in the same")
        }
        None => Finding::warning("this Doorbell does not tell").with_fix("`doorbell restart`"),
    };
    Ok((status, finding))
}

fn notifications(desktop: &DesktopStatus) -> Finding {
    let effect = "questions come with the window alone, and nothing rings";
    match desktop.notifications {
        NotificationStatus::WithButtons => Finding::ok("shown, with buttons"),
        NotificationStatus::WithoutButtons => {
            Finding::warning("shown, without buttons: press the window or the tray")
        }
        NotificationStatus::Missing => Finding::warning(format!("nothing shows them: {effect}"))
            .with_fix("install a notification server, such as dunst"),
    }
}

fn tray(desktop: &DesktopStatus) -> Finding {
    if desktop.tray {
        Finding::ok("the panel shows it")
    } else {
        Finding::warning("no panel shows it; `doorbell open` brings everything up")
            .with_fix("on GNOME, the AppIndicator extension shows it")
    }
}

fn window(desktop: &DesktopStatus) -> Finding {
    if desktop.polite_window {
        Finding::ok("comes without taking the keyboard")
    } else {
        Finding::ok("comes when its notification is pressed (Wayland)")
    }
}
