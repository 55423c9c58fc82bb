//! Questions and plans of Claude Code, which its PermissionRequest hook brings.

use std::path::Path;
use std::process::{Command, Stdio};

use doorbell_core::form::Input;
use doorbell_daemon::view::{BodyView, EditRequest, NoticeReason, Press};
use serde_json::{Value, json};

use crate::support::{
    CommandOutput, Doorbell, RunningCommand, ShownQuestion, doorbell_binary, doorbell_command,
    wait_until,
};

const SESSION: &str = "c99896da-0000-4000-8000-000000000001";
const WAITS: &str =
    "Claude Code wants a plan approved, but didn’t send it. Answer in the terminal.";

#[test]
fn answers_are_added_to_the_input() {
    let doorbell = Doorbell::start();
    let hook = start_hook(&doorbell.socket(), &questions_event());
    let question = doorbell.wait_for_question("");
    assert!(matches!(question.view.body, BodyView::Questions { .. }));
    assert!(question.view.hand_back);
    let field = |question: usize, part: usize| question * 3 + part;
    choose(&doorbell, &question, field(0, 0), &[1]);
    choose(&doorbell, &question, field(1, 0), &[0, 2]);
    write(&doorbell, &question, field(1, 1), "Export");
    write(&doorbell, &question, field(0, 2), "For now");
    question.send();
    let mut input = questions_event()["tool_input"].clone();
    input["answers"] = json!({"Which database?": "SQLite", "Which features?": "Auth, Export"});
    input["annotations"] = json!({"Which database?": {"notes": "For now"}});
    assert_decides(hook, json!({"behavior": "allow", "updatedInput": input}));
}

#[test]
fn declined_questions_are_a_wish_to_talk() {
    let doorbell = Doorbell::start();
    let hook = start_hook(&doorbell.socket(), &questions_event());
    doorbell.wait_for_question("").press(Press::Decline);
    let message = "The person would rather talk about this than choose an answer. Ask what they \
        have in mind, and don’t assume an answer.";
    assert_decides(hook, json!({"behavior": "deny", "message": message}));
}

/// PostToolUse has the answers in the tool's input.
#[test]
fn questions_answered_in_the_terminal_are_withdrawn() {
    let doorbell = Doorbell::start();
    let hook = start_hook(&doorbell.socket(), &questions_event());
    doorbell.wait_for_question("");
    let mut used = questions_event();
    used["hook_event_name"] = "PostToolUse".into();
    used["tool_input"]["answers"] = json!({"Which database?": "SQLite"});
    used["tool_input"]["annotations"] = json!({});
    let output = start_hook(&doorbell.socket(), &used).finish();
    assert_eq!(output, CommandOutput::new(0, "", ""));
    doorbell.wait_for_empty_screen();
    assert_leaves_it_to_the_terminal(hook);
}

#[test]
fn undecided_questions_and_plans_are_left_to_the_terminal() {
    let doorbell = Doorbell::start();
    for event in [questions_event(), plan_event()] {
        for press in [Press::Dismiss, Press::AnswerInTerminal] {
            let hook = start_hook(&doorbell.socket(), &event);
            doorbell.wait_for_question("").press(press);
            assert_leaves_it_to_the_terminal(hook);
        }
    }
    let mut too_many = questions_event();
    let options: Vec<_> = (0..17)
        .map(|index| json!({"label": index.to_string()}))
        .collect();
    too_many["tool_input"]["questions"][0]["options"] = options.into();
    assert_leaves_it_to_the_terminal(start_hook(&doorbell.socket(), &too_many));
}

#[test]
fn approved_plan_sets_the_chosen_mode() {
    let doorbell = Doorbell::start();
    for (choice, mode) in [(0, "default"), (1, "acceptEdits")] {
        let hook = start_hook(&doorbell.socket(), &plan_event());
        let question = doorbell.wait_for_question("");
        assert!(matches!(question.view.body, BodyView::Plan { .. }));
        question.press(Press::Choose { choice });
        let input = &plan_event()["tool_input"];
        assert_decides(hook, approval(input, mode));
    }
    let hook = start_hook(&doorbell.socket(), &plan_event());
    let question = doorbell.wait_for_question("");
    write(&doorbell, &question, 0, "Keep passwords");
    let line = 3;
    write(&doorbell, &question, line, "Call it sessions");
    question.press(Press::Choose { choice: 0 });
    let mut input = plan_event()["tool_input"].clone();
    input["plan"] = "# Plan\n\n1. Add a table\n\n## Added by the person when approving\n\n\
        Keep passwords\n\nLine 3, \"1. Add a table\": Call it sessions\n"
        .into();
    assert_decides(hook, approval(&input, "default"));
}

#[test]
fn plan_that_is_not_approved_is_denied_with_what_to_change() {
    let doorbell = Doorbell::start();
    for (feedback, end) in [
        ("Keep passwords", "Keep passwords"),
        ("", "Ask what to change."),
    ] {
        let hook = start_hook(&doorbell.socket(), &plan_event());
        let question = doorbell.wait_for_question("");
        write(&doorbell, &question, 0, feedback);
        question.press(Press::Decline);
        let message = format!("The person doesn’t approve the plan yet. Keep planning.\n\n{end}");
        assert_decides(hook, json!({"behavior": "deny", "message": message}));
    }
}

/// The terminal's dialog is open at the same time. The notice goes when it was answered.
#[test]
fn missing_plan_is_a_notice_until_the_terminal_has_an_answer() {
    let doorbell = Doorbell::start();
    let mut event = plan_event();
    event["tool_input"] = json!({});
    let hook = start_hook(&doorbell.socket(), &event);
    let mut asker = doorbell.asker();
    let listed = wait_until("the notice", || {
        let list = asker.call("doorbell/list", json!({}));
        list["questions"].get(0).cloned()
    });
    asker.call("doorbell/open", json!({"question": listed["question"]}));
    let question = doorbell.wait_for_question(WAITS);
    let reason = NoticeReason::WaitsInTerminal;
    assert!(
        matches!(&question.view.body, BodyView::Notice { reason: found, .. } if *found == reason)
    );
    event["hook_event_name"] = "PostToolUse".into();
    event["tool_input"] = plan_event()["tool_input"].clone();
    start_hook(&doorbell.socket(), &event).finish();
    doorbell.wait_for_empty_screen();
    assert_leaves_it_to_the_terminal(hook);
}

#[test]
fn without_a_terminal_nothing_refers_to_one() {
    let doorbell = Doorbell::start();
    let mut event = plan_event();
    event["tool_input"] = json!({});
    let start = |event: &Value| {
        let mut command = Command::new(doorbell_binary());
        command.env_clear().env("CLAUDE_CODE_SESSION_ATTENDED", "0");
        RunningCommand::start(command, &doorbell.socket(), ["hook", "claude-code"])
            .with_stdin(&event.to_string())
    };
    assert_leaves_it_to_the_terminal(start(&event));
    let hook = start(&questions_event());
    let question = doorbell.wait_for_question("");
    assert!(!question.view.hand_back);
    question.press(Press::Dismiss);
    assert_leaves_it_to_the_terminal(hook);
}

/// Claude Code asks the hook and `doorbell mcp` at the same time.
#[test]
fn hook_leaves_questions_to_the_prompt_tool() {
    let doorbell = Doorbell::start();
    // Its command line is that of `claude -p`, and it ends with the pipe.
    let mut claude = Command::new("sh")
        .args(["-c", "read line", "claude", "-p"])
        .args(["--permission-prompt-tool", "mcp__doorbell__permission"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let command_line = format!("/proc/{}/cmdline", claude.id());
    wait_until("the command line", || {
        std::fs::read(&command_line).is_ok_and(|line| !line.is_empty())
    });
    let mut command = Command::new(doorbell_binary());
    command
        .env_clear()
        .env("CLAUDE_PID", claude.id().to_string());
    let hook = RunningCommand::start(command, &doorbell.socket(), ["hook", "claude-code"])
        .with_stdin(&questions_event().to_string());
    assert_leaves_it_to_the_terminal(hook);
    drop(claude.stdin.take());
    claude.wait().unwrap();
}

fn questions_event() -> Value {
    let option = |label: &str| json!({"label": label, "description": "", "preview": null});
    event(
        "AskUserQuestion",
        json!({"questions": [
            {"question": "Which database?", "header": "Database", "multiSelect": false,
                "options": [option("Postgres"), option("SQLite")]},
            {"question": "Which features?", "header": "Features", "multiSelect": true,
                "options": [option("Auth"), option("Search")]},
        ]}),
    )
}

fn plan_event() -> Value {
    event(
        "ExitPlanMode",
        json!({"plan": "# Plan\n\n1. Add a table\n", "planFilePath": "/home/ada/.claude/plans/a.md"}),
    )
}

fn event(tool: &str, input: Value) -> Value {
    json!({
        "session_id": SESSION,
        "cwd": "/home/ada/proj",
        "hook_event_name": "PermissionRequest",
        "tool_name": tool,
        "tool_input": input,
    })
}

fn approval(input: &Value, mode: &str) -> Value {
    let mode = json!({"type": "setMode", "mode": mode, "destination": "session"});
    json!({"behavior": "allow", "updatedInput": input, "updatedPermissions": [mode]})
}

fn start_hook(socket: &Path, event: &Value) -> RunningCommand {
    doorbell_command(socket, ["hook", "claude-code"]).with_stdin(&event.to_string())
}

fn assert_decides(hook: RunningCommand, decision: Value) {
    let output = json!({"hookEventName": "PermissionRequest", "decision": decision});
    assert_prints(hook, &json!({"hookSpecificOutput": output}));
}

fn assert_leaves_it_to_the_terminal(hook: RunningCommand) {
    assert_prints(hook, &json!({}));
}

fn assert_prints(hook: RunningCommand, expected: &Value) {
    let finished = hook.finish();
    let printed: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(&printed, expected, "{finished:?}");
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""));
}

fn choose(doorbell: &Doorbell, question: &ShownQuestion<'_>, field: usize, options: &[usize]) {
    let indices = options.to_vec();
    edit(doorbell, question, field, Input::Choices { indices });
}

fn write(doorbell: &Doorbell, question: &ShownQuestion<'_>, field: usize, text: &str) {
    let text = text.into();
    edit(doorbell, question, field, Input::Text { text });
}

fn edit(doorbell: &Doorbell, question: &ShownQuestion<'_>, field: usize, input: Input) {
    let id = question.view.id.clone();
    doorbell
        .person()
        .edit(EditRequest { id, field, input })
        .unwrap();
}
