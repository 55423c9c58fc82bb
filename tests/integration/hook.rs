//! `doorbell hook claude-code` as Claude Code starts it: a process that is told what happens on its
//! standard input, and what it prints.

use std::path::Path;

use doorbell_daemon::view::Press;
use serde_json::{Value, json};

use crate::support::{
    Doorbell, Finished, Running, Seen, command_line, name_form, patient, wait_until,
};

const SESSION: &str = "c99896da-0000-4000-8000-000000000001";

#[test]
fn a_form_is_asked_and_answered_as_the_hook_wants_it() {
    let doorbell = Doorbell::start();
    let hook = begins(&doorbell.socket(), &form());
    let question = doorbell.person().sees("Please fill this form");
    let asker = &question.view.asker;
    assert_eq!(asker.name, "probe");
    assert_eq!(asker.project.as_deref(), Some("proj"));
    assert_eq!(asker.claimed.session.as_deref(), Some(SESSION));
    assert!(question.view.hand_back);
    question.types("Name", "Ada");
    question.sends();
    says(
        hook,
        &json!({"hookEventName": "Elicitation", "action": "accept", "content": {"name": "Ada"}}),
    );
}

#[test]
fn a_link_is_accepted_without_content_with_and_without_an_elicitation_id() {
    let doorbell = Doorbell::start();
    for id in [json!("el-1"), Value::Null] {
        let mut said = form();
        said["mode"] = "url".into();
        said["url"] = "https://example.com/connect".into();
        said["elicitation_id"] = id;
        said.as_object_mut().unwrap().remove("requested_schema");
        let hook = begins(&doorbell.socket(), &said);
        let question = doorbell.person().sees("Please fill this form");
        question.does(Press::Open);
        says(
            hook,
            &json!({"hookEventName": "Elicitation", "action": "accept"}),
        );
    }
}

type Act = fn(&Seen<'_>);

#[test]
fn only_what_a_person_decided_is_an_answer() {
    let decided: [(Act, &str); 2] = [
        (|question| question.does(Press::Decline), "decline"),
        (|question| question.does(Press::Dismiss), "cancel"),
    ];
    let doorbell = Doorbell::start_with(patient);
    for (act, action) in decided {
        let hook = begins(&doorbell.socket(), &form());
        act(&doorbell.person().sees("Please fill this form"));
        says(
            hook,
            &json!({"hookEventName": "Elicitation", "action": action}),
        );
    }
    let hook = begins(&doorbell.socket(), &form());
    let question = doorbell.person().sees("Please fill this form");
    question.does(Press::AnswerInTerminal);
    hands_back(hook);
    let hook = begins(&doorbell.socket(), &form());
    doorbell.person().sees("Please fill this form");
    doorbell.handle.stop();
    hands_back(hook);
}

#[test]
fn what_cannot_be_asked_is_handed_back_and_never_declined() {
    let place = tempfile::tempdir().unwrap();
    let nobody = place.path().join("doorbell.sock");
    let finished = begins(&nobody, &form()).finishes();
    assert_eq!(finished.out, "{}\n", "{finished:?}");
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.err.contains("asked here instead"), "{finished:?}");
    let doorbell = Doorbell::start();
    let mut unknown = form();
    unknown["mode"] = "telepathy".into();
    let mut nameless = form();
    nameless.as_object_mut().unwrap().remove("message");
    for (said, reason) in [
        ("no JSON".to_owned(), "that is not JSON"),
        (unknown.to_string(), "a mode that Doorbell does not know"),
        (nameless.to_string(), "does not say its message"),
    ] {
        let finished = tells(&doorbell.socket(), &said).finishes();
        assert_eq!((finished.out.as_str(), finished.code), ("{}\n", Some(0)));
        assert!(finished.err.contains(reason), "{finished:?}");
    }
}

/// Esc in the terminal does not end a hook. What comes next says that nobody waits any more.
#[test]
fn the_end_of_a_turn_takes_its_questions_back() {
    let doorbell = Doorbell::start();
    for event in ["Stop", "UserPromptSubmit", "SessionEnd"] {
        let hook = begins(&doorbell.socket(), &form());
        doorbell.person().sees("Please fill this form");
        for (session, is_own) in [("another", false), (SESSION, true)] {
            let said = json!({"hook_event_name": event, "session_id": session});
            let over = begins(&doorbell.socket(), &said).finishes();
            assert_eq!(over, Finished::new(0, "", ""));
            if is_own {
                doorbell.person().sees_nothing();
            } else {
                doorbell.person().sees("Please fill this form");
            }
        }
        hands_back(hook);
    }
    let mut asker = doorbell.asker();
    let unheard = json!({"session": SESSION});
    assert_eq!(
        asker.calls("doorbell/withdraw", unheard)["withdrawn"],
        false
    );
}

#[test]
fn events_that_are_not_for_doorbell_are_left_alone() {
    let place = tempfile::tempdir().unwrap();
    let nobody = place.path().join("doorbell.sock");
    for said in [
        json!({"hook_event_name": "Notification", "session_id": SESSION}),
        json!({"hook_event_name": "Stop", "session_id": SESSION}),
    ] {
        let finished = begins(&nobody, &said).finishes();
        assert_eq!(finished, Finished::new(0, "", ""));
    }
}

/// The answer survives a crash of Doorbell, as that of `doorbell ask` does.
#[test]
fn a_hook_comes_back_after_a_crash() {
    let doorbell = Doorbell::start_keeping();
    let mut hook = begins(&doorbell.socket(), &form());
    doorbell.person().sees("Please fill this form");
    let doorbell = doorbell.crashes();
    let question = doorbell.person().sees("Please fill this form");
    question.types("Name", "Ada");
    question.sends();
    wait_until("the hook ends", || hook.has_ended());
    says(
        hook,
        &json!({"hookEventName": "Elicitation", "action": "accept", "content": {"name": "Ada"}}),
    );
}

fn form() -> Value {
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

fn begins(socket: &Path, said: &Value) -> Running {
    tells(socket, &said.to_string())
}

fn tells(socket: &Path, said: &str) -> Running {
    command_line(socket, ["hook", "claude-code"]).reads(said)
}

fn says(hook: Running, output: &Value) {
    let finished = hook.finishes();
    let answer: Value = serde_json::from_str(&finished.out).unwrap();
    assert_eq!(
        answer,
        json!({"hookSpecificOutput": output}),
        "{finished:?}"
    );
    assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
}

fn hands_back(hook: Running) {
    assert_eq!(hook.finishes(), Finished::new(0, "{}\n", ""));
}
