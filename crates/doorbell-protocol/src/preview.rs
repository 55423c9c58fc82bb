//! `doorbell/preview`: what the author of a server should know about a form.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::RpcError;
use crate::read::Members;

/// Params of `doorbell/preview`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewParams {
    /// The server's words.
    pub message: String,
    /// The schema of the form.
    pub requested_schema: Value,
}

/// Result of `doorbell/preview`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewResult {
    /// What was found, in the order of the schema.
    pub findings: Vec<PreviewFinding>,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewFinding {
    /// The rule's name.
    pub rule: String,
    /// How grave it is.
    pub weight: PreviewWeight,
    /// The field, by its name in the schema.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub field: Option<String>,
    /// What to know, in a sentence.
    pub text: String,
}

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PreviewWeight {
    /// MCP does not allow it.
    Breaks,
    /// It will do harm somewhere.
    Warns,
}

impl PreviewParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        let members = Members::of(params, "params")?;
        let message = members.string("message")?.unwrap_or_default();
        let schema = members.get("requestedSchema");
        // What else is wrong with it is a finding.
        Members::of(schema, "params.requestedSchema")?;
        Ok(Self {
            message,
            requested_schema: schema.cloned().unwrap_or_default(),
        })
    }
}
