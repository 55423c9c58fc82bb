//! The first line each way.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::read::Members;
use crate::{Limits, RpcError};

/// Params of `doorbell/hello`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HelloParams {
    /// The protocol the asker speaks.
    pub protocol: u64,
    /// Who it says it is.
    pub client: ClientInfo,
}

/// What a client calls itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClientInfo {
    /// A short name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// A name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

impl HelloParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        let members = Members::of(params, "params")?;
        // The number is looked at first: a hello of another protocol may look different otherwise.
        let protocol = members
            .count("protocol")?
            .ok_or_else(|| members.wrong("protocol", "is missing"))?;
        if protocol != crate::PROTOCOL {
            return Err(RpcError::unknown_protocol());
        }
        let client = Members::of(members.get("client"), "params.client")?;
        Ok(Self {
            protocol,
            client: ClientInfo {
                name: client.required_name("name")?,
                version: client.required_name("version")?,
                title: client.name("title")?,
            },
        })
    }
}

/// Result of `doorbell/hello`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HelloResult {
    /// The protocol both now speak.
    pub protocol: u64,
    /// Doorbell's version.
    pub doorbell: String,
    /// What can be asked, in MCP's words.
    pub capabilities: Capabilities,
    /// How much of it.
    pub limits: Limits,
    /// Set where Doorbell shows questions on a display that may be nobody's.
    #[serde(
        rename = "virtual",
        default,
        skip_serializing_if = "std::ops::Not::not"
    )]
    pub is_virtual: bool,
}

/// What can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    /// MCP's `elicitation` client capability.
    pub elicitation: ElicitationModes,
}

/// The elicitation modes, in the shape MCP gives them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ElicitationModes {
    /// Form mode.
    pub form: Map<String, Value>,
    /// URL mode.
    #[serde(default)]
    pub url: Option<Map<String, Value>>,
}

impl HelloResult {
    /// The answer to a hello that was understood.
    pub fn new(doorbell: &str, limits: Limits) -> Self {
        Self {
            protocol: crate::PROTOCOL,
            doorbell: doorbell.to_owned(),
            capabilities: Capabilities {
                elicitation: ElicitationModes {
                    form: Map::new(),
                    url: Some(Map::new()),
                },
            },
            limits,
            is_virtual: false,
        }
    }
}
