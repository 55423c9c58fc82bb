//! What an agent says it can do, and what Doorbell adds to it.

use serde_json::value::RawValue;

use super::{Interceptor, When, modern};
use crate::members::Members;
use crate::message::Message;
use crate::splice::Splice;

const BOTH: &str = r#"{"form":{},"url":{}}"#;

/// The modes of elicitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Form,
    Url,
}

/// Some of the modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Modes {
    form: bool,
    url: bool,
}

/// What was declared on a connection, or with one request of the modern era.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Declared {
    /// By the agent itself.
    pub(super) host: Modes,
    /// To the server: that, and what Doorbell adds.
    pub(super) told: Modes,
}

impl Mode {
    /// The mode that params ask for; `None` if it is none that exists.
    pub(super) fn of(params: &Members<'_>) -> Option<Self> {
        match params.get("mode") {
            // MCP: a request without a mode is a form.
            None => Some(Self::Form),
            Some(mode) => match serde_json::from_str::<String>(mode.get()).ok()?.as_str() {
                "form" => Some(Self::Form),
                "url" => Some(Self::Url),
                _ => None,
            },
        }
    }
}

impl Modes {
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

    /// What capabilities declare.
    fn read(capabilities: &Members<'_>) -> Self {
        let Some(elicitation) = capabilities.object("elicitation") else {
            return Self::default();
        };
        let url = elicitation.get("url").is_some_and(is_something);
        Self {
            // MCP: an empty object means forms alone.
            form: !url || elicitation.get("form").is_some_and(is_something),
            url,
        }
    }
}

impl Declared {
    /// Reads what the agent declares and adds both modes, if Doorbell `is_there`. Otherwise the
    /// server keeps its own way of doing without.
    fn merged(capabilities: &RawValue, splice: &mut Splice<'_>, is_there: bool) -> Self {
        let host = Members::read(capabilities)
            .map(|capabilities| Modes::read(&capabilities))
            .unwrap_or_default();
        let told = match is_there && merge(capabilities, splice) {
            true => Modes::BOTH,
            false => host,
        };
        Self { host, told }
    }
}

impl Interceptor {
    /// Whether a question is Doorbell's to ask, and not the agent's.
    pub(super) fn is_for_doorbell(&self, declared: Declared, mode: Mode) -> bool {
        let host_can = declared.host.has(mode);
        match self.when {
            _ if !declared.told.has(mode) => false,
            When::Missing if host_can => false,
            When::Always | When::Missing => self.reachable || !host_can,
        }
    }

    /// The agent initialises: what it declares holds for the whole connection.
    pub(super) fn initialise(
        &mut self,
        message: &Message<'_>,
        splice: &mut Splice<'_>,
        reach: impl FnOnce() -> bool,
    ) {
        let Some((raw, params)) = message
            .params
            .and_then(|raw| Some((raw, Members::read(raw)?)))
        else {
            return;
        };
        if let Some(client) = params.object("clientInfo") {
            self.claims.met_agent(&client);
        }
        self.host_takes_tasks = params
            .object("capabilities")
            .and_then(|capabilities| capabilities.object("tasks"))
            .and_then(|tasks| tasks.object("requests"))
            .and_then(|requests| requests.object("elicitation"))
            .is_some();
        self.reachable = reach();
        self.declared = Some(match params.get("capabilities") {
            Some(capabilities) => Declared::merged(capabilities, splice, self.reachable),
            None if self.reachable => {
                splice.insert(raw, &[("capabilities", &declaring())]);
                Declared {
                    host: Modes::default(),
                    told: Modes::BOTH,
                }
            }
            None => Declared::default(),
        });
    }

    /// The same for one request of the modern era, which carries all that itself.
    pub(super) fn merge_modern(
        &mut self,
        meta: &Members<'_>,
        splice: &mut Splice<'_>,
        reach: impl FnOnce() -> bool,
    ) -> Declared {
        if let Some(client) = meta.object(modern::CLIENT_INFO) {
            self.claims.met_agent(&client);
        }
        self.reachable = reach();
        match meta.get(modern::CAPABILITIES) {
            Some(capabilities) => Declared::merged(capabilities, splice, self.reachable),
            None => Declared::default(),
        }
    }
}

/// Adds what is missing and leaves what is there. Says whether the server is told of both modes
/// now.
fn merge(capabilities: &RawValue, splice: &mut Splice<'_>) -> bool {
    if !is_something(capabilities) {
        splice.replace(capabilities, declaring());
        return true;
    }
    let Some(members) = Members::read(capabilities) else {
        return false;
    };
    match members.get("elicitation") {
        None => splice.insert(capabilities, &[("elicitation", BOTH)]),
        Some(elicitation) => match Members::read(elicitation) {
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
            Some(value) if is_something(value) => {}
            Some(null) => splice.replace(null, "{}"),
        }
    }
    splice.insert(elicitation, &missing);
}

fn declaring() -> String {
    format!(r#"{{"elicitation":{BOTH}}}"#)
}

/// Many libraries write null for what is not there.
fn is_something(value: &RawValue) -> bool {
    value.get() != "null"
}
