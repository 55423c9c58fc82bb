//! `doorbell hook`: what Claude Code says goes to Doorbell, and the answer back.

use doorbell_core::form::Input;
use doorbell_daemon::view::Press;
use doorbell_protocol::Limits;
use serde_json::{Value, json};

use crate::support::{Act, Doorbell, Finished, Running, SEND, command_line, name_form};

#[test]
fn the_answer_of_the_person_is_the_hooks() {
    let rows: [(Act, Value); 4] = [
        (
            &|doorbell| {
                let question = doorbell.person().sees("Well?");
                let text = "Ada".to_owned();
                question.fills("Name", Input::Text { text }).unwrap();
                doorbell.person().sees("Well?").does(SEND);
            },
            said(&json!({"action": "accept", "content": {"name": "Ada"}})),
        ),
        (
            &|doorbell| doorbell.person().sees("Well?").does(Press::Decline),
            said(&json!({"action": "decline"})),
        ),
        (
            &|doorbell| doorbell.person().sees("Well?").does(Press::Dismiss),
            said(&json!({"action": "cancel"})),
        ),
        (
            &|doorbell| {
                doorbell
                    .person()
                    .sees("Well?")
                    .does(Press::AnswerInTerminal)
            },
            json!({}),
        ),
    ];
    for (act, expected) in rows {
        let doorbell = Doorbell::start();
        let running = hook(&doorbell, &asked(json!({"requested_schema": name_form()})));
        act(&doorbell);
        let finished = running.finishes();
        assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
        let answer: Value = serde_json::from_str(&finished.out).unwrap();
        assert_eq!(answer, expected);
    }
}

#[test]
fn a_link_is_opened_and_who_asks_is_shown() {
    let doorbell = Doorbell::start();
    let link =
        json!({"mode": "url", "url": "https://shop.example/connect", "elicitation_id": "el-1"});
    let running = hook(&doorbell, &asked(link));
    let question = doorbell.person().sees("Well?");
    assert_eq!(question.view.asker.name, "shop");
    assert_eq!(question.view.asker.project.as_deref(), Some("work"));
    question.does(Press::Open);
    let answer: Value = serde_json::from_str(&running.finishes().out).unwrap();
    assert_eq!(answer, said(&json!({"action": "accept"})));
}

/// The code 2 would tell the agent that the person declined.
#[test]
fn whatever_goes_wrong_leaves_the_question_to_the_agent() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = folder.path().join("no.sock");
    let finished = command_line(&nobody, ["hook"])
        .reads(&asked(json!({})).to_string())
        .finishes();
    assert_eq!((finished.code, finished.out.as_str()), (Some(0), "{}\n"));
    assert!(
        finished.err.ends_with("; the agent asks itself\n"),
        "{}",
        finished.err
    );

    let doorbell = Doorbell::start();
    let file = asked(json!({"mode": "url", "url": "file:///etc/passwd"}));
    let finished = hook(&doorbell, &file).finishes();
    let answer: Value = serde_json::from_str(&finished.out).unwrap();
    assert_eq!(answer, said(&json!({"action": "cancel"})));

    let mut other = asked(json!({}));
    other["hook_event_name"] = json!("Stop");
    for (input, said) in [
        (String::new(), "this is for Claude Code's Elicitation hook"),
        (
            "secret {".to_owned(),
            "this is for Claude Code's Elicitation hook",
        ),
        (other.to_string(), "only the hook Elicitation is answered"),
    ] {
        let finished = command_line(&nobody, ["hook"]).reads(&input).finishes();
        assert_eq!((finished.code, finished.out.as_str()), (Some(64), ""));
        assert!(finished.err.contains(said), "{}", finished.err);
        assert!(!finished.err.contains("secret"), "{}", finished.err);
    }
}

#[test]
fn what_the_agent_says_may_be_so_long_and_no_longer() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = folder.path().join("no.sock");
    let long = |length: usize| {
        let text = asked(json!({})).to_string();
        text.clone() + &" ".repeat(length - text.len())
    };
    let says = |length: usize| {
        let Finished { code, .. } = command_line(&nobody, ["hook"])
            .reads(&long(length))
            .finishes();
        code
    };
    assert_eq!(says(Limits::STANDARD.line), Some(0));
    assert_eq!(says(Limits::STANDARD.line + 1), Some(64));
}

fn hook(doorbell: &Doorbell, asked: &Value) -> Running {
    command_line(&doorbell.socket(), ["hook"]).reads(&asked.to_string())
}

/// As Claude Code says it.
fn asked(more: Value) -> Value {
    let mut asked = json!({
        "session_id": "c99896da-0000-4000-8000-000000000000",
        "transcript_path": "/home/ada/.claude/projects/work/c99896da.jsonl",
        "cwd": "/home/ada/work",
        "hook_event_name": "Elicitation",
        "mcp_server_name": "shop",
        "message": "Well?",
        "mode": "form",
    });
    let members = asked.as_object_mut().unwrap();
    members.extend(more.as_object().unwrap().clone());
    asked
}

fn said(answer: &Value) -> Value {
    let mut output = json!({"hookEventName": "Elicitation"});
    let members = output.as_object_mut().unwrap();
    members.extend(answer.as_object().unwrap().clone());
    json!({"hookSpecificOutput": output})
}
