//! A client built on rmcp.

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
fn rmcp_client_asks_in_both_eras() {
    for lifecycle in lifecycles() {
        let doorbell = Doorbell::start();
        let fields = json!([{"name": "name", "title": "Name"}]);
        let arguments = json!({"message": "Who?", "fields": fields});
        let agent = Agent::call_tool(&doorbell.socket(), lifecycle, "ask", arguments);
        let question = doorbell.wait_for_question("Who?");
        question.type_text("Name", "Zoë");
        question.send();
        let result = agent.result().unwrap().structured_content.unwrap();
        assert_eq!(result["answer"], json!({"name": "Zoë"}));
    }
}

#[test]
fn dropped_call_withdraws_its_question() {
    for lifecycle in lifecycles() {
        let doorbell = Doorbell::start();
        let arguments = json!({"message": "Well?"});
        let mut agent = Agent::call_tool(&doorbell.socket(), lifecycle, "confirm", arguments);
        doorbell.wait_for_question("Well?");
        agent.cancel();
        doorbell.wait_for_empty_screen();
        assert_eq!(agent.result(), None);
    }
}

/// The default of rmcp, and the newer era.
fn lifecycles() -> [ClientLifecycleMode; 2] {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    [
        ClientLifecycleMode::Initialize,
        ClientLifecycleMode::Discover { preferred_versions },
    ]
}

/// An agent that makes one call on its own thread.
struct Agent {
    cancel: Option<oneshot::Sender<()>>,
    disconnect: oneshot::Sender<()>,
    result: JoinHandle<Option<CallToolResult>>,
}

impl Agent {
    fn call_tool(
        socket: &Path,
        lifecycle: ClientLifecycleMode,
        tool: &'static str,
        arguments: Value,
    ) -> Self {
        // Not on the other thread: this may build the binary first.
        let server = server(socket);
        let (cancel, cancelled) = oneshot::channel();
        let (disconnect, disconnected) = oneshot::channel::<()>();
        let result = spawn(move || {
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
                // The agent's program, not its model, calls `permission`, and wants text.
                let mut tools = tools.iter().filter(|tool| tool.name != "permission");
                assert!(tools.all(|tool| tool.output_schema.is_some()));
                let mut call = CallToolRequestParams::new(tool);
                call.arguments = arguments.as_object().cloned();
                let result = tokio::select! {
                    result = agent.call_tool(call) => Some(result.unwrap()),
                    Ok(()) = cancelled => None,
                };
                // The server keeps running until the question is withdrawn.
                let _ = disconnected.await;
                result
            })
        });
        Self {
            cancel: Some(cancel),
            disconnect,
            result,
        }
    }

    fn cancel(&mut self) {
        self.cancel.take().unwrap().send(()).unwrap();
    }

    fn result(self) -> Option<CallToolResult> {
        drop(self.disconnect);
        // Dropping `cancel` earlier would cancel the call.
        let result = self.result.join().unwrap();
        drop(self.cancel);
        result
    }
}
