//! `doorbell-desktop`: the process that holds the socket and shows the windows.

mod at_login;
mod browser;
mod commands;
mod desktop;
mod early_keys;
mod environment;
mod facts;
mod look;
mod notifications;
mod placement;
mod presence;
mod shell;
mod shortcut;
mod tray;
mod window;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context, Result};
use doorbell_daemon::{Config, Daemon, Handle, LockError, StartError, handle};
use doorbell_protocol::client::Client;
use doorbell_protocol::{ClientInfo, data_path, socket_path};
use tauri::RunEvent;
use tracing_subscriber::EnvFilter;

use desktop::TauriDesktop;
use facts::Facts;
use notifications::Notifications;
use shell::Shell;
use tray::Tray;

/// Says what to log, in tracing's filter language. Contents are never logged.
const LOG_VARIABLE: &str = "DOORBELL_LOG";
/// sysexits.h: what is needed is not there.
const UNAVAILABLE: u8 = 69;

fn main() -> ExitCode {
    environment::forget_automation();
    environment::draw_without_a_graphics_card();
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_from_env(LOG_VARIABLE).unwrap_or_else(|_| "warn".into()))
        .with_writer(std::io::stderr)
        .init();
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let verb = words.first().and_then(|word| word.to_str());
    let started = match verb {
        Some(browser::VERB) => browser::open_from_input(),
        Some(at_login::VERB) => at_login::run(words.get(1).map(OsString::as_os_str)),
        _ => run(),
    };
    match started {
        Ok(code) => code,
        Err(error) => {
            tracing::error!("{error:#}");
            ExitCode::from(UNAVAILABLE)
        }
    }
}

fn run() -> Result<ExitCode> {
    let socket = socket_path();
    let mut config = Config::standard(env!("CARGO_PKG_VERSION"));
    config.rules.test_build = cfg!(feature = "automation");
    config.data = data_path();
    let known = config.facts.clone();
    let (handle, inbox) = handle();
    // Binding needs the runtime's reactor, so it happens inside it.
    let bound = tauri::async_runtime::block_on(async {
        Daemon::bind(&socket, config, (handle.clone(), inbox))
    });
    let daemon = match bound {
        Ok(daemon) => daemon,
        Err(StartError::Lock(LockError::Held)) => return bring_up_the_other(&socket),
        Err(error) => return Err(error.into()),
    };
    window::reach_display()?;
    let facts = Facts::new(known, handle.clone());
    let shell = Shell::new(handle.clone());
    let app = tauri::Builder::default()
        .manage(shell.clone())
        .invoke_handler(tauri::generate_handler![
            commands::ready,
            commands::painted,
            commands::edit,
            commands::press,
            commands::press_wait,
            commands::copy_answer,
            commands::copy_link,
        ])
        .build(tauri::generate_context!())
        .context("cannot start the desktop part of Doorbell")?;
    let notifications = Notifications::start(handle.clone(), facts.clone());
    let tray = Tray::start(handle.clone(), facts);
    let desktop = TauriDesktop::new(app.handle().clone(), shell, notifications.clone(), tray);
    let app_handle = app.handle().clone();
    tauri::async_runtime::spawn(async move {
        daemon.run(desktop).await;
        notifications.end().await;
        app_handle.exit(0);
    });
    tauri::async_runtime::spawn(stop_on_signal(handle));
    tauri::async_runtime::spawn(presence::watch(app.handle().clone(), |_| {}));
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

/// A second start shows what the first one has.
fn bring_up_the_other(socket: &std::path::Path) -> Result<ExitCode> {
    let client = ClientInfo {
        name: "doorbell-desktop".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        title: None,
    };
    Client::connect(socket, client)
        .and_then(|mut client| client.open(None))
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
