//! A crowd at the door, and four of it broken.

use std::collections::HashSet;
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::process::Command;

use doorbell_core::form::Input;
use doorbell_daemon::view::{EditRequest, Press, PressReply, ScreenView};
use serde_json::json;

use super::Figures;
use crate::support::{Doorbell, Finished, Running, SEND, name_form, program, wait_until};

/// Those that behave; each is a process and an agent session of its own, with the standard limits.
const SOUND: usize = 60;
/// How often the one that floods asks.
const FLOOD: u32 = 10_000;
/// How much the one that reads nothing asks.
const DEAF: u32 = 50;

#[test]
fn of_sixty_four_askers_four_are_broken_and_sixty_get_their_own_answers() {
    let doorbell = Doorbell::start();
    let silent = UnixStream::connect(doorbell.socket()).unwrap();
    let flooding = asks_and_reads_nothing(&doorbell, FLOOD);
    let deaf = asks_and_reads_nothing(&doorbell, DEAF);
    doorbell.asker().says("{ this is no JSON");
    let mut askers: Vec<_> = (0..SOUND).map(|number| asks(&doorbell, number)).collect();
    let mut sent = HashSet::new();
    wait_until("everyone has their answer", || {
        while let Some(message) = answers_what_is_shown(&doorbell) {
            sent.insert(message);
        }
        askers.iter_mut().all(Running::has_ended)
    });
    let heard: Vec<_> = askers.into_iter().map(Running::finishes).collect();
    let texts: HashSet<_> = heard.iter().map(|finished| finished.out.clone()).collect();
    let doubled = heard.len() - texts.len();
    let own = (0..SOUND).map(|number| {
        let answer = json!({"name": format!("the answer to Question {number}?")});
        Finished::new(0, &format!("{answer}\n"), "")
    });
    let delivered = heard
        .into_iter()
        .zip(own)
        .filter(|(heard, own)| heard == own)
        .count();
    Figures {
        fault: "64 askers: one silent, one flooding, one sending garbage, one reading nothing",
        asked: SOUND,
        accepted: sent
            .iter()
            .filter(|message| message.starts_with("Question"))
            .count(),
        delivered,
        lost: SOUND - delivered,
        doubled,
    }
    .hold();
    drop((silent, flooding, deaf));
}

/// A process in a session of its own that asks one question.
fn asks(doorbell: &Doorbell, number: usize) -> Running {
    let mut command = Command::new("setsid");
    command.arg("--wait").arg(program());
    let message = format!("Question {number}?");
    Running::start(
        command,
        &doorbell.socket(),
        ["ask", "--message", &message, "--text", "name"],
    )
}

/// Answers whatever is on the screen with words that name it, and gives back its message.
fn answers_what_is_shown(doorbell: &Doorbell) -> Option<String> {
    let person = doorbell.person();
    let stage = doorbell.screen.lock().view.screen.clone();
    let question = match stage {
        ScreenView::Question { question } => question,
        ScreenView::Announcement { announcement } => {
            let (id, generation) = (announcement.id, announcement.generation);
            doorbell.handle.painted(id.clone(), generation);
            let next = announcement.next.map_or(Press::Close, |_| Press::Show);
            person.presses(&id, generation, next);
            return None;
        }
        ScreenView::OpenedLinks { .. } | ScreenView::Quitting { .. } | ScreenView::Nothing => return None,
    };
    let text = format!("the answer to {}", question.message);
    let (id, generation) = (question.id, question.generation);
    doorbell.handle.painted(id.clone(), generation);
    let input = Input::Text { text };
    let (field, typed) = (0, id.clone());
    // It may be gone already; then its press is refused too.
    let _ = person.edits(EditRequest {
        id: typed,
        field,
        input,
    });
    let pressed = person.presses(&id, generation, SEND);
    (pressed == PressReply::Done).then_some(question.message)
}

/// Writes so many questions, or as many as it can, and reads none of the answers.
fn asks_and_reads_nothing(doorbell: &Doorbell, many: u32) -> UnixStream {
    let mut stream = UnixStream::connect(doorbell.socket()).unwrap();
    let client = json!({"name": "deaf", "version": "1"});
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "doorbell/hello", "params": {"protocol": 1, "client": client}});
    writeln!(stream, "{hello}").unwrap();
    stream.set_nonblocking(true).unwrap();
    for id in 1..=many {
        let params = json!({"message": "Again?", "requestedSchema": name_form()});
        let asked =
            json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params});
        // Whoever does not read is slowed down, and then cut off.
        if writeln!(stream, "{asked}").is_err() {
            break;
        }
    }
    stream
}
