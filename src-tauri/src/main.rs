//! `doorbell-desktop`: the process that holds the socket and shows the windows.

mod agents;
mod at_login;
mod browser;
mod commands;
mod desktop;
mod early_keys;
mod environment;
mod export;
mod facts;
mod hands;
mod look;
mod notifications;
mod placement;
mod presence;
mod seat;
mod self_test;
mod shell;
mod shortcut;
mod tray;
mod window;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use doorbell_daemon::{Config, Daemon, Handle, LockError, SettingsFile, StartError, handle};
use doorbell_protocol::client::Client;
use doorbell_protocol::{ClientInfo, Page, data_path, settings_path, socket_path};
use tauri::{App, RunEvent};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tracing_subscriber::EnvFilter;

use desktop::TauriDesktop;
use facts::Facts;
use notifications::Notifications;
use presence::Heard;
use seat::Seat;
use shell::Shell;
use window::home::Home;

/// Says what to log, in tracing's filter language. Contents are never logged.
const LOG_VARIABLE: &str = "DOORBELL_LOG";
/// sysexits.h: what is needed is not there.
const UNAVAILABLE: u8 = 69;
/// How long askers wait at most until it is known whether the screen is locked and what
/// notifications can do. It usually takes some milliseconds.
const DESKTOP_KNOWN: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    environment::forget_automation();
    environment::leave_no_core();
    environment::draw_without_a_graphics_card();
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_from_env(LOG_VARIABLE).unwrap_or_else(|_| "warn".into()))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let verb = words.first().and_then(|word| word.to_str());
    let started = match verb {
        Some(browser::VERB) => browser::open_from_input(),
        Some(doorbell_protocol::self_test::VERB) => self_test::run(words.get(1)),
        Some(at_login::VERB) => at_login::run(words.get(1).map(OsString::as_os_str)),
        _ => run(words.iter().any(|word| word == seat::FLAG)),
    };
    match started {
        Ok(code) => code,
        Err(error) => {
            tracing::error!("{error:#}");
            ExitCode::from(UNAVAILABLE)
        }
    }
}

fn run(may_be_virtual: bool) -> Result<ExitCode> {
    let socket = socket_path();
    let (handle, inbox) = handle();
    let settings_file = settings_path().map(SettingsFile::at);
    let config = config(settings_file.as_ref());
    let mut known = config.facts.clone();
    // Binding needs the runtime's reactor, so it happens inside it.
    let bound = tauri::async_runtime::block_on(async {
        Daemon::bind(&socket, config, (handle.clone(), inbox))
    });
    let mut daemon = match bound {
        Ok(daemon) => daemon,
        Err(StartError::Lock(LockError::Held)) => return bring_up_the_other(&socket),
        Err(error) => return Err(error.into()),
    };
    window::reach_display()?;
    let seat = Seat::of(window::is_x11(), may_be_virtual)?;
    if seat == Seat::Virtual {
        daemon.be_virtual();
    }
    known.polite_window = window::is_x11();
    known.at_login = at_login::is_on();
    handle.facts_changed(known.clone());
    if let Some(file) = &settings_file {
        file.watch(handle.clone())
            .context("cannot watch the settings file")?;
    }
    let facts = Facts::new(known, handle.clone());
    let shell = Shell::new(handle.clone());
    let home = Home::new(handle.clone());
    let app = build(&shell, &home, &facts, settings_file, seat)?;
    let (asking, mut asked) = mpsc::channel(1);
    let notifications = Notifications::start(handle.clone(), facts.clone(), asking.clone());
    let desktop = TauriDesktop {
        app: app.handle().clone(),
        shell,
        home,
        notifications: notifications.clone(),
        tray: tray::start(handle.clone(), facts.clone(), seat),
        shortcut: shortcut::listen(handle.clone(), facts),
    };
    let app_handle = app.handle().clone();
    tauri::async_runtime::spawn(async move {
        // A question that came sooner would be shown on a locked screen, or in a window where the
        // person wants a notification. Askers can connect already; they are served a moment later.
        if timeout(DESKTOP_KNOWN, asked.recv()).await.is_err() {
            tracing::warn!("the desktop does not answer; questions are shown all the same");
        }
        daemon.run(desktop).await;
        notifications.end().await;
        app_handle.exit(0);
    });
    tauri::async_runtime::spawn(stop_on_signal(handle.clone()));
    let heard = move |heard| match heard {
        Heard::Quiet(quiet) => handle.quiet_changed(quiet),
        Heard::Woke => handle.woke(),
    };
    let presence = presence::watch(app.handle().clone(), heard, asking);
    tauri::async_runtime::spawn(presence);
    app.run(|_, event| {
        // Doorbell lives on when its last window is gone; only `exit` carries a code.
        if let RunEvent::ExitRequested {
            code: None, api, ..
        } = event
        {
            api.prevent_exit();
        }
    });
    Ok(ExitCode::SUCCESS)
}

/// How an installed Doorbell behaves, with what the person has set.
fn config(settings_file: Option<&SettingsFile>) -> Config {
    let mut config = Config::standard(env!("CARGO_PKG_VERSION"));
    config.rules.test_build = cfg!(feature = "automation");
    config.data = data_path();
    if let Some(file) = settings_file {
        let (settings, problem) = file.load();
        config.rules.activation = settings.activation();
        config.settings_file = file.shown();
        config.settings = settings;
        config.settings_problem = problem;
    }
    config
}

fn build(
    shell: &Shell,
    home: &Home,
    facts: &Facts,
    settings_file: Option<SettingsFile>,
    seat: Seat,
) -> Result<App> {
    tauri::Builder::default()
        .manage(shell.clone())
        .manage(home.clone())
        .manage(facts.clone())
        .manage(settings_file)
        .manage(seat)
        .invoke_handler(tauri::generate_handler![
            commands::question::ready,
            commands::question::painted,
            commands::question::read_to_end,
            commands::question::edit,
            commands::question::press,
            commands::question::press_wait,
            commands::question::press_flood,
            commands::question::copy_answer,
            commands::question::copy_link,
            commands::home::home_ready,
            commands::home::home_painted,
            commands::home::home_press,
            commands::home::history,
            commands::home::clear_history,
            commands::home::export_history,
            commands::home::askers,
            commands::home::mute,
            commands::agents::agents,
            commands::agents::pair,
            commands::agents::unpair,
            commands::home::change_setting,
            commands::home::start_at_login,
        ])
        .build(tauri::generate_context!())
        .context("cannot start the desktop part of Doorbell")
}

/// A second start shows what the first one has: the question that waits, else Home.
fn bring_up_the_other(socket: &std::path::Path) -> Result<ExitCode> {
    let client = ClientInfo {
        name: "doorbell-desktop".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        title: None,
    };
    Client::connect(socket, client)
        .and_then(|mut client| match client.open(None)?.showing {
            Some(_) => Ok(()),
            None => client.open_page(Page::Waiting).map(drop),
        })
        .context("Doorbell is already running but does not answer; end it and start again")?;
    Ok(ExitCode::SUCCESS)
}

/// Ends Doorbell properly, with an answer to every asker, when the system asks it to end.
async fn stop_on_signal(handle: Handle) {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt)) = (
        signal(SignalKind::terminate()),
        signal(SignalKind::interrupt()),
    ) else {
        tracing::warn!("signals cannot be caught; open questions end with the connection");
        return;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    handle.stop();
}
