//! What an agent says it can do, and what Doorbell adds to it.

use serde_json::value::RawValue;

use super::{Interceptor, modern};
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

/// The modes that were declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Modes {
    form: bool,
    url: bool,
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

    /// What capabilities declare.
    fn read(capabilities: &Members<'_>) -> Self {
        let Some(elicitation) = capabilities.object("elicitation") else {
            return Self::default();
        };
        let url = elicitation.get("url").is_some();
        Self {
            // MCP: an empty object means forms alone.
            form: elicitation.get("form").is_some() || !url,
            url,
        }
    }
}

impl Interceptor {
    /// Reads what the agent declares as it initialises, and adds both modes if Doorbell can be
    /// had. Otherwise the server keeps its own way of doing without.
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
        let capabilities = params.object("capabilities").unwrap_or_default();
        self.host = Modes::read(&capabilities);
        self.host_takes_tasks = capabilities
            .object("tasks")
            .and_then(|tasks| tasks.object("requests"))
            .and_then(|requests| requests.object("elicitation"))
            .is_some();
        if let Some(client) = params.object("clientInfo") {
            self.claims.met_agent(&client);
        }
        self.reachable = reach();
        self.told = self.host;
        if self.reachable {
            self.told = Modes::BOTH;
            match params.get("capabilities") {
                Some(capabilities) => merge(capabilities, splice),
                None => splice.insert(raw, &[("capabilities", &declared())]),
            }
        }
    }

    /// The same for one request of the modern era, which carries all that itself.
    pub(super) fn merge_modern(
        &mut self,
        meta: &Members<'_>,
        splice: &mut Splice<'_>,
        reach: impl FnOnce() -> bool,
    ) -> Modes {
        if let Some(client) = meta.object(modern::CLIENT_INFO) {
            self.claims.met_agent(&client);
        }
        self.reachable = reach();
        let Some(raw) = meta.get(modern::CAPABILITIES) else {
            return Modes::default();
        };
        if self.reachable {
            merge(raw, splice);
        }
        Members::read(raw).map_or_else(Modes::default, |capabilities| Modes::read(&capabilities))
    }
}

/// Adds what is missing and leaves what is there.
fn merge(capabilities: &RawValue, splice: &mut Splice<'_>) {
    let Some(members) = Members::read(capabilities) else {
        return;
    };
    let Some(elicitation) = members.get("elicitation") else {
        return splice.insert(capabilities, &[("elicitation", BOTH)]);
    };
    let Some(modes) = Members::read(elicitation) else {
        return splice.replace(elicitation, BOTH);
    };
    let missing: Vec<_> = [("form", "{}"), ("url", "{}")]
        .into_iter()
        .filter(|(mode, _)| modes.get(mode).is_none())
        .collect();
    splice.insert(elicitation, &missing);
}

fn declared() -> String {
    format!(r#"{{"elicitation":{BOTH}}}"#)
}
