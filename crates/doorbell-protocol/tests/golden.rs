//! Every message has a golden file, which is decoded, compared, and encoded to the same bytes.
//!
//! `docs/protocol.md` shows the same files, so the document cannot drift from the code.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic fails the test")]

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;

use doorbell_protocol::{
    Action, AgentQuestion, AwaitDoneParams, AwaitDoneResult, Call, ChoiceOption, ChoiceQuestion,
    ClientInfo, DesktopStatus, DoneBy, DoneState, ElicitMode, ElicitParams, ElicitResult,
    FromAsker, FromDoorbell, HelloParams, HelloResult, Key, Limits, ListResult, ListedQuestion,
    Notice, NoticeReason, NotificationStatus, OpenParams, OpenResult, OutcomeMeta, PROTOCOL, Page,
    PermissionAction, PermissionAnswer, PermissionChoice, PermissionParams, PlanAnswer, PlanChoice,
    PlanComment, PreviewFinding, PreviewParams, PreviewResult, PreviewSeverity, ProgressParams,
    ProgressToken, RequestId, RpcError, ServerClaim, SessionParams, SessionResult, SessionState,
    StatusAsker, StatusResult, StopParams, StopResult, TextChange, WithdrawName, WithdrawParams,
    WithdrawReason, WithdrawResult, WithdrawnQuestions, code,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// One message, in the direction it travels.
enum Message {
    FromAsker(FromAsker),
    FromDoorbell(FromDoorbell),
}

#[test]
fn golden_files_match_messages_one_to_one() {
    let expected: BTreeSet<_> = cases().into_iter().map(|(name, _)| name).collect();
    let found: BTreeSet<_> = fs::read_dir(docs().join("protocol"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(
        found.iter().map(String::as_str).collect::<BTreeSet<_>>(),
        expected
    );
}

#[test]
fn golden_files_round_trip_to_same_bytes() {
    for (name, message) in cases() {
        let golden = golden(name);
        let line = golden.strip_suffix('\n').unwrap();
        assert!(!line.contains('\n'), "{name} is one line");
        let encoded = match message {
            Message::FromAsker(message) => {
                assert_eq!(
                    FromAsker::decode(line.as_bytes()),
                    Ok(message.clone()),
                    "{name}"
                );
                message.encode()
            }
            Message::FromDoorbell(message) => {
                // `FromDoorbell` has no `Debug`, so the failure shows only the file's name.
                let decoded = FromDoorbell::decode(line.as_bytes());
                assert!(decoded.as_ref() == Some(&message), "{name}");
                message.encode()
            }
        };
        assert_eq!(encoded, golden, "{name}");
    }
}

#[test]
fn document_shows_every_golden_file() {
    let document = document();
    for (name, _) in cases() {
        let link = format!("[`{name}`](protocol/{name})");
        let after = document
            .split_once(&link)
            .unwrap_or_else(|| panic!("docs/protocol.md does not link {link}"))
            .1;
        let shown = after
            .split_once("```json\n")
            .and_then(|(between, rest)| {
                // An example belongs to the link before it.
                (!between.contains("](protocol/")).then(|| rest.split_once("```"))?
            })
            .unwrap_or_else(|| panic!("no example follows {link}"))
            .0;
        let shown: Value = serde_json::from_str(shown).unwrap();
        let golden: Value = serde_json::from_str(&golden(name)).unwrap();
        assert_eq!(shown, golden, "{name} in docs/protocol.md");
    }
}

#[test]
fn document_names_every_method() {
    let document = document();
    let source = include_str!("../src/message.rs");
    let methods: BTreeSet<_> = source
        .split('"')
        .filter(|text| {
            ["doorbell/", "elicitation/", "notifications/"]
                .iter()
                .any(|prefix| text.starts_with(prefix))
        })
        // A placeholder for unknown notifications.
        .filter(|method| *method != "notifications/other")
        .collect();
    assert!(methods.contains("doorbell/hello") && methods.len() >= 8);
    for method in methods {
        assert!(document.contains(&format!("`{method}`")), "{method}");
    }
}

#[test]
fn document_shows_current_limits() {
    let document = document();
    let Value::Object(limits) = json!(Limits::STANDARD) else {
        panic!("limits are an object");
    };
    for (name, number) in limits {
        let row = format!("| `{name}` | {number} |");
        assert!(document.contains(&row), "docs/protocol.md lacks {row}");
    }
}

/// Every message with the name of its golden file.
fn cases() -> Vec<(&'static str, Message)> {
    let mut cases = other_cases();
    cases.extend(agent_question_cases());
    cases.extend(session_cases());
    cases
}

fn other_cases() -> Vec<(&'static str, Message)> {
    vec![
        (
            "hello.request.json",
            call(
                1,
                Call::Hello(HelloParams {
                    protocol: PROTOCOL,
                    client: ClientInfo {
                        name: "acme-agent".into(),
                        version: "2.1.0".into(),
                        title: Some("Acme Agent".into()),
                    },
                }),
            ),
        ),
        (
            "hello.result.json",
            reply(1, &HelloResult::new("0.1.0", Limits::STANDARD)),
        ),
        (
            "hello.result.virtual.json",
            reply(
                1,
                &HelloResult {
                    is_virtual: true,
                    ..HelloResult::new("0.1.0", Limits::STANDARD)
                },
            ),
        ),
        (
            "hello.error.json",
            error_for(
                r#"{"jsonrpc":"2.0","id":1,"method":"doorbell/hello","params":{"protocol":9}}"#,
            ),
        ),
        (
            "elicit.request.json",
            call(2, Call::Elicit(Box::new(question()))),
        ),
        (
            "elicit.result.accepted.json",
            reply(
                2,
                &ElicitResult::new(Action::Accept, Some(answers()), shown("accepted", None)),
            ),
        ),
        (
            "elicit.result.declined.json",
            reply(
                2,
                &ElicitResult::new(Action::Decline, None, shown("declined", None)),
            ),
        ),
        (
            "elicit.result.dismissed.json",
            reply(
                2,
                &ElicitResult::new(Action::Cancel, None, shown("dismissed", None)),
            ),
        ),
        (
            "elicit.result.handed-back.json",
            reply(
                2,
                &ElicitResult::new(Action::Cancel, None, shown("handedBack", None)),
            ),
        ),
        (
            "elicit.result.expired.json",
            reply(
                2,
                &ElicitResult::new(
                    Action::Cancel,
                    None,
                    OutcomeMeta {
                        answered_at: None,
                        ..shown("expired", Some("The time limit of Shop passed."))
                    },
                ),
            ),
        ),
        (
            "elicit.result.not-shown.json",
            reply(
                2,
                &ElicitResult::new(
                    Action::Cancel,
                    None,
                    OutcomeMeta {
                        question: Some("q7".into()),
                        ..not_shown("notShown", "The window did not appear.")
                    },
                ),
            ),
        ),
        (
            "elicit.result.refused.json",
            reply(
                2,
                &ElicitResult::new(
                    Action::Cancel,
                    None,
                    not_shown(
                        "refused",
                        "The form has 65 fields, more than the 64 that Doorbell shows.",
                    ),
                ),
            ),
        ),
        (
            "elicit.request.url.json",
            call(9, Call::Elicit(Box::new(link()))),
        ),
        (
            "elicit.request.url-modern.json",
            call(9, Call::Elicit(Box::new(modern_link()))),
        ),
        (
            "elicit.result.consented.json",
            reply(
                9,
                &ElicitResult::new(
                    Action::Accept,
                    None,
                    OutcomeMeta {
                        question: Some("q9".into()),
                        ..shown("accepted", None)
                    },
                ),
            ),
        ),
        (
            "elicit.result.group-ended.json",
            reply(
                10,
                &ElicitResult::new(
                    Action::Cancel,
                    None,
                    OutcomeMeta {
                        question: Some("q10".into()),
                        ..not_shown(
                            "dismissed",
                            "Another link of the same request was not opened; the call will not be repeated.",
                        )
                    },
                ),
            ),
        ),
        (
            "elicit.result.group-handed-back.json",
            reply(
                10,
                &ElicitResult::new(
                    Action::Cancel,
                    None,
                    OutcomeMeta {
                        question: Some("q10".into()),
                        ..not_shown(
                            "handedBack",
                            "Handed back with another link of the same request.",
                        )
                    },
                ),
            ),
        ),
        (
            "elicit.result.refused-link.json",
            reply(
                9,
                &ElicitResult::new(
                    Action::Cancel,
                    None,
                    not_shown("refused", "Doorbell opens only http and https links."),
                ),
            ),
        ),
        (
            "complete.notification.json",
            Message::FromAsker(FromAsker::Notice(Notice::Complete {
                elicitation: "5e64935b".into(),
            })),
        ),
        (
            "awaitDone.request.json",
            call(11, Call::AwaitDone(AwaitDoneParams::Question("q9".into()))),
        ),
        (
            "awaitDone.request.key.json",
            call(11, Call::AwaitDone(AwaitDoneParams::Key(key()))),
        ),
        (
            "awaitDone.result.done.json",
            link_result(DoneState::Done, Some(DoneBy::Server)),
        ),
        (
            "awaitDone.result.cancelled.json",
            link_result(DoneState::Cancelled, Some(DoneBy::Person)),
        ),
        (
            "awaitDone.result.expired.json",
            link_result(DoneState::Expired, None),
        ),
        (
            "awaitDone.result.unknown.json",
            link_result(DoneState::Unknown, None),
        ),
        (
            "cancelled.notification.json",
            Message::FromAsker(FromAsker::Notice(Notice::Cancelled {
                request: RequestId::Number(2),
            })),
        ),
        (
            "received.notification.json",
            Message::FromAsker(FromAsker::Notice(Notice::Received { key: key() })),
        ),
        (
            "preview.request.json",
            call(
                14,
                Call::Preview(PreviewParams {
                    message: "Where to?".into(),
                    requested_schema: json!({"type": "object", "properties": {"port": {"type": "integer", "exclusiveMinimum": 0}}}),
                }),
            ),
        ),
        (
            "preview.result.json",
            reply(
                14,
                &PreviewResult {
                    findings: vec![PreviewFinding {
                        rule: "unknown-keyword".into(),
                        severity: PreviewSeverity::Error,
                        field: Some("port".into()),
                        text: "MCP knows no exclusiveMinimum for such a field: agents may ignore it, so check the answer yourself.".into(),
                    }],
                },
            ),
        ),
        (
            "elicit.request.preview.json",
            call(
                2,
                Call::Elicit(Box::new(ElicitParams {
                    preview: true,
                    ..ElicitParams::form(
                        "Delete 3 files?",
                        json!({"type": "object", "properties": {}}),
                    )
                })),
            ),
        ),
        (
            "withdraw.request.json",
            call(12, Call::Withdraw(WithdrawnQuestions::Key(key()).into())),
        ),
        (
            "withdraw.request.name.json",
            call(
                12,
                Call::Withdraw(WithdrawParams {
                    questions: WithdrawnQuestions::Name(withdraw_name()),
                    because: Some(WithdrawReason::AnsweredInTerminal),
                    ran_ms: Some(6134),
                }),
            ),
        ),
        (
            "withdraw.request.session.json",
            call(
                12,
                Call::Withdraw(WithdrawParams {
                    because: Some(WithdrawReason::TurnEnded),
                    ..WithdrawnQuestions::Session("c99896da".into()).into()
                }),
            ),
        ),
        (
            "withdraw.result.json",
            reply(12, &WithdrawResult { withdrawn: true }),
        ),
        (
            "elicit.request.key.json",
            call(
                2,
                Call::Elicit(Box::new(ElicitParams {
                    key: Some(key()),
                    ..ElicitParams::form(
                        "Delete 3 files?",
                        json!({"type": "object", "properties": {}}),
                    )
                })),
            ),
        ),
        (
            "elicit.request.labels.json",
            call(
                2,
                Call::Elicit(Box::new(ElicitParams {
                    yes_label: Some("Delete".into()),
                    no_label: Some("Keep".into()),
                    ..ElicitParams::form(
                        "Delete 3 files?",
                        json!({"type": "object", "properties": {}}),
                    )
                })),
            ),
        ),
        (
            "permission.request.withdraw-name.json",
            call(
                13,
                Call::Elicit(Box::new(ElicitParams {
                    key: Some(key()),
                    withdraw_name: Some(withdraw_name()),
                    ..ElicitParams::permission("Bash", run("npm test"))
                })),
            ),
        ),
        (
            "permission.request.json",
            call(
                13,
                Call::Elicit(Box::new(ElicitParams {
                    agent: Some("Claude Code".into()),
                    project: Some("/home/ada/shop".into()),
                    ..ElicitParams::permission(
                        "Bash",
                        PermissionParams {
                            description: Some("Run the tests".into()),
                            arguments: arguments(json!({
                                "command": "npm test",
                                "description": "Run the tests",
                                "timeout": 600_000,
                            })),
                            choices: vec![PermissionChoice {
                                id: "suggestion-0".into(),
                                effect: "Always allow commands that start with “npm test” in this \
                                         project, on this computer"
                                    .into(),
                            }],
                            editable: true,
                            note: true,
                            ..run("npm test")
                        },
                    )
                })),
            ),
        ),
        (
            "permission.request.edit.json",
            permission_call(
                "Edit",
                PermissionAction::Edit {
                    path: "/home/ada/shop/src/session.ts".into(),
                    changes: vec![TextChange {
                        old: "const days = 7;\n".into(),
                        new: "const days = 30;\n".into(),
                    }],
                },
            ),
        ),
        (
            "permission.request.write.json",
            permission_call(
                "Write",
                PermissionAction::Write {
                    path: "/home/ada/shop/notes.md".into(),
                    text: "# Notes\n\nDone.\n".into(),
                    old: Some("# Notes\n".into()),
                },
            ),
        ),
        (
            "permission.request.read.json",
            permission_call(
                "Read",
                PermissionAction::Read {
                    path: "/etc/hosts".into(),
                },
            ),
        ),
        (
            "permission.request.fetch.json",
            permission_call(
                "WebFetch",
                PermissionAction::Fetch {
                    url: "https://example.com/changes".into(),
                },
            ),
        ),
        (
            "permission.request.mcp.json",
            call(
                13,
                Call::Elicit(Box::new(ElicitParams::permission(
                    "mcp__github__create_pull_request",
                    PermissionParams {
                        action: PermissionAction::Mcp {
                            server: "github".into(),
                            tool: "create_pull_request".into(),
                        },
                        arguments: arguments(json!({"title": "Fix the login", "draft": true})),
                        reasons: vec!["The server is new in this project.".into()],
                        omitted: vec![
                            "Claude Code suggests a rule that Doorbell doesn’t know.".into(),
                        ],
                        ..PermissionParams::default()
                    },
                ))),
            ),
        ),
        (
            "permission.request.other.json",
            permission_call("Grep", PermissionAction::Other),
        ),
        (
            "permission.result.allow.json",
            reply(
                13,
                &ElicitResult::new(
                    Action::Accept,
                    Some(arguments(json!({"choice": "allow"}))),
                    shown("accepted", None),
                ),
            ),
        ),
        (
            "permission.result.changed.json",
            reply(
                13,
                &ElicitResult::new(
                    Action::Accept,
                    Some(arguments(json!({
                        "choice": "allow",
                        "message": "The end-to-end tests take an hour",
                        "changed": ["npm test -- --skip e2e"],
                    }))),
                    shown("accepted", None),
                ),
            ),
        ),
        (
            "permission.result.choice.json",
            reply(
                13,
                &ElicitResult::new(
                    Action::Accept,
                    Some(arguments(json!({"choice": "suggestion-0"}))),
                    shown("accepted", None),
                ),
            ),
        ),
        (
            "permission.result.deny.json",
            reply(
                13,
                &ElicitResult::new(
                    Action::Decline,
                    Some(arguments(
                        json!({"choice": "deny", "message": "Not on Friday"}),
                    )),
                    shown("declined", None),
                ),
            ),
        ),
        (
            "elicit.result.withdrawn.json",
            reply(
                2,
                &ElicitResult::new(
                    Action::Cancel,
                    None,
                    OutcomeMeta {
                        because: Some(WithdrawReason::TurnEnded.name().into()),
                        answered_at: None,
                        ..shown(
                            "withdrawn",
                            Some("It was taken back by another connection."),
                        )
                    },
                ),
            ),
        ),
        (
            "error.key.json",
            Message::FromDoorbell(FromDoorbell::Error {
                id: Some(RequestId::Number(2)),
                error: RpcError::key_in_use(),
            }),
        ),
        (
            "error.taken-over.json",
            Message::FromDoorbell(FromDoorbell::Error {
                id: Some(RequestId::Number(2)),
                error: RpcError::superseded(),
            }),
        ),
        (
            "progress.notification.json",
            Message::FromDoorbell(FromDoorbell::Progress(ProgressParams {
                progress_token: ProgressToken::Text("deploy-17".into()),
                progress: 1,
                message: "Waiting for your answer in Doorbell".into(),
            })),
        ),
        ("list.request.json", call(3, Call::List)),
        (
            "list.result.json",
            reply(
                3,
                &ListResult {
                    questions: vec![
                        ListedQuestion {
                            question: "q7".into(),
                            agent: "Claude Code".into(),
                            age: 42,
                            message: Some("Where should I deploy?".into()),
                            server: Some("Shop".into()),
                        },
                        ListedQuestion {
                            question: "q8".into(),
                            agent: "Codex".into(),
                            age: 5,
                            message: None,
                            server: None,
                        },
                    ],
                },
            ),
        ),
        ("status.request.json", call(4, Call::Status)),
        (
            "status.result.json",
            reply(
                4,
                &StatusResult {
                    doorbell: "0.1.0".into(),
                    protocol: PROTOCOL,
                    pid: 4711,
                    open: 2,
                    showing: true,
                    asker: Some(StatusAsker {
                        pid: 4802,
                        program: Some("/usr/bin/doorbell".into()),
                    }),
                    desktop: Some(DesktopStatus {
                        notifications: NotificationStatus::WithButtons,
                        tray: true,
                        polite_window: true,
                    }),
                },
            ),
        ),
        (
            "open.request.json",
            call(
                5,
                Call::Open(OpenParams {
                    question: Some("q7".into()),
                    page: None,
                }),
            ),
        ),
        (
            "open.request.page.json",
            call(
                5,
                Call::Open(OpenParams {
                    question: None,
                    page: Some(Page::History),
                }),
            ),
        ),
        (
            "open.result.json",
            reply(
                5,
                &OpenResult {
                    showing: Some("q7".into()),
                },
            ),
        ),
        (
            "stop.request.json",
            call(6, Call::Stop(StopParams::default())),
        ),
        (
            "stop.request.restart.json",
            call(
                6,
                Call::Stop(StopParams {
                    force: false,
                    restart: true,
                }),
            ),
        ),
        (
            "stop.result.json",
            reply(
                6,
                &StopResult {
                    stopping: false,
                    open: 2,
                },
            ),
        ),
        ("error.parse.json", error_for("not JSON")),
        ("error.invalid-request.json", error_for("[]")),
        (
            "error.method-not-found.json",
            error_for(r#"{"jsonrpc":"2.0","id":7,"method":"doorbell/answer"}"#),
        ),
        (
            "error.invalid-params.json",
            error_for(
                r#"{"jsonrpc":"2.0","id":8,"method":"elicitation/create","params":{"message":7}}"#,
            ),
        ),
        (
            "error.mode.json",
            error_for(
                r#"{"jsonrpc":"2.0","id":8,"method":"elicitation/create","params":{"mode":"voice","message":"Hello?"}}"#,
            ),
        ),
        (
            "error.url.json",
            Message::FromDoorbell(FromDoorbell::Error {
                id: Some(RequestId::Number(9)),
                error: RpcError::new(code::INVALID_PARAMS, "params.url is not a URL"),
            }),
        ),
        (
            "error.busy.json",
            Message::FromDoorbell(FromDoorbell::Error {
                id: None,
                error: RpcError::new(
                    code::BUSY,
                    "this process has 8 connections open; use one of them",
                ),
            }),
        ),
    ]
}

fn permission_call(tool: &str, action: PermissionAction) -> Message {
    let permission = PermissionParams {
        action,
        ..PermissionParams::default()
    };
    let params = ElicitParams::permission(tool, permission);
    call(13, Call::Elicit(Box::new(params)))
}

fn run(command: &str) -> PermissionParams {
    PermissionParams {
        action: PermissionAction::Run {
            command: command.into(),
        },
        ..PermissionParams::default()
    }
}

fn arguments(object: Value) -> Map<String, Value> {
    object.as_object().unwrap().clone()
}

fn question() -> ElicitParams {
    let mut question = ElicitParams::form(
        "Where should I deploy?",
        json!({
            "type": "object",
            "properties": {
                "environment": {"type": "string", "title": "Environment", "enum": ["staging", "production"]},
                "replicas": {"type": "integer", "title": "Replicas", "minimum": 1, "default": 2},
            },
            "required": ["environment"],
        }),
    );
    question.progress_token = Some(ProgressToken::Text("deploy-17".into()));
    question.server = Some(ServerClaim {
        name: "shop".into(),
        title: Some("Shop".into()),
        version: Some("1.4.0".into()),
        command: Some("npx shop-mcp".into()),
        url: None,
    });
    question.agent = Some("Acme Agent".into());
    question.tool = Some("deploy".into());
    question.session = Some("b7f1".into());
    question.project = Some("/home/ada/shop".into());
    question.deadline_ms = Some(240_000);
    question.hand_back = true;
    question
}

/// A link in MCP's revision 2025-11-25, as part of a group.
fn link() -> ElicitParams {
    let mut question = ElicitParams::url(
        "Connect your Shop account",
        "https://shop.example/connect?state=8c1f",
    );
    if let ElicitMode::Url { elicitation_id, .. } = &mut question.mode {
        *elicitation_id = Some("5e64935b".into());
    }
    question.server = Some(ServerClaim {
        name: "shop".into(),
        title: Some("Shop".into()),
        version: None,
        command: None,
        url: None,
    });
    question.tool = Some("orders".into());
    question.group = Some("orders-3".into());
    question
}

fn key() -> Key {
    Key::new("6f1c0e5b9d2a47c3b8e4f07a15d3926c").unwrap()
}

fn withdraw_name() -> WithdrawName {
    WithdrawName::new("claude-code c99896da 5be0c1f24a9d7e63").unwrap()
}

/// A link in MCP's revisions from 2026-07-28 on.
fn modern_link() -> ElicitParams {
    ElicitParams::url(
        "Connect your Shop account",
        "https://shop.example/connect?state=8c1f",
    )
}

fn link_result(state: DoneState, by: Option<DoneBy>) -> Message {
    reply(11, &AwaitDoneResult { state, by })
}

fn answers() -> Map<String, Value> {
    let answers = json!({"environment": "staging", "replicas": 2});
    answers.as_object().cloned().unwrap()
}

/// The outcome of a question that was on the screen.
fn shown(outcome: &str, reason: Option<&str>) -> OutcomeMeta {
    OutcomeMeta {
        outcome: outcome.into(),
        reason: reason.map(str::to_owned),
        because: None,
        question: Some("q7".into()),
        shown_at: Some("2026-11-16T13:03:10.25Z".into()),
        answered_at: Some("2026-11-16T13:03:21.5Z".into()),
    }
}

/// The outcome of a question that was never on the screen.
fn not_shown(outcome: &str, reason: &str) -> OutcomeMeta {
    OutcomeMeta {
        outcome: outcome.into(),
        reason: Some(reason.into()),
        ..OutcomeMeta::default()
    }
}

/// Question sets, plans and notices.
fn session_cases() -> Vec<(&'static str, Message)> {
    let report = |state, message: &str, reply| {
        let params = SessionParams {
            state,
            message: message.into(),
            turn: Some("68cf547b".into()),
            reply,
            quiet: false,
            agent: Some("Claude Code".into()),
            session: Some("c99896da".into()),
            project: Some("/home/ada/shop".into()),
        };
        call(17, Call::Session(params))
    };
    let replied = |text: Option<&str>| {
        let result = SessionResult {
            reply: text.map(str::to_owned),
        };
        reply(17, &result)
    };
    vec![
        (
            "session.request.json",
            report(SessionState::Working, "", false),
        ),
        (
            "session.request.waits.json",
            report(
                SessionState::WaitsInTerminal,
                "Claude needs your permission to use Bash",
                false,
            ),
        ),
        ("session.result.json", replied(None)),
        (
            "session.request.reply.json",
            report(SessionState::Finished, "All 212 tests pass.", true),
        ),
        (
            "session.result.reply.json",
            replied(Some("Run the linter, too")),
        ),
    ]
}

fn agent_question_cases() -> Vec<(&'static str, Message)> {
    let ask = |id, message: &str, question| {
        let params = ElicitParams {
            agent: Some("Claude Code".into()),
            project: Some("/home/ada/shop".into()),
            ..ElicitParams::agent_question(message, question)
        };
        call(id, Call::Elicit(Box::new(params)))
    };
    let answer = |id, action, content: Value, outcome| {
        let content = content.as_object().cloned();
        reply(
            id,
            &ElicitResult::new(action, content, shown(outcome, None)),
        )
    };
    let option = |label: &str| ChoiceOption {
        label: label.into(),
        ..ChoiceOption::default()
    };
    let questions = AgentQuestion::Questions(vec![
        ChoiceQuestion {
            header: "Sign-in".into(),
            text: "How should people sign in?".into(),
            options: vec![
                ChoiceOption {
                    label: "Passkeys".into(),
                    description: "No password to forget".into(),
                    preview: Some("`auth.passkey()`".into()),
                },
                option("Password"),
            ],
            note: true,
            ..ChoiceQuestion::default()
        },
        ChoiceQuestion {
            text: "Which pages need it?".into(),
            multiple: true,
            options: vec![option("Orders"), option("Account")],
            closed: true,
            ..ChoiceQuestion::default()
        },
    ]);
    let plan = AgentQuestion::Plan {
        plan: "# Passkeys\n\n1. Add a table\n2. Change the **sign-in** page".into(),
        choices: vec![
            PlanChoice {
                id: "auto".into(),
                label: "Approve".into(),
                effect: "Edits files without asking, until the session ends".into(),
            },
            PlanChoice {
                id: "review".into(),
                label: "Approve and review edits".into(),
                effect: String::new(),
            },
        ],
    };
    let notice = AgentQuestion::Notice(NoticeReason::Finished);
    vec![
        (
            "questions.request.json",
            ask(14, "Two things before I start.", questions),
        ),
        (
            "questions.result.json",
            answer(
                14,
                Action::Accept,
                json!({"answers": [
                    {"chosen": ["Passkeys"], "note": "Not for guests"},
                    {"chosen": ["Orders", "Account"]}
                ]}),
                "accepted",
            ),
        ),
        (
            "questions.result.other.json",
            answer(
                14,
                Action::Accept,
                json!({"answers": [
                    {"chosen": [], "other": "A link by email"},
                    {"chosen": ["Orders"]}
                ]}),
                "accepted",
            ),
        ),
        ("plan.request.json", ask(15, "", plan)),
        (
            "plan.result.json",
            answer(15, Action::Accept, json!({"choice": "review"}), "accepted"),
        ),
        (
            "plan.result.declined.json",
            answer(
                15,
                Action::Decline,
                json!({
                    "feedback": "Keep passwords, too",
                    "comments": [{
                        "line": 4,
                        "text": "2. Change the **sign-in** page",
                        "comment": "And the sign-up page",
                    }],
                }),
                "declined",
            ),
        ),
        (
            "notice.request.json",
            ask(16, "All 212 tests pass.", notice),
        ),
        (
            "notice.result.json",
            answer(16, Action::Accept, Value::Null, "accepted"),
        ),
    ]
}

#[test]
fn answers_are_read_as_a_whole() {
    let permission = |content: Value| PermissionAnswer::read(content.as_object());
    assert_eq!(
        permission(json!({"choice": "allow", "changed": ["ls"]})),
        Some(PermissionAnswer {
            choice: PermissionAnswer::ALLOW.into(),
            changed: Some(vec!["ls".into()]),
            ..PermissionAnswer::default()
        })
    );
    assert_eq!(permission(Value::Null), None);
    assert_eq!(permission(json!({"message": "No"})), None);
    assert_eq!(
        permission(json!({"choice": "allow", "changed": "ls"})),
        None
    );

    let plan = |content: Value| PlanAnswer::read(content.as_object());
    assert_eq!(plan(Value::Null), Some(PlanAnswer::default()));
    assert_eq!(
        plan(json!({"choice": "auto", "comments": [{"line": 2, "text": "b", "comment": "c"}]})),
        Some(PlanAnswer {
            choice: Some("auto".into()),
            feedback: None,
            comments: vec![PlanComment {
                line: 2,
                text: "b".into(),
                comment: "c".into(),
            }],
        })
    );
    assert_eq!(plan(json!({"comments": [{"line": 2}]})), None);
}

fn call(id: i64, call: Call) -> Message {
    Message::FromAsker(FromAsker::Call {
        id: RequestId::Number(id),
        call,
    })
}

/// Also checks that a client can decode the result.
fn reply<R: Serialize + DeserializeOwned + PartialEq + Debug>(id: i64, result: &R) -> Message {
    let value = json!(result);
    assert_eq!(&serde_json::from_value::<R>(value.clone()).unwrap(), result);
    Message::FromDoorbell(FromDoorbell::Reply {
        id: RequestId::Number(id),
        result: value,
    })
}

fn error_for(line: &str) -> Message {
    let malformed = FromAsker::decode(line.as_bytes()).unwrap_err();
    Message::FromDoorbell(FromDoorbell::Error {
        id: malformed.id,
        error: malformed.error,
    })
}

fn golden(name: &str) -> String {
    fs::read_to_string(docs().join("protocol").join(name))
        .unwrap_or_else(|error| panic!("docs/protocol/{name}: {error}"))
}

fn document() -> String {
    fs::read_to_string(docs().join("protocol.md")).unwrap()
}

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}
