//! The server as rmcp sees it.

use std::sync::Arc;
use std::time::Duration;

use doorbell_protocol::client::Connector;
use doorbell_protocol::{MAX_NAME_BYTES, ServerClaim};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, Implementation, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ProgressToken, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, Peer, RoleServer, ServerHandler};
use tokio::time::sleep;

use crate::bell::Bell;
use crate::outcome;
use crate::question::Question;
use crate::tools::{INSTRUCTIONS, Kind};

/// How often those who gave a token hear that the person has not answered yet.
const PROGRESS_EVERY: Duration = Duration::from_secs(15);
/// What they hear.
const WAITING: &str = "Waiting for your answer in Doorbell";

/// Serves one agent.
pub struct Server {
    bell: Bell,
}

impl Server {
    pub fn new(connector: Arc<dyn Connector>) -> Self {
        Self {
            bell: Bell::new(connector),
        }
    }

    async fn call(
        &self,
        kind: Kind,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResult {
        let mut question = match Question::read(kind, request.arguments.unwrap_or_default()) {
            Ok(question) => question,
            Err(error) => return outcome::no_question(kind, &error),
        };
        // The words are the agent's own: it stands where a server would.
        if let Some(agent) = context.client_info() {
            question.params.agent = name(agent.title.as_deref().unwrap_or(&agent.name));
            question.params.server = claim(&agent);
        }
        let token = context.meta.get_progress_token();
        // Before anything is asked: no answer, however quick, overtakes it.
        if let Some(token) = &token {
            ask_for_patience(&context.peer, token, 0.0).await;
        }
        tokio::select! {
            ended = self.bell.ask(question, &context.ct) => match ended {
                Ok(answered) => outcome::answered(kind, &answered.result, answered.finished),
                Err(error) => outcome::not_asked(kind, &error),
            },
            never = keep_patient(&context.peer, token) => never,
        }
    }
}

impl ServerHandler for Server {
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
        let tools = Kind::ALL.map(Kind::tool).to_vec();
        Ok(ListToolsResult::with_all_items(tools))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        Kind::named(name).map(Kind::tool)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match Kind::named(&request.name) {
            Some(kind) => Ok(self.call(kind, request, &context).await.into()),
            None => Err(ErrorData::invalid_params("there is no such tool", None)),
        }
    }
}

/// Tells again and again that the person has not answered yet, if the caller wants to hear it. It
/// never ends by itself.
async fn keep_patient<T>(peer: &Peer<RoleServer>, token: Option<ProgressToken>) -> T {
    let Some(token) = token else {
        return std::future::pending().await;
    };
    let mut progress = 0.0;
    loop {
        sleep(PROGRESS_EVERY).await;
        progress += 1.0;
        ask_for_patience(peer, &token, progress).await;
    }
}

async fn ask_for_patience(peer: &Peer<RoleServer>, token: &ProgressToken, progress: f64) {
    let notice = ProgressNotificationParam::new(token.clone(), progress).with_message(WAITING);
    // One that cannot be told is gone, and its question ends for that.
    let _ = peer.notify_progress(notice).await;
}

/// The agent in its own words.
fn claim(agent: &Implementation) -> Option<ServerClaim> {
    Some(ServerClaim {
        title: agent.title.as_deref().and_then(name),
        version: name(&agent.version),
        ..ServerClaim::named(name(&agent.name)?)
    })
}

/// As much of a name as Doorbell takes; a long one must not lose the question.
fn name(text: &str) -> Option<String> {
    let end = text.floor_char_boundary(MAX_NAME_BYTES);
    Some(text[..end].to_owned()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_as_long_as_doorbell_takes_it() {
        let long = "é".repeat(MAX_NAME_BYTES / 2);
        assert_eq!(name(&long).as_deref(), Some(long.as_str()));
        let longer = format!("a{long}");
        assert_eq!(name(&longer).map(|name| name.len()), Some(MAX_NAME_BYTES - 1));
        assert_eq!(name(""), None);
    }
}
