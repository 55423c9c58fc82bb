//! What the person is told about who asks. All of it is claimed; Doorbell looks at the process
//! for itself.

use doorbell_protocol::{MAX_NAME_BYTES, MAX_LOCATION_BYTES, without_nulls};
use serde_json::{Value, json};

use crate::action::AskId;
use crate::keys::Keys;
use crate::members::Members;

/// What is the same for every question of a proxy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The server's name.
    pub server: String,
    /// The command that runs it.
    pub command: Option<String>,
    /// Or its address.
    pub url: Option<String>,
    /// The agent, as its environment marks it or as it calls itself.
    pub agent: Option<String>,
    /// The agent's session.
    pub session: Option<String>,
    /// The folder that is worked in.
    pub project: Option<String>,
    /// Makes the keys of the questions.
    pub keys: Option<Keys>,
}

/// What is said about one question.
#[derive(Default)]
pub(super) struct About {
    pub(super) tool: Option<String>,
    pub(super) group: Option<String>,
    pub(super) hand_back: bool,
}

impl Claims {
    /// The agent said who it is; what the environment said counts more.
    pub(super) fn met_agent(&mut self, client: &Members<'_>) {
        if self.agent.is_none() {
            self.agent = client
                .text("title")
                .or_else(|| client.text("name"))
                .map(|name| known(&name).map_or(name, str::to_owned));
        }
    }

    /// Params for Doorbell: the server's own, with what it says about the asker taken out and
    /// what the proxy says put in.
    pub(super) fn params(&self, params: &Members<'_>, about: &About, ask: AskId) -> String {
        let mut json = String::from("{");
        for (name, value) in params.iter() {
            // A server must not speak for the proxy, and Doorbell takes no tasks.
            if name != "_meta" && name != "task" {
                json.push_str(&crate::splice::quoted(name));
                json.push(':');
                json.push_str(value.get());
                json.push(',');
            }
        }
        let meta = json!({"dev.doorbell/asker": self.asker(about, ask)});
        json.push_str("\"_meta\":");
        json.push_str(&meta.to_string());
        json.push('}');
        json
    }

    fn asker(&self, about: &About, ask: AskId) -> Value {
        fn at_most(most: usize) -> impl Fn(&Option<String>) -> Option<String> {
            move |text| text.as_deref().map(|text| cut(text, most).to_owned())
        }
        let (name, place) = (at_most(MAX_NAME_BYTES), at_most(MAX_LOCATION_BYTES));
        without_nulls(json!({
            "agent": name(&self.agent),
            "tool": name(&about.tool),
            "session": name(&self.session),
            "project": place(&self.project),
            "group": name(&about.group),
            "handBack": about.hand_back.then_some(true),
            "server": without_nulls(json!({
                "name": cut(&self.server, MAX_NAME_BYTES),
                "command": place(&self.command),
                "url": place(&self.url),
            })),
            "key": self.keys.as_ref().and_then(|keys| keys.of(ask)),
        }))
    }
}

/// Names under which agents introduce themselves to servers.
fn known(name: &str) -> Option<&'static str> {
    Some(match name {
        "claude-code" => "Claude Code",
        "codex-mcp-client" => "Codex",
        "copilot-cli" => "Copilot CLI",
        "gemini-cli-mcp-client" => "Gemini CLI",
        "opencode" => "opencode",
        _ => return None,
    })
}

/// As much of a text as Doorbell takes.
fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

/// "deploy", or "one of: deploy, test" where it cannot be told which.
pub(super) fn one_of(mut names: Vec<String>) -> Option<String> {
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    match names.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        several => Some(format!("one of: {}", several.join(", "))),
    }
}
