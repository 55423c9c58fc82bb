//! `doorbell-desktop`: the process that owns the socket and shows the windows.

mod agents;
mod app_state;
mod appearance;
mod assistive_technology;
mod at_login;
mod browser;
mod commands;
mod desktop;
mod early_keys;
mod environment;
mod example;
mod export;
mod facts;
mod gsettings;
mod input_origin;
mod notifications;
mod placement;
mod presence;
mod seat;
mod self_test;
mod shortcut;
mod terminal;
mod tray;
mod window;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use doorbell_daemon::attention::TrayPress;
use doorbell_daemon::{Config, Daemon, Handle, LockError, SettingsFile, StartError, handle};
use doorbell_protocol::client::Client;
use doorbell_protocol::{ClientInfo, Page, database_path, settings_path, socket_path};
use tauri::{App, RunEvent};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tracing_subscriber::EnvFilter;

use app_state::AppState;
use desktop::TauriDesktop;
use facts::Facts;
use notifications::Notifications;
use presence::PresenceEvent;
use seat::Seat;
use window::home::Home;

/// Holds a tracing filter. Contents of questions and answers are never logged.
const LOG_VARIABLE: &str = "DOORBELL_LOG";
/// Opens Home at the start. The desktop entry has it, so that starting the app shows something.
const HOME_FLAG: &str = "--home";
/// `EX_UNAVAILABLE` in sysexits.h.
const UNAVAILABLE: u8 = 69;
/// Upper bound for learning whether the screen is locked and what notifications can do. It usually
/// takes a few milliseconds.
const DESKTOP_QUERY_TIMEOUT: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    environment::remove_automation_variables();
    environment::disable_core_dumps();
    environment::skip_gl_without_graphics_card();
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_from_env(LOG_VARIABLE).unwrap_or_else(|_| "warn".into()))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    match environment::start_again_without_foreign_code().and_then(|()| run_verb()) {
        Ok(code) => code,
        Err(error) => {
            tracing::error!("{error:#}");
            ExitCode::from(UNAVAILABLE)
        }
    }
}

fn run_verb() -> Result<ExitCode> {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    let verb = args.first().and_then(|arg| arg.to_str());
    match verb {
        Some(browser::VERB) => browser::open_from_stdin(),
        Some(doorbell_protocol::self_test::SUBCOMMAND) => self_test::run(args.get(1)),
        Some(at_login::VERB) => at_login::run(args.get(1).map(OsString::as_os_str)),
        _ => {
            let has = |flag| args.iter().any(|arg| arg == flag);
            run(has(seat::FLAG), has(HOME_FLAG))
        }
    }
}

fn run(allow_virtual: bool, opens_home: bool) -> Result<ExitCode> {
    let socket = socket_path();
    let (handle, inbox) = handle();
    let settings_file = settings_path().map(SettingsFile::at);
    let config = config(settings_file.as_ref());
    let mut initial_facts = config.facts.clone();
    // Binding needs the runtime's reactor.
    let bound = tauri::async_runtime::block_on(async {
        Daemon::bind(&socket, config, (handle.clone(), inbox))
    });
    let mut daemon = match bound {
        Ok(daemon) => daemon,
        Err(StartError::Lock(LockError::Held)) => return show_running_instance(&socket),
        Err(error) => return Err(error.into()),
    };
    window::connect_display()?;
    environment::freeze_gtk_modules();
    let seat = Seat::detect(window::is_x11(), allow_virtual)?;
    if seat == Seat::Virtual {
        daemon.set_virtual();
    }
    initial_facts.polite_window = window::is_x11();
    initial_facts.at_login = at_login::is_on();
    handle.facts_changed(initial_facts.clone());
    if let Some(file) = &settings_file {
        file.watch(handle.clone())
            .context("cannot watch the settings file")?;
    }
    let facts = Facts::new(initial_facts, handle.clone());
    let state = AppState::new(handle.clone());
    let home = Home::new(handle.clone());
    let app = build(&state, &home, &facts, settings_file, seat)?;
    let (startup_guard, mut startup_done) = mpsc::channel(1);
    let notifications = Notifications::start(handle.clone(), facts.clone(), startup_guard.clone());
    let desktop = TauriDesktop {
        app: app.handle().clone(),
        state,
        home,
        notifications: notifications.clone(),
        tray: tray::start(handle.clone(), facts.clone(), seat),
        shortcut: shortcut::listen(handle.clone(), facts),
        is_x11: window::is_x11(),
    };
    if opens_home {
        handle.tray_pressed(TrayPress::Home);
    }
    let app_handle = app.handle().clone();
    tauri::async_runtime::spawn(async move {
        // Before this, a question could appear on a locked screen, or in a window where the person
        // wants a notification. Askers can already connect; they are served a moment later.
        if timeout(DESKTOP_QUERY_TIMEOUT, startup_done.recv())
            .await
            .is_err()
        {
            tracing::warn!("the desktop does not answer; questions are shown anyway");
        }
        daemon.run(desktop).await;
        notifications.shut_down().await;
        app_handle.exit(0);
    });
    tauri::async_runtime::spawn(stop_on_signal(handle.clone()));
    let on_event = move |event| match event {
        PresenceEvent::Quiet(quiet) => handle.quiet_changed(quiet),
        PresenceEvent::Woke => handle.system_resumed(),
    };
    let presence = presence::watch(app.handle().clone(), on_event, startup_guard);
    tauri::async_runtime::spawn(presence);
    app.run(|_, event| {
        // Closing the last window does not end Doorbell; only `exit` carries a code.
        if let RunEvent::ExitRequested {
            code: None, api, ..
        } = event
        {
            api.prevent_exit();
        }
    });
    Ok(ExitCode::SUCCESS)
}

fn config(settings_file: Option<&SettingsFile>) -> Config {
    let mut config = Config::standard(env!("CARGO_PKG_VERSION"));
    config.rules.test_build = cfg!(feature = "automation");
    config.database = database_path();
    if let Some(file) = settings_file {
        let (settings, problem) = file.load();
        config.rules.press_delay = settings.press_delay();
        config.settings_file = file.display_path();
        config.settings = settings;
        config.settings_problem = problem;
    }
    config
}

fn build(
    state: &AppState,
    home: &Home,
    facts: &Facts,
    settings_file: Option<SettingsFile>,
    seat: Seat,
) -> Result<App> {
    tauri::Builder::default()
        .manage(state.clone())
        .manage(home.clone())
        .manage(facts.clone())
        .manage(settings_file)
        .manage(seat)
        .invoke_handler(tauri::generate_handler![
            commands::question::ready,
            commands::question::painted,
            commands::question::read_to_end,
            commands::question::focus_moved,
            commands::question::round_trip,
            commands::question::edit,
            commands::question::press,
            commands::question::press_opened_link,
            commands::question::press_flood,
            commands::question::press_assistive_offer,
            commands::question::copy_answer,
            commands::question::copy_link,
            commands::question::open_settings,
            commands::question::copy_text,
            commands::home::home_ready,
            commands::home::home_painted,
            commands::home::home_focus_moved,
            commands::home::home_keys_accepted,
            commands::home::home_press,
            commands::home::show_example,
            commands::home::history,
            commands::home::clear_history,
            commands::home::export_history,
            commands::home::askers,
            commands::home::mute,
            commands::agents::agents,
            commands::agents::plan_pairing,
            commands::agents::apply_pairing,
            commands::home::change_setting,
            commands::home::start_at_login,
        ])
        .build(tauri::generate_context!())
        .context("cannot start the desktop part of Doorbell")
}

/// Shows the open question of the running instance, or its Home page.
fn show_running_instance(socket: &std::path::Path) -> Result<ExitCode> {
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

/// On SIGTERM or SIGINT, stops the daemon so that every asker gets an outcome.
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
