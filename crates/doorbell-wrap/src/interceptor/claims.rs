//! What the proxy claims about the asker. Doorbell verifies the process itself.

use doorbell_protocol::{MAX_LOCATION_BYTES, MAX_NAME_BYTES, without_nulls};
use serde_json::{Value, json};

use crate::action::AskId;
use crate::key_generator::KeyGenerator;
use crate::members::Members;

/// The claims that all questions of a proxy share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    pub server: String,
    pub command: Option<String>,
    pub url: Option<String>,
    /// The agent's name, from the environment or its client info.
    pub agent: Option<String>,
    pub session: Option<String>,
    /// The working directory.
    pub project: Option<String>,
    pub keys: Option<KeyGenerator>,
}

/// The claims of one question.
#[derive(Default)]
pub(super) struct QuestionContext {
    pub(super) tool: Option<String>,
    pub(super) group: Option<String>,
    pub(super) hand_back: bool,
}

impl Claims {
    /// Takes the agent's name from its client info unless the environment has named it.
    pub(super) fn learn_agent(&mut self, client: &Members<'_>) {
        if self.agent.is_none() {
            self.agent = client
                .string("title")
                .or_else(|| client.string("name"))
                .map(|name| display_name(&name).map_or(name, str::to_owned));
        }
    }

    /// Builds the params for Doorbell: the server's, with `_meta` replaced by the proxy's claims.
    pub(super) fn params(
        &self,
        params: &Members<'_>,
        context: &QuestionContext,
        ask: AskId,
    ) -> String {
        let mut json = String::from("{");
        for (name, value) in params.iter() {
            // The server must not make claims for the proxy, and Doorbell does not support tasks.
            if name != "_meta" && name != "task" {
                json.push_str(&crate::splice::quoted(name));
                json.push(':');
                json.push_str(value.get());
                json.push(',');
            }
        }
        let meta = json!({"dev.doorbell/asker": self.asker(context, ask)});
        json.push_str("\"_meta\":");
        json.push_str(&meta.to_string());
        json.push('}');
        json
    }

    fn asker(&self, context: &QuestionContext, ask: AskId) -> Value {
        fn truncated_to(limit: usize) -> impl Fn(&Option<String>) -> Option<String> {
            move |text| text.as_deref().map(|text| truncate(text, limit).to_owned())
        }
        let (as_name, as_location) = (
            truncated_to(MAX_NAME_BYTES),
            truncated_to(MAX_LOCATION_BYTES),
        );
        without_nulls(json!({
            "agent": as_name(&self.agent),
            "tool": as_name(&context.tool),
            "session": as_name(&self.session),
            "project": as_location(&self.project),
            "group": as_name(&context.group),
            "handBack": context.hand_back.then_some(true),
            "server": without_nulls(json!({
                "name": truncate(&self.server, MAX_NAME_BYTES),
                "command": as_location(&self.command),
                "url": as_location(&self.url),
            })),
            "key": self.keys.as_ref().and_then(|keys| keys.key_for(ask)),
        }))
    }
}

/// Display names of agents by the client name they send.
fn display_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "claude-code" => "Claude Code",
        "codex-mcp-client" => "Codex",
        "copilot-cli" => "Copilot CLI",
        "gemini-cli-mcp-client" => "Gemini CLI",
        "opencode" => "opencode",
        _ => return None,
    })
}

fn truncate(text: &str, limit: usize) -> &str {
    &text[..text.floor_char_boundary(limit)]
}

/// Returns "deploy", or "one of: deploy, test" if several calls may have caused the question.
pub(super) fn join_names(mut names: Vec<String>) -> Option<String> {
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    match names.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        several => Some(format!("one of: {}", several.join(", "))),
    }
}
