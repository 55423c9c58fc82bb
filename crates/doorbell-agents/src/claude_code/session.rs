//! What Claude Code's hooks say about its session: when it works, has finished, or waits.

use doorbell_protocol::{SessionParams, SessionState};
use serde_json::Value;

use super::AGENT;

/// Notifications about something that only the terminal can answer.
const WAITS_IN_TERMINAL: [&str; 5] = [
    "permission_prompt",
    "worker_permission_prompt",
    "elicitation_dialog",
    "elicitation_url_dialog",
    "agent_needs_input",
];
/// Sent a minute after the last turn. After Esc it is the only sign that the turn has ended.
const IDLE: &str = "idle_prompt";

/// Whether a person sits before the session's terminal or editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attendance {
    /// And the agent takes a reply while it is idle.
    Attended,
    /// `claude -p`: whoever started it sees it end.
    Unattended,
    /// Claude Code does not tell.
    Unknown,
}

impl Attendance {
    /// The variable that Claude Code sets for its hooks. Versions without it may not take a reply.
    pub const VARIABLE: &str = "CLAUDE_CODE_SESSION_ATTENDED";

    /// Reads the value of [`Self::VARIABLE`].
    pub fn from_variable(value: Option<&str>) -> Self {
        match value {
            Some("1") => Self::Attended,
            Some("0") => Self::Unattended,
            _ => Self::Unknown,
        }
    }
}

/// Returns what an event says about the session, except [`finished`].
pub fn session_news(event: &[u8], attendance: Attendance) -> Option<SessionParams> {
    let event: Value = serde_json::from_slice(event).ok()?;
    let (state, message) = match text(&event, "hook_event_name")? {
        "UserPromptSubmit" => (SessionState::Working, ""),
        "SessionEnd" => (SessionState::Ended, ""),
        // The turn ended with an error, which is its last message.
        "StopFailure" => (SessionState::WaitsInTerminal, last_message(&event)),
        "Notification" => match text(&event, "notification_type")? {
            IDLE => (SessionState::Finished, ""),
            kind if WAITS_IN_TERMINAL.contains(&kind) => {
                let message = text(&event, "message").unwrap_or_default();
                (SessionState::WaitsInTerminal, message)
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(SessionParams {
        quiet: attendance == Attendance::Unattended || state == SessionState::Finished,
        ..params(&event, state, message)
    })
}

/// Returns the report of a Stop event. While work goes on in the background, the session is not
/// finished.
pub fn finished(event: &[u8], attendance: Attendance) -> Option<SessionParams> {
    let event: Value = serde_json::from_slice(event).ok()?;
    if text(&event, "hook_event_name")? != "Stop" {
        return None;
    }
    let background = event.get("background_tasks").and_then(Value::as_array);
    if background.is_some_and(|tasks| !tasks.is_empty()) {
        return Some(params(&event, SessionState::Working, ""));
    }
    Some(SessionParams {
        reply: attendance == Attendance::Attended,
        quiet: attendance == Attendance::Unattended,
        ..params(&event, SessionState::Finished, last_message(&event))
    })
}

/// Returns what a hook writes to make the idle agent go on. Claude Code presents it to its model as
/// a message of a program.
pub fn reply_text(reply: &str) -> String {
    format!("The next instruction, typed in Doorbell:\n\n{reply}")
}

fn params(event: &Value, state: SessionState, message: &str) -> SessionParams {
    SessionParams {
        state,
        message: message.to_owned(),
        turn: text(event, "prompt_id").map(str::to_owned),
        agent: Some(AGENT.to_owned()),
        session: text(event, "session_id").map(str::to_owned),
        project: text(event, "cwd").map(str::to_owned),
        ..SessionParams::default()
    }
}

fn last_message(event: &Value) -> &str {
    text(event, "last_assistant_message").unwrap_or_default()
}

fn text<'a>(event: &'a Value, name: &str) -> Option<&'a str> {
    event.get(name)?.as_str()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// As Claude Code 2.1.326 sends it.
    fn event(name: &str, more: Value) -> Vec<u8> {
        let mut event = json!({
            "session_id": "65c792e6",
            "transcript_path": "/home/ada/.claude/projects/-home-ada-proj/65c792e6.jsonl",
            "cwd": "/home/ada/proj",
            "prompt_id": "3146654a",
            "permission_mode": "default",
            "hook_event_name": name,
        });
        if let (Some(members), Value::Object(more)) = (event.as_object_mut(), more) {
            members.extend(more);
        }
        event.to_string().into_bytes()
    }

    fn stop(background_tasks: Value) -> Vec<u8> {
        event(
            "Stop",
            json!({
                "stop_hook_active": false,
                "last_assistant_message": "All tests pass.",
                "background_tasks": background_tasks,
                "session_crons": [],
            }),
        )
    }

    fn report(state: SessionState, message: &str) -> SessionParams {
        SessionParams {
            state,
            message: message.into(),
            turn: Some("3146654a".into()),
            agent: Some("Claude Code".into()),
            session: Some("65c792e6".into()),
            project: Some("/home/ada/proj".into()),
            ..SessionParams::default()
        }
    }

    #[test]
    fn stop_is_finished_unless_work_goes_on() {
        for (attendance, reply, quiet) in [
            (Attendance::Attended, true, false),
            (Attendance::Unattended, false, true),
            (Attendance::Unknown, false, false),
        ] {
            let expected = SessionParams {
                reply,
                quiet,
                ..report(SessionState::Finished, "All tests pass.")
            };
            assert_eq!(finished(&stop(json!([])), attendance), Some(expected));
        }
        let working = stop(json!([{"id": "b1", "status": "running"}]));
        assert_eq!(
            finished(&working, Attendance::Attended),
            Some(report(SessionState::Working, ""))
        );
        assert_eq!(session_news(&stop(json!([])), Attendance::Attended), None);
        let other = event("UserPromptSubmit", json!({"prompt": "go on"}));
        assert_eq!(finished(&other, Attendance::Attended), None);
    }

    #[test]
    fn events_say_what_the_session_does() {
        for (name, more, state, message) in [
            (
                "UserPromptSubmit",
                json!({"prompt": "go on"}),
                SessionState::Working,
                "",
            ),
            (
                "SessionEnd",
                json!({"reason": "prompt_input_exit"}),
                SessionState::Ended,
                "",
            ),
            (
                "StopFailure",
                json!({"error": "rate_limit", "last_assistant_message": "API Error: 429"}),
                SessionState::WaitsInTerminal,
                "API Error: 429",
            ),
            (
                "Notification",
                json!({"message": "Claude needs your permission to use Bash", "notification_type": "permission_prompt"}),
                SessionState::WaitsInTerminal,
                "Claude needs your permission to use Bash",
            ),
        ] {
            let event = event(name, more);
            let expected = report(state, message);
            let news = session_news(&event, Attendance::Attended);
            assert_eq!(news.as_ref(), Some(&expected), "{name}");
            let news = session_news(&event, Attendance::Unattended).unwrap();
            assert!(news.quiet, "{name}");
        }
    }

    #[test]
    fn idle_notification_notifies_nobody_again() {
        let idle = json!({"message": "Claude is waiting for your input", "notification_type": "idle_prompt"});
        let news = session_news(&event("Notification", idle), Attendance::Attended).unwrap();
        assert_eq!((news.state, news.quiet), (SessionState::Finished, true));
    }

    #[test]
    fn other_events_say_nothing() {
        for (name, more) in [
            ("Notification", json!({"notification_type": "auth_success"})),
            ("Notification", json!({"message": "without a type"})),
            ("PostToolUse", json!({"tool_name": "Bash"})),
            ("SubagentStop", json!({})),
        ] {
            let event = event(name, more);
            assert_eq!(session_news(&event, Attendance::Attended), None, "{name}");
        }
        assert_eq!(session_news(b"no JSON", Attendance::Attended), None);
    }

    #[test]
    fn variable_tells_whether_a_person_attends() {
        assert_eq!(Attendance::from_variable(Some("1")), Attendance::Attended);
        assert_eq!(Attendance::from_variable(Some("0")), Attendance::Unattended);
        assert_eq!(Attendance::from_variable(None), Attendance::Unknown);
    }
}
