//! A daemon without a window whose person does what is read from standard input, so that a test can
//! kill it at any moment. It says on standard output what is on the screen.

#![allow(
    clippy::print_stdout,
    reason = "standard output is how it speaks to the test"
)]

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
    BodyView, InputDevice, DraftView, EditRequest, HomePage, HomeView, SnoozeFor, Press, PressRequest, ScreenView,
    QuestionStateView, WindowView,
};
use doorbell_daemon::{Config, Daemon, Desktop, Handle, Keyboard, Settings, FocusReason, handle};

/// Counts what is allocated and not freed, to the byte; pages tell more of the allocator.
#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, usize::MAX);

const SEND: Press = Press::Send { secrets_too: false };
const LATER: Press = Press::Later {
    length: SnoozeFor::TwoHours,
};
/// What a person who answers at once answers; every other question is put aside and stays open.
const ANSWERED: &str = "Ready?";

type Shown = Arc<Mutex<OnScreen>>;

/// What a press has to name, and what is left to press.
#[derive(Clone, Default, PartialEq)]
struct OnScreen {
    id: String,
    generation: u64,
    is_withdrawn: bool,
}

fn main() -> Result<()> {
    let place = std::env::args_os().nth(1).context("name a folder")?;
    let place = PathBuf::from(place);
    let mut config = Config::standard(env!("CARGO_PKG_VERSION"));
    config.rules.press_delay = Duration::ZERO;
    config.data = Some(place.join("data/doorbell.db"));
    let answers = std::env::args_os()
        .nth(2)
        .is_some_and(|word| word == "answers");
    if answers {
        // What is measured is not what one asker may do.
        config.limits.question_burst = u32::MAX;
        config.limits.connections_per_process = config.limits.connections;
        config.limits.connections_per_session = config.limits.connections;
        config.limits.questions_per_session = config.limits.questions;
    }
    let (handle, inbox) = handle();
    let shown = Shown::default();
    let desktop = Screen {
        handle: handle.clone(),
        shown: Arc::clone(&shown),
        answers,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let socket = place.join("run/doorbell.sock");
        let daemon = Daemon::bind(&socket, config, (handle.clone(), inbox))?;
        println!("listens");
        std::thread::spawn(move || act(&handle, &shown));
        daemon.run(desktop).await;
        Ok(())
    })
}

/// Does what is read, line by line.
fn act(handle: &Handle, shown: &Shown) {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() else {
        return;
    };
    for line in stdin().lock().lines().map_while(Result::ok) {
        let OnScreen {
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
                let said = EditRequest {
                    id,
                    field: 0,
                    input: Input::Text { text },
                };
                let _ = runtime.block_on(handle.edit(said));
            }
            ("heap", _) => println!("heap {}", HEAP.allocated()),
            ("use", _) => {
                let _ = runtime.block_on(handle.press(press(Press::UseDraft)));
            }
            _ => {
                let what_is_left = if is_withdrawn { Press::Close } else { SEND };
                let _ = runtime.block_on(handle.press(press(what_is_left)));
            }
        }
    }
}

fn lock(shown: &Shown) -> std::sync::MutexGuard<'_, OnScreen> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Paints at once and says so.
struct Screen {
    handle: Handle,
    shown: Shown,
    /// Whether it presses at once, for those who measure.
    answers: bool,
}

impl Screen {
    fn press(&self, press: Press, id: String, generation: u64) {
        let (handle, by) = (self.handle.clone(), InputDevice::Pointer);
        tokio::spawn(async move {
            let said = PressRequest {
                id,
                generation,
                press,
                by,
            };
            // It may be withdrawn already.
            let _ = handle.press(said).await;
        });
    }
}

impl Desktop for Screen {
    fn show(&mut self, view: WindowView) {
        let ScreenView::Question { question } = view.screen else {
            return;
        };
        let now = OnScreen {
            id: question.id.clone(),
            generation: question.generation,
            is_withdrawn: matches!(question.state, QuestionStateView::Withdrawn { .. }),
        };
        let before = std::mem::replace(&mut *lock(&self.shown), now.clone());
        if before == now {
            return;
        }
        self.handle.painted(now.id.clone(), now.generation);
        if self.answers {
            let press = if question.message == ANSWERED {
                SEND
            } else {
                LATER
            };
            self.press(press, question.id, question.generation);
            return;
        }
        if now.is_withdrawn {
            println!("withdrawn");
            return;
        }
        let with = match question.body {
            BodyView::Form {
                draft: Some(DraftView::Offered { .. }),
                ..
            } => " with a draft",
            BodyView::Form { .. } | BodyView::Link { .. } | BodyView::Permission { .. } => "",
        };
        println!("shows {}{with}", question.id);
    }

    fn warm_up(&mut self) {}
    fn raise(&mut self) {}
    fn focus(&mut self, _: FocusReason) {}
    fn notify(&mut self, _: Option<NotificationView>) {}
    fn tell(&mut self, said: String) {
        println!("tells {said}");
    }
    fn point_to_settings(&mut self, _: Option<String>) {}
    fn tray(&mut self, _: TrayView) {}
    fn open_home(&mut self, _: HomePage, _: Keyboard) {}
    fn home(&mut self, _: HomeView) {}
    fn adopt(&mut self, _: &Settings) {}
    fn open_link(&mut self, _: String, _: String) {}
    fn release(&mut self) {}
}
