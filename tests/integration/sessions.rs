//! `doorbell/session`: the list in Home, notices, replies, and the way to the terminal.

use std::process::Command;
use std::time::Duration;

use doorbell_core::form::Input;
use doorbell_daemon::view::{
    AgentSessionStateView as State, AgentSessionView, EditRequest, HomePress, MuteFor, Press,
    PressReply,
};
use doorbell_daemon::{DesktopWindow, SessionNotices, TerminalFacts, TerminalHost};
use serde_json::{Value, json};

use crate::support::{
    Asker, CommandOutput, Doorbell, ONE_MS, RunningCommand, SEND, ShownQuestion, doorbell_binary,
    doorbell_command, name_form,
};

const SESSION: &str = "c99896da-0000-4000-8000-000000000001";
const ATTENDED: &str = "CLAUDE_CODE_SESSION_ATTENDED";
const MESSAGE: &str = "## Done\n\nAll **212** tests pass.";
const WINDOW: DesktopWindow = DesktopWindow { id: 10, pid: 100 };
const HOUR: Duration = Duration::from_secs(60 * 60);
const PROCESS_CHECK: Duration = Duration::from_secs(2);

fn event(name: &str, more: Value) -> Value {
    let mut event = json!({
        "session_id": SESSION,
        "cwd": "/home/ada/shop",
        "prompt_id": "3146654a",
        "hook_event_name": name,
    });
    if let (Some(members), Value::Object(more)) = (event.as_object_mut(), more) {
        members.extend(more);
    }
    event
}

fn stop() -> Value {
    let more = json!({"last_assistant_message": MESSAGE, "background_tasks": []});
    event("Stop", more)
}

fn waits() -> Value {
    let message = "Claude needs your permission to use Bash";
    let more = json!({"notification_type": "permission_prompt", "message": message});
    event("Notification", more)
}

fn hook(doorbell: &Doorbell, event: &Value) -> RunningCommand {
    doorbell_command(&doorbell.socket(), ["hook", "claude-code"]).with_stdin(&event.to_string())
}

/// The hook that runs in the background.
fn reply_hook(doorbell: &Doorbell, event: &Value, attended: &str) -> RunningCommand {
    let mut command = Command::new(doorbell_binary());
    command.env_clear().env(ATTENDED, attended);
    let arguments = ["hook", "claude-code", "--reply"];
    RunningCommand::start(command, &doorbell.socket(), arguments).with_stdin(&event.to_string())
}

fn assert_silent(hook: RunningCommand) {
    assert_eq!(hook.finish(), CommandOutput::new(0, "", ""));
}

/// Where the terminal is: in the window, which has the focus if `is_in_front`.
fn set_terminal(doorbell: &Doorbell, is_in_front: bool) {
    doorbell.desktop.lock().terminal = TerminalFacts {
        windows: Some(vec![WINDOW]),
        active: is_in_front.then_some(WINDOW.id),
        hosts: vec![TerminalHost {
            pids: vec![101, WINDOW.pid],
            window: None,
            shows_session: true,
        }],
        is_multiplexed: false,
    };
}

fn wait_for_notice(doorbell: &Doorbell, wants: &str) -> (String, String) {
    doorbell.desktop.wait_for(wants, |state| {
        let note = state.notification.as_ref()?;
        let parts = (note.title.clone(), note.body.clone());
        note.title.ends_with(wants).then_some(parts)
    })
}

fn wait_for_no_notice(doorbell: &Doorbell) {
    doorbell.desktop.wait_for("no notification", |state| {
        state.notification.is_none().then_some(())
    });
}

fn has_notice(doorbell: &Doorbell) -> bool {
    doorbell.settle();
    doorbell.desktop.lock().notification.is_some()
}

/// Opens the only notice in the window, as a press on its notification does.
fn open_notice<'a>(doorbell: &'a Doorbell, message: &str) -> ShownQuestion<'a> {
    let mut asker = doorbell.asker();
    let list = asker.call("doorbell/list", json!({}));
    let question = list["questions"][0]["question"].clone();
    asker.call("doorbell/open", json!({"question": question}));
    doorbell.wait_for_question(message)
}

fn type_reply(doorbell: &Doorbell, notice: &ShownQuestion<'_>, text: &str) {
    let request = EditRequest {
        id: notice.view.id.clone(),
        field: 0,
        input: Input::Text { text: text.into() },
    };
    doorbell.person().edit(request).unwrap();
}

fn wait_for_sessions(doorbell: &Doorbell, expected: &[State]) -> Vec<AgentSessionView> {
    doorbell.desktop.wait_for("sessions in Home", |state| {
        let sessions = &state.home.as_ref()?.sessions;
        let states: Vec<_> = sessions.iter().map(|session| session.state).collect();
        (states == expected).then(|| sessions.clone())
    })
}

fn report(asker: &mut Asker, state: &str, session: &str) -> Value {
    let meta = json!({"dev.doorbell/asker": {"session": session}});
    asker.call("doorbell/session", json!({"state": state, "_meta": meta}))
}

#[test]
fn finished_session_is_a_notice_that_stays_without_its_hook() {
    let doorbell = Doorbell::start();
    // A version of Claude Code that does not say whether it takes a reply.
    assert_silent(reply_hook(&doorbell, &stop(), ""));
    let (title, body) = wait_for_notice(&doorbell, " has finished");
    assert_eq!(title, "A program called “Claude Code” · shop has finished");
    assert_eq!(body, "Done");
    assert!(!doorbell.desktop.lock().notification.clone().unwrap().sound);
    let notice = open_notice(&doorbell, MESSAGE);
    type_reply_is_refused(&doorbell, &notice);
    notice.press(Press::Close);
    wait_for_no_notice(&doorbell);
}

fn type_reply_is_refused(doorbell: &Doorbell, notice: &ShownQuestion<'_>) {
    let request = EditRequest {
        id: notice.view.id.clone(),
        field: 0,
        input: Input::Text { text: "Hi".into() },
    };
    assert!(doorbell.person().edit(request).is_err());
    assert_eq!(notice.try_press(SEND), PressReply::Stale);
}

#[test]
fn reply_wakes_the_agent_with_what_the_person_wrote() {
    let doorbell = Doorbell::start();
    let hook = reply_hook(&doorbell, &stop(), "1");
    wait_for_notice(&doorbell, " has finished");
    let notice = open_notice(&doorbell, MESSAGE);
    type_reply(&doorbell, &notice, " Run the linter, too ");
    notice.send();
    let output = hook.finish();
    assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""));
    assert!(
        output.stderr.ends_with("\n\nRun the linter, too\n"),
        "{output:?}"
    );
}

#[test]
fn prompt_in_the_terminal_withdraws_the_notice_and_ends_its_hook() {
    let doorbell = Doorbell::start();
    for next in [
        event("SessionEnd", json!({})),
        event("UserPromptSubmit", json!({"prompt_id": "next"})),
    ] {
        let hook_with_notice = reply_hook(&doorbell, &stop(), "1");
        wait_for_notice(&doorbell, " has finished");
        assert_silent(hook(&doorbell, &next));
        assert_silent(hook_with_notice);
        wait_for_no_notice(&doorbell);
    }
}

#[test]
fn notice_goes_with_the_hook_that_waits_for_its_reply() {
    let doorbell = Doorbell::start();
    let hook = reply_hook(&doorbell, &stop(), "1");
    wait_for_notice(&doorbell, " has finished");
    hook.kill();
    wait_for_no_notice(&doorbell);
}

#[test]
fn setting_decides_whether_there_is_a_notice() {
    for (setting, is_in_front, expected) in [
        (SessionNotices::Off, false, false),
        (SessionNotices::Away, true, false),
        (SessionNotices::Away, false, true),
        (SessionNotices::Always, true, true),
    ] {
        let doorbell = Doorbell::start_with(|config| config.settings.session_notices = setting);
        set_terminal(&doorbell, is_in_front);
        let hook = reply_hook(&doorbell, &stop(), "1");
        if expected {
            wait_for_notice(&doorbell, " has finished");
            hook.kill();
        } else {
            // The hook learns at once that there will be no reply.
            assert_silent(hook);
            assert!(!has_notice(&doorbell), "{setting:?}");
        }
    }
}

#[test]
fn headless_run_and_background_work_notify_nobody() {
    let doorbell = Doorbell::start();
    assert_silent(reply_hook(&doorbell, &stop(), "0"));
    let tasks = json!({"background_tasks": [{"id": "b1"}]});
    assert_silent(reply_hook(&doorbell, &event("Stop", tasks), "1"));
    assert_silent(hook(
        &doorbell,
        &event("Notification", json!({"notification_type": "idle_prompt"})),
    ));
    assert!(!has_notice(&doorbell));
    // The hook that ends questions reports no end of the turn.
    assert_silent(hook(&doorbell, &stop()));
    assert!(!has_notice(&doorbell));
}

#[test]
fn session_waits_in_its_terminal_unless_doorbell_asks_the_same() {
    let doorbell = Doorbell::start();
    let tool = json!({"tool_name": "Bash", "tool_input": {"command": "true"}});
    let permission = hook(&doorbell, &event("PermissionRequest", tool.clone()));
    let question = doorbell.wait_for_question("");
    assert_silent(hook(&doorbell, &waits()));
    doorbell.settle();
    let title = doorbell.desktop.lock().notification.clone().unwrap().title;
    assert!(!title.contains("terminal"), "{title}");
    question.press(Press::Dismiss);
    assert_eq!(permission.finish(), CommandOutput::new(0, "{}\n", ""));
    assert_silent(hook(&doorbell, &waits()));
    let (_, body) = wait_for_notice(&doorbell, " waits for you in the terminal");
    assert_eq!(body, "Claude needs your permission to use Bash");
    // The tool ran, so the terminal was answered.
    assert_silent(hook(&doorbell, &event("PostToolUse", tool)));
    wait_for_no_notice(&doorbell);
}

#[test]
fn home_lists_what_each_session_does() {
    let doorbell = Doorbell::start();
    doorbell.handle.home_ready();
    set_terminal(&doorbell, true);
    let prompt = event("UserPromptSubmit", json!({}));
    assert_silent(hook(&doorbell, &prompt));
    let sessions = wait_for_sessions(&doorbell, &[State::Working]);
    assert_eq!(sessions[0].agent, "“Claude Code” · shop");
    let mut asker = doorbell.asker();
    asker.ask(1, "Which branch?", name_form());
    let question = doorbell.wait_for_question("Which branch?");
    let sessions = wait_for_sessions(&doorbell, &[State::Asks]);
    assert_eq!(sessions[0].question.as_ref(), Some(&question.view.id));
    question.press(Press::Dismiss);
    wait_for_sessions(&doorbell, &[State::Working]);
    assert_silent(reply_hook(&doorbell, &stop(), ""));
    let sessions = wait_for_sessions(&doorbell, &[State::Finished]);
    assert_eq!(sessions[0].message, "Done");
    doorbell.desktop.wait_for("a way to the terminal", |state| {
        state.home.as_ref()?.sessions[0].terminal.then_some(())
    });
    let id = sessions[0].id.clone();
    doorbell.handle.home_pressed(HomePress::GoToTerminal { id });
    doorbell.desktop.wait_for("the terminal", |state| {
        (state.shown_terminals.len() == 1).then_some(())
    });
    assert_silent(hook(&doorbell, &event("SessionEnd", json!({}))));
    wait_for_sessions(&doorbell, &[]);
}

#[test]
fn notice_leads_to_the_terminal() {
    let doorbell = Doorbell::start_with(|config| {
        config.settings.session_notices = SessionNotices::Always;
    });
    set_terminal(&doorbell, true);
    assert_silent(hook(&doorbell, &waits()));
    wait_for_notice(&doorbell, " waits for you in the terminal");
    let notice = open_notice(&doorbell, "Claude needs your permission to use Bash");
    notice.press(Press::GoToTerminal);
    wait_for_no_notice(&doorbell);
    assert_eq!(doorbell.desktop.lock().shown_terminals.len(), 1);
}

#[test]
fn session_ends_with_its_process_and_touches_no_other() {
    let doorbell = Doorbell::start();
    doorbell.handle.home_ready();
    let mut asker = doorbell.asker();
    report(&mut asker, "working", SESSION);
    // Hooks of other processes that claim to be of the first session.
    for event in [event("SessionEnd", json!({})), waits()] {
        let mut command = Command::new("setsid");
        command.arg("--wait").arg(doorbell_binary());
        let hook = RunningCommand::start(command, &doorbell.socket(), ["hook", "claude-code"]);
        assert_silent(hook.with_stdin(&event.to_string()));
    }
    wait_for_sessions(&doorbell, &[State::Working, State::WaitsInTerminal]);
    wait_for_notice(&doorbell, " waits for you in the terminal");
    doorbell.advance_until("the process to be missed", PROCESS_CHECK, || {
        let state = doorbell.desktop.lock();
        state
            .home
            .as_ref()
            .is_some_and(|home| home.sessions.len() == 1)
    });
    wait_for_sessions(&doorbell, &[State::Working]);
    wait_for_no_notice(&doorbell);
}

#[test]
fn session_news_answers_no_question() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let meta = json!({"dev.doorbell/asker": {"session": SESSION}});
    let params = json!({"message": "May I?", "requestedSchema": name_form(), "_meta": meta});
    asker.ask_with(1, params);
    doorbell.wait_for_question("May I?");
    let mut reporter = doorbell.asker();
    for state in ["working", "finished", "waitsInTerminal", "ended"] {
        assert_eq!(report(&mut reporter, state, SESSION), json!({}));
        doorbell.settle();
        doorbell.wait_for_question("May I?");
    }
}

#[test]
fn notice_ends_after_an_hour() {
    let doorbell = Doorbell::start();
    let hook = reply_hook(&doorbell, &stop(), "1");
    wait_for_notice(&doorbell, " has finished");
    let mut asker = doorbell.asker();
    let mut open = || {
        let list = asker.call("doorbell/list", json!({}));
        list["questions"].as_array().map_or(0, Vec::len)
    };
    doorbell.advance(HOUR - ONE_MS);
    assert_eq!(open(), 1);
    doorbell.advance(ONE_MS);
    assert_eq!(open(), 0);
    assert_silent(hook);
}

#[test]
fn notice_is_no_reason_to_keep_doorbell_and_leaves_no_history() {
    let doorbell = Doorbell::start_with_storage();
    assert_silent(reply_hook(&doorbell, &stop(), ""));
    wait_for_notice(&doorbell, " has finished");
    open_notice(&doorbell, MESSAGE).press(Press::Close);
    assert_silent(reply_hook(&doorbell, &stop(), ""));
    wait_for_notice(&doorbell, " has finished");
    let mut asker = doorbell.asker();
    assert_eq!(asker.call("doorbell/status", json!({}))["open"], 0);
    assert!(doorbell.person().search_history("").entries.is_empty());
    let stopping = asker.call("doorbell/stop", json!({"force": false}));
    assert_eq!(stopping, json!({"stopping": true, "open": 0}));
}

#[test]
fn muted_asker_posts_no_notice() {
    let doorbell = Doorbell::start_with_storage();
    let mut asker = doorbell.asker();
    asker.ask(1, "Who?", name_form());
    doorbell.wait_for_question("Who?").press(Press::Dismiss);
    asker.read_result(1);
    doorbell.person().mute("tests", Some(MuteFor::Hour));
    asker.call("doorbell/session", json!({"state": "finished"}));
    assert!(!has_notice(&doorbell));
    doorbell.person().mute("tests", None);
    asker.call("doorbell/session", json!({"state": "finished"}));
    wait_for_notice(&doorbell, " has finished");
}
