//! A daemon without a window, which tests can kill at any moment. It executes commands from standard
//! input as the person's actions, and prints what it would show.

#![allow(clippy::print_stdout, reason = "the test reads standard output")]

use std::alloc::System;
use std::io::{BufRead, stdin};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use cap::Cap;
use doorbell_core::form::Input;
use doorbell_daemon::attention::{NotificationView, TrayView};
use doorbell_daemon::view::{
    BodyView, DraftView, EditRequest, HomePage, HomeView, InputDevice, Press, PressRequest,
    QuestionStateView, ScreenView, SnoozeFor, WindowView,
};
use doorbell_daemon::{
    Config, Daemon, Desktop, FocusReason, Handle, KeyboardFocus, Settings, handle,
};

/// Counts the allocated bytes exactly. Resident pages would also reflect the allocator.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

const SEND: Press = Press::Send { secrets_too: false };
const LATER: Press = Press::Later {
    length: SnoozeFor::TwoHours,
};
/// In automatic mode, this message is answered; every other question is snoozed and stays open.
const ANSWERED_MESSAGE: &str = "Ready?";

type Shown = Arc<Mutex<ShownQuestion>>;

#[derive(Clone, Default, PartialEq)]
struct ShownQuestion {
    id: String,
    generation: u64,
    is_withdrawn: bool,
}

fn main() -> Result<()> {
    let directory = std::env::args_os().nth(1).context("name a folder")?;
    let directory = PathBuf::from(directory);
    let mut config = Config::standard(env!("CARGO_PKG_VERSION"));
    config.rules.press_delay = Duration::ZERO;
    config.database = Some(directory.join("data/doorbell.db"));
    let is_automatic = std::env::args_os()
        .nth(2)
        .is_some_and(|word| word == "answers");
    if is_automatic {
        // Benchmarks need more than the limits of one asker.
        config.limits.question_burst = u32::MAX;
        config.limits.connections_per_process = config.limits.connections;
        config.limits.connections_per_session = config.limits.connections;
        config.limits.questions_per_session = config.limits.questions;
    }
    let (handle, inbox) = handle();
    let shown = Shown::default();
    let desktop = HeadlessDesktop {
        handle: handle.clone(),
        shown: Arc::clone(&shown),
        is_automatic,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let socket = directory.join("run/doorbell.sock");
        let daemon = Daemon::bind(&socket, config, (handle.clone(), inbox))?;
        println!("listens");
        std::thread::spawn(move || execute_commands(&handle, &shown));
        daemon.run(desktop).await;
        Ok(())
    })
}

/// Executes the commands from standard input.
fn execute_commands(handle: &Handle, shown: &Shown) {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() else {
        return;
    };
    for line in stdin().lock().lines().map_while(Result::ok) {
        let ShownQuestion {
            id,
            generation,
            is_withdrawn,
        } = lock(shown).clone();
        let press = |press| PressRequest {
            id: id.clone(),
            generation,
            press,
            by: InputDevice::Pointer,
        };
        match line.split_once(' ').unwrap_or((&line, "")) {
            ("type", text) => {
                let text = text.to_owned();
                let edit = EditRequest {
                    id,
                    field: 0,
                    input: Input::Text { text },
                };
                let _ = runtime.block_on(handle.edit(edit));
            }
            ("heap", _) => println!("heap {}", HEAP.allocated()),
            ("use", _) => {
                let _ = runtime.block_on(handle.press(press(Press::UseDraft)));
            }
            _ => {
                let action = if is_withdrawn { Press::Close } else { SEND };
                let _ = runtime.block_on(handle.press(press(action)));
            }
        }
    }
}

fn lock(shown: &Shown) -> std::sync::MutexGuard<'_, ShownQuestion> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reports every view as painted at once.
struct HeadlessDesktop {
    handle: Handle,
    shown: Shown,
    /// True for benchmarks: answers or snoozes each question at once.
    is_automatic: bool,
}

impl HeadlessDesktop {
    fn press(&self, press: Press, id: String, generation: u64) {
        let (handle, by) = (self.handle.clone(), InputDevice::Pointer);
        tokio::spawn(async move {
            let press = PressRequest {
                id,
                generation,
                press,
                by,
            };
            // The question may be withdrawn already.
            let _ = handle.press(press).await;
        });
    }
}

impl Desktop for HeadlessDesktop {
    fn show(&mut self, view: WindowView) {
        let ScreenView::Question { question } = view.screen else {
            return;
        };
        let shown = ShownQuestion {
            id: question.id.clone(),
            generation: question.generation,
            is_withdrawn: matches!(question.state, QuestionStateView::Withdrawn { .. }),
        };
        let before = std::mem::replace(&mut *lock(&self.shown), shown.clone());
        if before == shown {
            return;
        }
        self.handle.painted(shown.id.clone(), shown.generation);
        if self.is_automatic {
            let press = if question.message == ANSWERED_MESSAGE {
                SEND
            } else {
                LATER
            };
            self.press(press, question.id, question.generation);
            return;
        }
        if shown.is_withdrawn {
            println!("withdrawn");
            return;
        }
        let suffix = match question.body {
            BodyView::Form {
                draft: Some(DraftView::Offered { .. }),
                ..
            } => " with a draft",
            _ => "",
        };
        println!("shows {}{suffix}", question.id);
    }

    fn warm_up(&mut self) {}
    fn raise(&mut self) {}
    fn focus(&mut self, _: FocusReason) {}
    fn set_notification(&mut self, _: Option<NotificationView>) {}
    fn show_message(&mut self, text: String) {
        println!("tells {text}");
    }
    fn set_settings_notice(&mut self, _: Option<String>) {}
    fn set_tray(&mut self, _: TrayView) {}
    fn open_home(&mut self, _: HomePage, _: KeyboardFocus) {}
    fn update_home(&mut self, _: HomeView) {}
    fn apply_settings(&mut self, _: &Settings) {}
    fn open_link(&mut self, _: String, _: String) {}
    fn release(&mut self) {}
}
