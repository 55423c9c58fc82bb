//! What the person decided about a request of Claude Code, in the two forms that it takes.

use doorbell_protocol::ElicitResult;
use serde_json::{Value, json};

#[derive(Debug, PartialEq)]
pub enum Decision {
    Allow {
        /// What the tool is called with instead of the agent's input.
        input: Option<Value>,
        /// Changes of the agent's permissions.
        permissions: Vec<Value>,
    },
    Deny {
        /// For the agent's model.
        message: String,
    },
    /// The person did not decide, or the answer does not fit the question.
    Undecided,
}

impl Decision {
    /// Returns the output of the PermissionRequest hook. An empty object leaves the decision to the
    /// dialog in the terminal.
    pub fn hook_output(self) -> Value {
        let decision = match self {
            Self::Allow { input, permissions } => allow(input, permissions),
            Self::Deny { message } => deny(&message),
            Self::Undecided => return json!({}),
        };
        json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": decision}})
    }

    /// Returns the result of the tool that `--permission-prompt-tool` names. No terminal asks instead,
    /// so everything but an allowance is a denial.
    pub fn prompt_output(self, input: &Value, result: &ElicitResult) -> Value {
        match self {
            // Some versions require the input even if it is unchanged.
            Self::Allow {
                input: changed,
                permissions,
            } => allow(Some(changed.unwrap_or_else(|| input.clone())), permissions),
            Self::Deny { message } => deny(&message),
            Self::Undecided => undecided(
                &result.outcome().outcome,
                result.outcome().reason.as_deref(),
            ),
        }
    }
}

/// Returns the result of the prompt tool for a question that the person did not decide, with its
/// outcome and the reason for that.
pub fn undecided(outcome: &str, reason: Option<&str>) -> Value {
    let what = match outcome {
        "dismissed" => "The person closed the question without deciding.".to_owned(),
        "expired" => "Nobody decided in time.".to_owned(),
        "withdrawn" => "The question was withdrawn before anybody decided.".to_owned(),
        "notShown" | "refused" => match reason {
            Some(reason) => format!("The person was not asked: {reason}"),
            None => "The person was not asked.".to_owned(),
        },
        "accepted" => "The person’s answer could not be used.".to_owned(),
        _ => "The question ended without a decision.".to_owned(),
    };
    let end = if what.ends_with('.') { "" } else { "." };
    deny(&format!("{what}{end} Nothing was allowed or answered."))
}

fn allow(input: Option<Value>, permissions: Vec<Value>) -> Value {
    let mut decision = json!({"behavior": "allow"});
    if let Some(input) = input {
        decision["updatedInput"] = input;
    }
    if !permissions.is_empty() {
        decision["updatedPermissions"] = permissions.into();
    }
    decision
}

fn deny(message: &str) -> Value {
    json!({"behavior": "deny", "message": message})
}
