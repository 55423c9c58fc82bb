//! An agent on rmcp.

use std::path::Path;
use std::process::Stdio;
use std::thread::{JoinHandle, spawn};

use rmcp::model::{CallToolRequestParams, CallToolResult, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt};
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::sync::oneshot;

use super::server;
use crate::support::Doorbell;

#[test]
fn it_asks_in_both_eras() {
    for lifecycle in lifecycles() {
        let doorbell = Doorbell::start();
        let fields = json!([{"name": "name", "title": "Name"}]);
        let arguments = json!({"message": "Who?", "fields": fields});
        let agent = Agent::calls(&doorbell.socket(), lifecycle, "ask", arguments);
        let question = doorbell.person().sees("Who?");
        question.types("Name", "Zoë");
        question.sends();
        let told = agent.hears().unwrap().structured_content.unwrap();
        assert_eq!(told["answer"], json!({"name": "Zoë"}));
    }
}

#[test]
fn a_call_that_it_gives_up_takes_its_question_back() {
    for lifecycle in lifecycles() {
        let doorbell = Doorbell::start();
        let arguments = json!({"message": "Well?"});
        let mut agent = Agent::calls(&doorbell.socket(), lifecycle, "confirm", arguments);
        doorbell.person().sees("Well?");
        agent.gives_up();
        doorbell.person().sees_nothing();
        assert_eq!(agent.hears(), None);
    }
}

/// As rmcp begins when it is told nothing else, and as it does in the newer era.
fn lifecycles() -> [ClientLifecycleMode; 2] {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    [
        ClientLifecycleMode::Initialize,
        ClientLifecycleMode::Discover { preferred_versions },
    ]
}

/// One call, on a thread of its own.
struct Agent {
    give_up: Option<oneshot::Sender<()>>,
    leave: oneshot::Sender<()>,
    ended: JoinHandle<Option<CallToolResult>>,
}

impl Agent {
    fn calls(
        socket: &Path,
        lifecycle: ClientLifecycleMode,
        tool: &'static str,
        arguments: Value,
    ) -> Self {
        // Not on the other thread: it may have to be built first.
        let server = server(socket);
        let (give_up, given_up) = oneshot::channel();
        let (leave, left) = oneshot::channel::<()>();
        let ended = spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let mut child = Command::from(server)
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .kill_on_drop(true)
                    .spawn()
                    .unwrap();
                let pipes = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
                let agent = ().serve_with_lifecycle(pipes, lifecycle).await.unwrap();
                let tools = agent.list_all_tools().await.unwrap();
                assert!(tools.iter().all(|tool| tool.output_schema.is_some()));
                let mut call = CallToolRequestParams::new(tool);
                call.arguments = arguments.as_object().cloned();
                let result = tokio::select! {
                    result = agent.call_tool(call) => Some(result.unwrap()),
                    Ok(()) = given_up => None,
                };
                // The server is still there when the question goes.
                let _ = left.await;
                result
            })
        });
        Self {
            give_up: Some(give_up),
            leave,
            ended,
        }
    }

    fn gives_up(&mut self) {
        self.give_up.take().unwrap().send(()).unwrap();
    }

    fn hears(self) -> Option<CallToolResult> {
        drop(self.leave);
        // Without this the call would be given up.
        let heard = self.ended.join().unwrap();
        drop(self.give_up);
        heard
    }
}
