//! The elicitation capability: what the agent declares, and what the proxy adds.

use serde_json::value::RawValue;

use super::{InterceptPolicy, Interceptor, modern};
use crate::members::Members;
use crate::message::Message;
use crate::splice::Splice;

const BOTH: &str = r#"{"form":{},"url":{}}"#;

/// An elicitation mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Form,
    Url,
}

/// A set of modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ModeSet {
    form: bool,
    url: bool,
}

/// The modes declared for a connection, or for one modern request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DeclaredModes {
    pub(super) by_host: ModeSet,
    /// The host's modes, and those the proxy added.
    pub(super) to_server: ModeSet,
}

impl Mode {
    /// Returns the mode that params ask for; `None` if it is unknown.
    pub(super) fn from_params(params: &Members<'_>) -> Option<Self> {
        match params.get("mode") {
            // MCP: the mode defaults to form.
            None => Some(Self::Form),
            Some(mode) => match serde_json::from_str::<String>(mode.get()).ok()?.as_str() {
                "form" => Some(Self::Form),
                "url" => Some(Self::Url),
                _ => None,
            },
        }
    }
}

impl ModeSet {
    const BOTH: Self = Self {
        form: true,
        url: true,
    };

    pub(super) fn has(self, mode: Mode) -> bool {
        match mode {
            Mode::Form => self.form,
            Mode::Url => self.url,
        }
    }

    pub(super) fn any(self) -> bool {
        self.form || self.url
    }

    fn parse(capabilities: &Members<'_>) -> Self {
        let Some(elicitation) = capabilities.object("elicitation") else {
            return Self::default();
        };
        let url = elicitation.get("url").is_some_and(is_present);
        Self {
            // MCP: an empty object declares only forms.
            form: !url || elicitation.get("form").is_some_and(is_present),
            url,
        }
    }
}

impl DeclaredModes {
    /// Reads the agent's modes and adds both if Doorbell is reachable. Otherwise the server keeps
    /// its own fallback for clients without elicitation.
    fn merged(capabilities: &RawValue, splice: &mut Splice<'_>, is_reachable: bool) -> Self {
        let by_host = Members::parse(capabilities)
            .map(|capabilities| ModeSet::parse(&capabilities))
            .unwrap_or_default();
        let to_server = match is_reachable && add_elicitation(capabilities, splice) {
            true => ModeSet::BOTH,
            false => by_host,
        };
        Self { by_host, to_server }
    }
}

impl Interceptor {
    /// Returns whether Doorbell, rather than the agent, asks a question of this mode.
    pub(super) fn is_for_doorbell(&self, declared: DeclaredModes, mode: Mode) -> bool {
        let host_supports = declared.by_host.has(mode);
        match self.policy {
            _ if !declared.to_server.has(mode) => false,
            InterceptPolicy::Missing if host_supports => false,
            InterceptPolicy::Always | InterceptPolicy::Missing => {
                self.doorbell_reachable || !host_supports
            }
        }
    }

    /// Handles `initialize`, whose capabilities apply to the whole connection.
    pub(super) fn on_initialize(
        &mut self,
        message: &Message<'_>,
        splice: &mut Splice<'_>,
        is_reachable: impl FnOnce() -> bool,
    ) {
        let Some((raw, params)) = message
            .params
            .and_then(|raw| Some((raw, Members::parse(raw)?)))
        else {
            return;
        };
        if let Some(client) = params.object("clientInfo") {
            self.claims.learn_agent(&client);
        }
        self.host_accepts_task_requests = params
            .object("capabilities")
            .and_then(|capabilities| capabilities.object("tasks"))
            .and_then(|tasks| tasks.object("requests"))
            .and_then(|requests| requests.object("elicitation"))
            .is_some();
        self.doorbell_reachable = is_reachable();
        self.declared = Some(match params.get("capabilities") {
            Some(capabilities) => {
                DeclaredModes::merged(capabilities, splice, self.doorbell_reachable)
            }
            None if self.doorbell_reachable => {
                splice.insert_members(raw, &[("capabilities", &both_declared())]);
                DeclaredModes {
                    by_host: ModeSet::default(),
                    to_server: ModeSet::BOTH,
                }
            }
            None => DeclaredModes::default(),
        });
    }

    /// Handles the capabilities in a modern request, which apply to that request only.
    pub(super) fn on_modern_request(
        &mut self,
        meta: &Members<'_>,
        splice: &mut Splice<'_>,
        is_reachable: impl FnOnce() -> bool,
    ) -> DeclaredModes {
        if let Some(client) = meta.object(modern::CLIENT_INFO) {
            self.claims.learn_agent(&client);
        }
        self.doorbell_reachable = is_reachable();
        match meta.get(modern::CAPABILITIES) {
            Some(capabilities) => {
                DeclaredModes::merged(capabilities, splice, self.doorbell_reachable)
            }
            None => DeclaredModes::default(),
        }
    }
}

/// Adds missing modes. Returns whether the server now sees both.
fn add_elicitation(capabilities: &RawValue, splice: &mut Splice<'_>) -> bool {
    if !is_present(capabilities) {
        splice.replace(capabilities, both_declared());
        return true;
    }
    let Some(members) = Members::parse(capabilities) else {
        return false;
    };
    match members.get("elicitation") {
        None => splice.insert_members(capabilities, &[("elicitation", BOTH)]),
        Some(elicitation) => match Members::parse(elicitation) {
            None => splice.replace(elicitation, BOTH),
            Some(modes) => add_modes(elicitation, &modes, splice),
        },
    }
    true
}

fn add_modes(elicitation: &RawValue, modes: &Members<'_>, splice: &mut Splice<'_>) {
    let mut missing = Vec::new();
    for mode in ["form", "url"] {
        match modes.get(mode) {
            None => missing.push((mode, "{}")),
            Some(value) if is_present(value) => {}
            Some(null) => splice.replace(null, "{}"),
        }
    }
    splice.insert_members(elicitation, &missing);
}

fn both_declared() -> String {
    format!(r#"{{"elicitation":{BOTH}}}"#)
}

/// Many libraries write null for absent members.
fn is_present(value: &RawValue) -> bool {
    value.get() != "null"
}
