//! `doorbell doctor`: proves the way of a question step by step, with what each step took and what to
//! do about one that fails.

mod agents;
mod loop_test;
mod place;
mod report;

use anyhow::Result;
use doorbell_protocol::client::Client;
use doorbell_protocol::{DesktopStatus, NotificationStatus, StatusResult};

use crate::exit::Exit;
use crate::{Streams, launch};
use report::{Finding, Report};

/// Looks at everything a question needs.
pub fn run(json: bool, streams: &mut Streams<'_>) -> Result<Exit> {
    let mut report = Report::default();
    report.step("Programs", place::programs);
    report.step("Display", place::display);
    report.step("Socket", place::socket);
    let client = report.look("Doorbell", || reach(streams));
    if let Some(mut client) = client {
        let status = report.look("Who you are", || who_you_are(&mut client));
        if let Some(StatusResult {
            desktop: Some(desktop),
            ..
        }) = status
        {
            report.step("Notifications", || notifications(&desktop));
            report.step("Tray", || tray(&desktop));
            report.step("Window", || window(&desktop));
        }
    }
    report.step("Browser", place::browser);
    report.step("A question", loop_test::run);
    report.findings.extend(agents::look());
    report.tell(json, streams)?;
    Ok(if report.fails() {
        Exit::Unavailable
    } else {
        Exit::Accepted
    })
}

/// Connects to Doorbell, which is started if it does not run.
fn reach(streams: &mut Streams<'_>) -> Result<(Client, Finding), Finding> {
    let ran = launch::reach().is_ok();
    let client = launch::connect(streams).map_err(|error| {
        let fix = "start it in your desktop session with `doorbell start`";
        Finding::fails(format!("{error:#}")).fix(fix)
    })?;
    let running = client.hello().doorbell.clone();
    let how = if ran { "runs" } else { "was started" };
    let place = if client.hello().is_virtual {
        ", on a virtual display"
    } else {
        ""
    };
    let words = format!("version {running} {how}{place}");
    let finding = if running == env!("CARGO_PKG_VERSION") {
        Finding::holds(words)
    } else {
        let own = env!("CARGO_PKG_VERSION");
        Finding::warns(format!("{words}, this command is {own}")).fix("`doorbell restart`")
    };
    Ok((client, finding))
}

/// Whether the system tells Doorbell who asks: it must see this very process.
fn who_you_are(client: &mut Client) -> Result<(StatusResult, Finding), Finding> {
    let status = client.status().map_err(|error| {
        Finding::fails(format!("it does not say how it is: {error}")).fix("`doorbell restart`")
    })?;
    let own = std::process::id();
    let finding = match &status.asker {
        Some(asker) if asker.pid == own => {
            let program = asker.program.as_deref().unwrap_or("an unknown program");
            Finding::holds(format!("seen as process {own}, {program}"))
        }
        Some(asker) => {
            let words = format!("seen as process {}, but this is {own}", asker.pid);
            Finding::fails(words).fix("run both outside of containers, or both in the same")
        }
        None => Finding::warns("this Doorbell does not tell").fix("`doorbell restart`"),
    };
    Ok((status, finding))
}

fn notifications(desktop: &DesktopStatus) -> Finding {
    let words = "questions come with the window alone, and nothing rings";
    match desktop.notifications {
        NotificationStatus::WithButtons => Finding::holds("shown, with buttons"),
        NotificationStatus::WithoutButtons => {
            Finding::warns("shown, without buttons: press the window or the tray")
        }
        NotificationStatus::Missing => Finding::warns(format!("nothing shows them: {words}"))
            .fix("install a notification server, such as dunst"),
    }
}

fn tray(desktop: &DesktopStatus) -> Finding {
    if desktop.tray {
        Finding::holds("the panel shows it")
    } else {
        Finding::warns("no panel shows it; `doorbell open` brings everything up")
            .fix("on GNOME, the AppIndicator extension shows it")
    }
}

fn window(desktop: &DesktopStatus) -> Finding {
    if desktop.polite_window {
        Finding::holds("comes without taking the keyboard")
    } else {
        Finding::holds("comes when its notification is pressed (Wayland)")
    }
}
