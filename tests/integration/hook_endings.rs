//! Hooks whose agent stops waiting, and answers that come too late.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::time::Duration;

use doorbell_daemon::view::{HistoryEntryView, Press};
use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};

use crate::support::{
    CommandOutput, Doorbell, KillableDaemon, RunningCommand, doorbell_command, name_form,
    wait_until,
};

const SESSION: &str = "c99896da-0000-4000-8000-000000000001";

/// The clock stands still, so the grace period for lost connections does not pass.
#[test]
fn signal_withdraws_the_question_at_once() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let doorbell = Doorbell::start();
        let hook = start_hook(&doorbell.socket(), &permission_event());
        doorbell.wait_for_question("");
        hook.signal(signal);
        doorbell.wait_for_empty_screen();
        assert_eq!(hook.finish(), CommandOutput::new(0, "", ""));
    }
}

#[test]
fn hook_ends_when_nobody_reads_its_answer() {
    let doorbell = Doorbell::start();
    let mut hook = start_hook(&doorbell.socket(), &form_event());
    doorbell.wait_for_question("Your name?");
    hook.close_output();
    doorbell.wait_for_empty_screen();
    wait_until("the hook ends", || hook.has_exited());
}

#[test]
fn no_hook_waits_for_a_doorbell_that_hangs() {
    let directory = tempfile::tempdir().unwrap();
    let daemon = KillableDaemon::start(directory.path());
    kill_process(daemon.pid(), Signal::STOP).unwrap();
    for (event, printed) in [
        (form_event(), "{}\n"),
        (permission_event(), "{}\n"),
        (prompt_event(), ""),
    ] {
        let finished = start_hook(&daemon.socket(), &event).finish();
        assert_eq!(
            (finished.stdout.as_str(), finished.code),
            (printed, Some(0))
        );
        // Otherwise the next hook does not try.
        fs::remove_file(daemon.socket().with_file_name("not-responding")).unwrap();
    }
}

/// An agent runs several hooks one after the other: those of a prompt, and of the question it leads to.
#[test]
fn only_the_first_hook_waits_for_a_doorbell_that_hangs() {
    let directory = tempfile::tempdir().unwrap();
    let socket = directory.path().join("doorbell.sock");
    // The second Doorbell was started anew.
    for _ in 0..2 {
        let listener = listen(&socket);
        start_hook(&socket, &prompt_event()).finish();
        assert!(listener.accept().is_ok());
        start_hook(&socket, &form_event()).finish();
        let connected = listener.accept().unwrap_err();
        assert_eq!(connected.kind(), ErrorKind::WouldBlock);
        fs::remove_file(&socket).unwrap();
    }
}

/// It runs after every tool, so it must cost nothing if Doorbell hangs.
#[test]
fn hook_after_a_tool_that_nobody_asked_about_does_not_connect() {
    let directory = tempfile::tempdir().unwrap();
    let socket = directory.path().join("doorbell.sock");
    let listener = listen(&socket);
    let finished = start_hook(&socket, &used_event(7)).finish();
    assert_eq!(finished, CommandOutput::new(0, "", ""));
    let connected = listener.accept().unwrap_err();
    assert_eq!(connected.kind(), ErrorKind::WouldBlock);
}

/// An empty object would make Claude Code open its own dialog over the next prompt.
#[test]
fn form_is_cancelled_by_the_end_of_the_turn() {
    let doorbell = Doorbell::start_with_storage();
    let hook = start_hook(&doorbell.socket(), &form_event());
    doorbell.wait_for_question("Your name?");
    start_hook(&doorbell.socket(), &prompt_event()).finish();
    let output = json!({"hookEventName": "Elicitation", "action": "cancel"});
    assert_prints(hook, &json!({"hookSpecificOutput": output}));
    let entry = only_entry(&doorbell, "withdrawn");
    assert_eq!(entry.reason.as_deref(), Some("The agent’s turn ended."));
}

#[test]
fn history_says_that_the_terminal_was_first() {
    let doorbell = Doorbell::start_with_storage();
    let allowed = start_hook(&doorbell.socket(), &permission_event());
    doorbell.wait_for_question("");
    start_hook(&doorbell.socket(), &used_event(0)).finish();
    assert_prints(allowed, &json!({}));
    only_entry(&doorbell, "answeredInTerminal");
    // No and Esc end the hook.
    let refused = start_hook(&doorbell.socket(), &permission_event());
    doorbell.wait_for_question("");
    refused.signal(Signal::TERM);
    doorbell.wait_for_empty_screen();
    let entries = || doorbell.person().search_history("").entries;
    doorbell.wait_for_storage("two entries", || entries().len() == 2);
    let is_terminal = |entry: &HistoryEntryView| entry.outcome == "answeredInTerminal";
    assert!(entries().iter().all(is_terminal), "{:?}", entries());
}

/// Claude Code ends its hooks as after a No in its dialog, and reports its end right after.
#[test]
fn end_of_the_agent_is_no_answer_in_the_terminal() {
    let doorbell = Doorbell::start_with_storage();
    for is_much_later in [true, false] {
        let hook = start_hook(&doorbell.socket(), &permission_event());
        doorbell.wait_for_question("");
        hook.signal(Signal::TERM);
        doorbell.wait_for_empty_screen();
        hook.finish();
        if is_much_later {
            doorbell.advance(Duration::from_secs(2));
        }
        let end = json!({"hook_event_name": "SessionEnd", "session_id": SESSION});
        start_hook(&doorbell.socket(), &end).finish();
    }
    let entries = || doorbell.person().search_history("").entries;
    let is_corrected = |entry: &HistoryEntryView| {
        entry.outcome == "withdrawn" && entry.reason.as_deref() == Some("The agent ended.")
    };
    doorbell.wait_for_storage("the correction", || entries().iter().any(is_corrected));
    let outcomes: Vec<_> = entries().into_iter().map(|entry| entry.outcome).collect();
    assert_eq!(outcomes, ["withdrawn", "answeredInTerminal"]);
}

#[test]
fn denial_after_the_terminals_yes_is_corrected_and_told() {
    let doorbell = Doorbell::start_with_storage();
    doorbell.advance(Duration::from_secs(60));
    let hook = start_hook(&doorbell.socket(), &permission_event());
    doorbell.wait_for_question("");
    // The terminal says Yes now, and the command starts.
    doorbell.advance(Duration::from_secs(3));
    doorbell.wait_for_question("").press(Press::Deny);
    let denied = hook.finish();
    assert!(denied.stdout.contains("deny"), "{denied:?}");
    only_entry(&doorbell, "declined");
    doorbell.advance(Duration::from_secs(3));
    start_hook(&doorbell.socket(), &used_event(5000)).finish();
    let entry = only_entry(&doorbell, "answeredInTerminal");
    let told = "The terminal had already allowed this, so it ran.";
    assert_eq!(entry.reason.as_deref(), Some(told));
    let messages = doorbell.desktop.lock().messages.clone();
    assert_eq!(messages, [format!("“Claude Code” · proj: {told}")]);
}

/// Nothing is lost, so only history says it.
#[test]
fn allowing_after_the_terminals_yes_needs_no_message() {
    let doorbell = Doorbell::start_with_storage();
    doorbell.advance(Duration::from_secs(60));
    let hook = start_hook(&doorbell.socket(), &permission_event());
    doorbell.wait_for_question("");
    doorbell.advance(Duration::from_secs(3));
    allow(&doorbell);
    hook.finish();
    only_entry(&doorbell, "accepted");
    start_hook(&doorbell.socket(), &used_event(5000)).finish();
    only_entry(&doorbell, "answeredInTerminal");
    assert!(doorbell.desktop.lock().messages.is_empty());
}

/// The agent ends its hook when the terminal says No. Only then does it withdraw what it got no answer to.
#[test]
fn answer_that_was_not_fetched_is_corrected() {
    const KEY: &str = "6f1c0e5b9d2a47c3b8e4f07a15d3926c";
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    let meta = json!({"key": KEY, "withdrawName": "a call"});
    let params = json!({
        "tool": "Bash",
        "action": {"kind": "run", "command": "make"},
        "_meta": {"dev.doorbell/asker": meta},
    });
    asker.send_request(1, "doorbell/permission", params);
    doorbell.wait_for_question("");
    allow(&doorbell);
    assert_eq!(asker.read_result(1)["action"], "accept");
    let mut other = doorbell.asker();
    other.call("doorbell/withdraw", json!({"key": KEY}));
    only_entry(&doorbell, "accepted");
    let params = json!({"key": KEY, "because": "answeredInTerminal"});
    for _ in 0..2 {
        let result = other.call("doorbell/withdraw", params.clone());
        assert_eq!(result["withdrawn"], false);
    }
    only_entry(&doorbell, "answeredInTerminal");
    let messages = doorbell.desktop.lock().messages.clone();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(
        messages[0].ends_with("your answer wasn’t used."),
        "{messages:?}"
    );
}

/// The agent may ask again for what was denied.
#[test]
fn denial_stays_when_a_later_call_runs() {
    let doorbell = Doorbell::start_with_storage();
    doorbell.advance(Duration::from_secs(60));
    let hook = start_hook(&doorbell.socket(), &permission_event());
    doorbell.wait_for_question("").press(Press::Deny);
    hook.finish();
    doorbell.advance(Duration::from_secs(3));
    start_hook(&doorbell.socket(), &used_event(1000)).finish();
    start_hook(&doorbell.socket(), &used_event_without_duration()).finish();
    only_entry(&doorbell, "declined");
    assert!(doorbell.desktop.lock().messages.is_empty());
}

#[test]
fn late_report_of_one_call_leaves_the_question_of_the_next() {
    let doorbell = Doorbell::start();
    doorbell.advance(Duration::from_secs(60));
    let hook = start_hook(&doorbell.socket(), &permission_event());
    doorbell.wait_for_question("");
    doorbell.advance(Duration::from_secs(1));
    start_hook(&doorbell.socket(), &used_event(5000)).finish();
    doorbell
        .wait_for_question("")
        .press(Press::AnswerInTerminal);
    assert_prints(hook, &json!({}));
}

fn allow(doorbell: &Doorbell) {
    let question = doorbell.wait_for_question("");
    let view = &question.view;
    doorbell
        .handle
        .read_to_end(view.id.clone(), view.generation);
    question.press(Press::Allow);
}

fn form_event() -> Value {
    json!({
        "session_id": SESSION,
        "cwd": "/home/ada/proj",
        "hook_event_name": "Elicitation",
        "mcp_server_name": "probe",
        "message": "Your name?",
        "mode": "form",
        "requested_schema": name_form(),
    })
}

fn permission_event() -> Value {
    json!({
        "session_id": SESSION,
        "cwd": "/home/ada/proj",
        "hook_event_name": "PermissionRequest",
        "tool_name": "Bash",
        "tool_input": {"command": "npm test"},
    })
}

fn prompt_event() -> Value {
    json!({"hook_event_name": "UserPromptSubmit", "session_id": SESSION})
}

fn used_event_without_duration() -> Value {
    let mut used = permission_event();
    used["hook_event_name"] = "PostToolUse".into();
    used
}

fn used_event(milliseconds: u64) -> Value {
    let mut used = used_event_without_duration();
    used["duration_ms"] = milliseconds.into();
    used
}

/// Takes connections, and answers nothing.
fn listen(socket: &Path) -> UnixListener {
    let listener = UnixListener::bind(socket).unwrap();
    listener.set_nonblocking(true).unwrap();
    listener
}

fn start_hook(socket: &Path, event: &Value) -> RunningCommand {
    doorbell_command(socket, ["hook", "claude-code"]).with_stdin(&event.to_string())
}

fn assert_prints(hook: RunningCommand, expected: &Value) {
    let finished = hook.finish();
    assert_eq!(
        finished,
        CommandOutput::new(0, &format!("{expected}\n"), "")
    );
}

/// Waits until the only entry of history has this outcome.
fn only_entry(doorbell: &Doorbell, outcome: &str) -> HistoryEntryView {
    let only = || {
        let mut entries = doorbell.person().search_history("").entries;
        let entry = entries.pop().filter(|_| entries.is_empty());
        entry.filter(|entry| entry.outcome == outcome)
    };
    doorbell.wait_for_storage(outcome, only)
}
