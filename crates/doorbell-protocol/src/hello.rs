//! `doorbell/hello`: the handshake.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::params::Members;
use crate::{Limits, RpcError};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HelloParams {
    pub protocol: u64,
    pub client: ClientInfo,
}

/// What a client claims about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClientInfo {
    pub name: String,
    pub version: String,
    /// A display name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

impl HelloParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        let members = Members::required(params, "params")?;
        // Checked first: a hello of another protocol may have a different shape.
        let protocol = members
            .unsigned("protocol")?
            .ok_or_else(|| members.error("protocol", "is missing"))?;
        if protocol != crate::PROTOCOL {
            return Err(RpcError::unknown_protocol());
        }
        let client = Members::required(members.get("client"), "params.client")?;
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HelloResult {
    /// The protocol version both peers now use.
    pub protocol: u64,
    /// Doorbell's version.
    pub doorbell: String,
    pub capabilities: Capabilities,
    pub limits: Limits,
    /// True if Doorbell shows questions on a display that may not be a person's.
    #[serde(
        rename = "virtual",
        default,
        skip_serializing_if = "std::ops::Not::not"
    )]
    pub is_virtual: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    /// MCP's `elicitation` client capability.
    pub elicitation: ElicitationModes,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ElicitationModes {
    pub form: Map<String, Value>,
    #[serde(default)]
    pub url: Option<Map<String, Value>>,
}

impl HelloResult {
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
