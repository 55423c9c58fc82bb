//! `doorbell/preview`: what the author of a server should know about a form.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::RpcError;
use crate::params::Members;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewParams {
    pub message: String,
    pub requested_schema: Value,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewResult {
    /// In the order of the schema.
    pub findings: Vec<PreviewFinding>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewFinding {
    pub rule: String,
    #[serde(rename = "weight")]
    pub severity: PreviewSeverity,
    /// The field's name in the schema.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub field: Option<String>,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PreviewSeverity {
    /// MCP does not allow it.
    #[serde(rename = "breaks")]
    Error,
    /// Some agents or people will have trouble with it.
    #[serde(rename = "warns")]
    Warning,
}

impl PreviewParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        let members = Members::required(params, "params")?;
        let message = members.string("message")?.unwrap_or_default();
        let schema = members.get("requestedSchema");
        // Everything else that is wrong with the schema is a finding, not an error.
        Members::required(schema, "params.requestedSchema")?;
        Ok(Self {
            message,
            requested_schema: schema.cloned().unwrap_or_default(),
        })
    }
}
