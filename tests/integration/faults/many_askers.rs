//! Sixty-four askers at once, four of them faulty.

use std::collections::HashSet;
use std::io::Write;
use std::os::unix::net::UnixStream;
use std::process::Command;

use doorbell_core::form::Input;
use doorbell_daemon::view::{EditRequest, Press, PressReply, ScreenView};
use serde_json::json;

use super::Figures;
use crate::support::{
    CommandOutput, Doorbell, RunningCommand, SEND, doorbell_binary, name_form, wait_until,
};

/// Well-behaved askers. Each is its own process and agent session, under the standard limits.
const WELL_BEHAVED: usize = 60;
/// Questions of the asker that floods.
const FLOOD_QUESTIONS: u32 = 10_000;
/// Questions of the asker that never reads.
const UNREAD_QUESTIONS: u32 = 50;

#[test]
fn sixty_askers_get_their_answers_despite_four_faulty_ones() {
    let doorbell = Doorbell::start();
    let silent = UnixStream::connect(doorbell.socket()).unwrap();
    let flooding = ask_without_reading(&doorbell, FLOOD_QUESTIONS);
    let unreading = ask_without_reading(&doorbell, UNREAD_QUESTIONS);
    doorbell.asker().send_line("{ this is no JSON");
    let mut askers: Vec<_> = (0..WELL_BEHAVED)
        .map(|number| ask(&doorbell, number))
        .collect();
    let mut sent = HashSet::new();
    wait_until("every asker has its answer", || {
        while let Some(message) = answer_shown_question(&doorbell) {
            sent.insert(message);
        }
        askers.iter_mut().all(RunningCommand::has_exited)
    });
    let outputs: Vec<_> = askers.into_iter().map(RunningCommand::finish).collect();
    let texts: HashSet<_> = outputs
        .iter()
        .map(|finished| finished.stdout.clone())
        .collect();
    let duplicated = outputs.len() - texts.len();
    let expected = (0..WELL_BEHAVED).map(|number| {
        let answer = json!({"name": format!("the answer to Question {number}?")});
        CommandOutput::new(0, &format!("{answer}\n"), "")
    });
    let delivered = outputs
        .into_iter()
        .zip(expected)
        .filter(|(output, expected)| output == expected)
        .count();
    Figures {
        fault: "64 askers: one silent, one flooding, one sending garbage, one reading nothing",
        asked: WELL_BEHAVED,
        accepted: sent
            .iter()
            .filter(|message| message.starts_with("Question"))
            .count(),
        delivered,
        lost: WELL_BEHAVED - delivered,
        duplicated,
    }
    .print_and_check();
    drop((silent, flooding, unreading));
}

/// Starts a process in its own session that asks one question.
fn ask(doorbell: &Doorbell, number: usize) -> RunningCommand {
    let mut command = Command::new("setsid");
    command.arg("--wait").arg(doorbell_binary());
    let message = format!("Question {number}?");
    RunningCommand::start(
        command,
        &doorbell.socket(),
        ["ask", "--message", &message, "--text", "name"],
    )
}

/// Answers the shown question with a text that quotes it and returns its message.
fn answer_shown_question(doorbell: &Doorbell) -> Option<String> {
    let person = doorbell.person();
    let stage = doorbell.desktop.lock().view.screen.clone();
    let question = match stage {
        ScreenView::Question { question } => question,
        ScreenView::Announcement { announcement } => {
            let (id, generation) = (announcement.id, announcement.generation);
            doorbell.handle.painted(id.clone(), generation);
            let next = announcement.next.map_or(Press::Close, |_| Press::Show);
            person.try_press(&id, generation, next);
            return None;
        }
        ScreenView::OpenedLinks { .. } | ScreenView::Quitting { .. } | ScreenView::Nothing => {
            return None;
        }
    };
    let text = format!("the answer to {}", question.message);
    let (id, generation) = (question.id, question.generation);
    doorbell.handle.painted(id.clone(), generation);
    let input = Input::Text { text };
    let (field, question_id) = (0, id.clone());
    // The question may be gone already; then the press below is refused too.
    let _ = person.edit(EditRequest {
        id: question_id,
        field,
        input,
    });
    let reply = person.try_press(&id, generation, SEND);
    (reply == PressReply::Done).then_some(question.message)
}

/// Writes `count` questions, or as many as the socket takes, and reads no responses.
fn ask_without_reading(doorbell: &Doorbell, count: u32) -> UnixStream {
    let mut stream = UnixStream::connect(doorbell.socket()).unwrap();
    let client = json!({"name": "unreading", "version": "1"});
    let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "doorbell/hello", "params": {"protocol": 1, "client": client}});
    writeln!(stream, "{hello}").unwrap();
    stream.set_nonblocking(true).unwrap();
    for id in 1..=count {
        let params = json!({"message": "Again?", "requestedSchema": name_form()});
        let request =
            json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params});
        // The daemon stops reading from an asker that does not read, and then disconnects it.
        if writeln!(stream, "{request}").is_err() {
            break;
        }
    }
    stream
}
