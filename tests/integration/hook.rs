//! `doorbell hook claude-code`, which reads a hook event from standard input and prints a decision.

use std::path::Path;

use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use crate::support::{
    CommandOutput, Doorbell, RunningCommand, ShownQuestion, doorbell_command, name_form,
    wait_until, without_flood_limits,
};

const SESSION: &str = "c99896da-0000-4000-8000-000000000001";

#[test]
fn form_answer_is_printed_in_hook_format() {
    let doorbell = Doorbell::start();
    let hook = start_hook(&doorbell.socket(), &form_event());
    let question = doorbell.wait_for_question("Please fill this form");
    let asker = &question.view.asker;
    assert_eq!(asker.name, "probe");
    assert_eq!(asker.project.as_deref(), Some("proj"));
    assert_eq!(asker.claimed.session.as_deref(), Some(SESSION));
    assert!(question.view.hand_back);
    question.type_text("Name", "Ada");
    question.send();
    assert_prints(
        hook,
        &json!({"hookEventName": "Elicitation", "action": "accept", "content": {"name": "Ada"}}),
    );
}

#[test]
fn link_is_accepted_with_and_without_an_elicitation_id() {
    let doorbell = Doorbell::start();
    for id in [json!("el-1"), Value::Null] {
        let mut event = form_event();
        event["mode"] = "url".into();
        event["url"] = "https://example.com/connect".into();
        event["elicitation_id"] = id;
        event.as_object_mut().unwrap().remove("requested_schema");
        let hook = start_hook(&doorbell.socket(), &event);
        let question = doorbell.wait_for_question("Please fill this form");
        question.press(Press::Open);
        assert_prints(
            hook,
            &json!({"hookEventName": "Elicitation", "action": "accept"}),
        );
    }
}

type Response = fn(&ShownQuestion<'_>);

#[test]
fn only_decisions_of_the_person_are_answers() {
    let responses: [(Response, &str); 2] = [
        (|question| question.press(Press::Decline), "decline"),
        (|question| question.press(Press::Dismiss), "cancel"),
    ];
    let doorbell = Doorbell::start_with(without_flood_limits);
    for (respond, action) in responses {
        let hook = start_hook(&doorbell.socket(), &form_event());
        respond(&doorbell.wait_for_question("Please fill this form"));
        assert_prints(
            hook,
            &json!({"hookEventName": "Elicitation", "action": action}),
        );
    }
    let hook = start_hook(&doorbell.socket(), &form_event());
    let question = doorbell.wait_for_question("Please fill this form");
    question.press(Press::AnswerInTerminal);
    assert_hands_back(hook);
    let hook = start_hook(&doorbell.socket(), &form_event());
    doorbell.wait_for_question("Please fill this form");
    doorbell.handle.stop();
    assert_hands_back(hook);
}

#[test]
fn question_that_cannot_be_asked_is_handed_back_and_not_declined() {
    let directory = tempfile::tempdir().unwrap();
    let unused_socket = directory.path().join("doorbell.sock");
    let finished = start_hook(&unused_socket, &form_event()).finish();
    assert_eq!(finished.stdout, "{}\n", "{finished:?}");
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(
        finished.stderr.contains("asked here instead"),
        "{finished:?}"
    );
    let doorbell = Doorbell::start();
    let mut unknown_mode = form_event();
    unknown_mode["mode"] = "telepathy".into();
    let mut without_message = form_event();
    without_message.as_object_mut().unwrap().remove("message");
    for (input, reason) in [
        ("no JSON".to_owned(), "that is not JSON"),
        (
            unknown_mode.to_string(),
            "a mode that Doorbell does not know",
        ),
        (without_message.to_string(), "does not say its message"),
    ] {
        let finished = start_hook_with_input(&doorbell.socket(), &input).finish();
        assert_eq!((finished.stdout.as_str(), finished.code), ("{}\n", Some(0)));
        assert!(finished.stderr.contains(reason), "{finished:?}");
    }
}

/// Esc in the terminal does not stop the hook. The next event shows that its answer is no longer
/// needed.
#[test]
fn end_of_turn_withdraws_its_questions() {
    let doorbell = Doorbell::start();
    for event_name in ["Stop", "UserPromptSubmit", "SessionEnd"] {
        let hook = start_hook(&doorbell.socket(), &form_event());
        doorbell.wait_for_question("Please fill this form");
        for (session, is_own) in [("another", false), (SESSION, true)] {
            let event = json!({"hook_event_name": event_name, "session_id": session});
            let output = start_hook(&doorbell.socket(), &event).finish();
            assert_eq!(output, CommandOutput::new(0, "", ""));
            if is_own {
                doorbell.wait_for_empty_screen();
            } else {
                doorbell.wait_for_question("Please fill this form");
            }
        }
        // The terminal must not ask over the next prompt.
        assert_prints(
            hook,
            &json!({"hookEventName": "Elicitation", "action": "cancel"}),
        );
    }
    let mut asker = doorbell.asker();
    let params = json!({"session": SESSION});
    assert_eq!(asker.call("doorbell/withdraw", params)["withdrawn"], false);
}

#[test]
fn other_hook_events_produce_no_output() {
    let directory = tempfile::tempdir().unwrap();
    let unused_socket = directory.path().join("doorbell.sock");
    for event in [
        json!({"hook_event_name": "Notification", "session_id": SESSION}),
        json!({"hook_event_name": "Stop", "session_id": SESSION}),
    ] {
        let finished = start_hook(&unused_socket, &event).finish();
        assert_eq!(finished, CommandOutput::new(0, "", ""));
    }
}

#[test]
fn hook_reconnects_after_a_crash() {
    let doorbell = Doorbell::start_with_storage();
    let mut hook = start_hook(&doorbell.socket(), &form_event());
    doorbell.wait_for_question("Please fill this form");
    let doorbell = doorbell.crash_and_restart();
    let question = doorbell.wait_for_question("Please fill this form");
    question.type_text("Name", "Ada");
    question.send();
    wait_until("the hook ends", || hook.has_exited());
    assert_prints(
        hook,
        &json!({"hookEventName": "Elicitation", "action": "accept", "content": {"name": "Ada"}}),
    );
}

fn form_event() -> Value {
    json!({
        "session_id": SESSION,
        "transcript_path": "/home/ada/.claude/projects/proj/c99896da.jsonl",
        "cwd": "/home/ada/proj",
        "prompt_id": "68cf547b",
        "permission_mode": "default",
        "hook_event_name": "Elicitation",
        "mcp_server_name": "probe",
        "message": "Please fill this form",
        "mode": "form",
        "requested_schema": name_form(),
    })
}

fn start_hook(socket: &Path, event: &Value) -> RunningCommand {
    start_hook_with_input(socket, &event.to_string())
}

fn start_hook_with_input(socket: &Path, input: &str) -> RunningCommand {
    doorbell_command(socket, ["hook", "claude-code"]).with_stdin(input)
}

fn assert_prints(hook: RunningCommand, output: &Value) {
    let finished = hook.finish();
    let answer: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(
        answer,
        json!({"hookSpecificOutput": output}),
        "{finished:?}"
    );
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""));
}

fn assert_hands_back(hook: RunningCommand) {
    assert_eq!(hook.finish(), CommandOutput::new(0, "{}\n", ""));
}
