//! The MCP server that rmcp runs.

use std::sync::Arc;
use std::time::Duration;

use doorbell_protocol::{MAX_NAME_BYTES, ServerClaim};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, Implementation, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ProgressToken, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, Peer, RoleServer, ServerHandler};
use tokio::time::sleep;

use crate::doorbell_client::{Answer, AskError, DoorbellClient};
use crate::question::Question;
use crate::tools::{INSTRUCTIONS, ToolKind};
use crate::{Environment, outcome, permission};

/// How often a caller with a progress token is notified that the question is still open.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(15);
const PROGRESS_MESSAGE: &str = "Waiting for your answer in Doorbell";

/// Serves one agent.
pub struct McpServer {
    client: DoorbellClient,
    environment: Environment,
}

impl McpServer {
    pub fn new(environment: Environment) -> Self {
        Self {
            client: DoorbellClient::new(Arc::clone(&environment.connector)),
            environment,
        }
    }

    async fn call(
        &self,
        kind: ToolKind,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResult {
        let arguments = request.arguments.unwrap_or_default();
        let question = match Question::from_arguments(kind, arguments) {
            Ok(question) => question,
            Err(error) => return outcome::invalid_arguments(kind, &error),
        };
        match self.ask(question, context).await {
            Ok(answer) => outcome::ended(kind, &answer.result, answer.link_state),
            Err(error) => outcome::failed(kind, &error),
        }
    }

    async fn decide(
        &self,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResult {
        let request = match permission::read(request.arguments, &self.environment) {
            Ok(request) => request,
            Err(error) => return permission::unasked(&error.to_string()),
        };
        if let Some(reason) = request.unshowable() {
            return permission::unasked(reason);
        }
        let question = permission::question(&request, &self.environment).await;
        permission::decision(&request, &self.ask(question, context).await)
    }

    /// Asks, and notifies a caller with a progress token meanwhile.
    async fn ask(
        &self,
        mut question: Question,
        context: &RequestContext<RoleServer>,
    ) -> Result<Answer, AskError> {
        // The agent wrote the question, so it takes the place of the server.
        if let Some(agent) = context.client_info() {
            question.params.agent = truncated_name(agent.title.as_deref().unwrap_or(&agent.name));
            question.params.server = server_claim(&agent);
        }
        let token = context.meta.get_progress_token();
        // Sent before the question, so that the answer cannot overtake it.
        if let Some(token) = &token {
            notify_progress(&context.peer, token, 0.0).await;
        }
        tokio::select! {
            result = self.client.ask(question, &context.ct) => result,
            never = notify_progress_forever(&context.peer, token) => never,
        }
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let own = Implementation::new("doorbell", env!("CARGO_PKG_VERSION")).with_title("Doorbell");
        ServerConfig::new(capabilities)
            .with_server_info(own)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut tools = ToolKind::ALL.map(ToolKind::tool).to_vec();
        tools.push(permission::tool());
        Ok(ListToolsResult::with_all_items(tools))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        match name {
            permission::NAME => Some(permission::tool()),
            name => ToolKind::from_name(name).map(ToolKind::tool),
        }
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name == permission::NAME {
            return Ok(self.decide(request, &context).await.into());
        }
        match ToolKind::from_name(&request.name) {
            Some(kind) => Ok(self.call(kind, request, &context).await.into()),
            None => Err(ErrorData::invalid_params("there is no such tool", None)),
        }
    }
}

/// Notifies a caller with a progress token until this future is dropped.
async fn notify_progress_forever<T>(peer: &Peer<RoleServer>, token: Option<ProgressToken>) -> T {
    let Some(token) = token else {
        return std::future::pending().await;
    };
    let mut progress = 0.0;
    loop {
        sleep(PROGRESS_INTERVAL).await;
        progress += 1.0;
        notify_progress(peer, &token, progress).await;
    }
}

async fn notify_progress(peer: &Peer<RoleServer>, token: &ProgressToken, progress: f64) {
    let notice =
        ProgressNotificationParam::new(token.clone(), progress).with_message(PROGRESS_MESSAGE);
    // Fails only if the connection is closed, which also cancels the question.
    let _ = peer.notify_progress(notice).await;
}

/// Returns what the agent claims to be.
fn server_claim(agent: &Implementation) -> Option<ServerClaim> {
    Some(ServerClaim {
        title: agent.title.as_deref().and_then(truncated_name),
        version: truncated_name(&agent.version),
        ..ServerClaim::named(truncated_name(&agent.name)?)
    })
}

/// Cuts a name to the length that Doorbell accepts. Returns `None` for an empty name.
fn truncated_name(text: &str) -> Option<String> {
    let end = text.floor_char_boundary(MAX_NAME_BYTES);
    Some(text[..end].to_owned()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_truncated_to_protocol_limit() {
        let long = "é".repeat(MAX_NAME_BYTES / 2);
        assert_eq!(truncated_name(&long).as_deref(), Some(long.as_str()));
        let longer = format!("a{long}");
        assert_eq!(
            truncated_name(&longer).map(|name| name.len()),
            Some(MAX_NAME_BYTES - 1)
        );
        assert_eq!(truncated_name(""), None);
    }
}
