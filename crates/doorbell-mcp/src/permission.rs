//! The tool `permission`, for the agent's program: `claude -p --permission-prompt-tool
//! mcp__doorbell__permission` calls it before a tool runs, and for questions and plans.
//!
//! No terminal asks instead, so everything that is not the person's permission is a denial.

use std::io;
use std::path::Path;
use std::sync::Arc;

use doorbell_agents::claude_code::{self, ExistingFile, InvalidEvent, PermissionRequest};
use doorbell_protocol::error_chain;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::Environment;
use crate::doorbell_client::{Answer, AskError};
use crate::question::Question;

pub const NAME: &str = "permission";

const DESCRIPTION: &str = "\
Not for you: never call this tool. The program that you run in calls it itself, to ask the person \
before it runs a tool (`--permission-prompt-tool`). A call of yours allows nothing and only disturbs \
the person. To ask them something, use `ask`, `confirm` or `choose`.";

pub fn tool() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "tool_name": {"type": "string"},
            "input": {"type": "object"},
            "tool_use_id": {"type": "string"},
            "permission_suggestions": {"type": "array", "items": {"type": "object"}},
        },
        "required": ["tool_name", "input"],
    });
    let annotations = ToolAnnotations::new()
        .read_only(false)
        .destructive(false)
        .open_world(true);
    Tool::new(NAME, DESCRIPTION, Arc::new(rmcp::model::object(schema)))
        .with_title("For the agent’s program, not its model")
        .with_annotations(annotations)
}

pub fn read(
    arguments: Option<JsonObject>,
    environment: &Environment,
) -> Result<PermissionRequest, InvalidEvent> {
    PermissionRequest::from_prompt(
        &Value::Object(arguments.unwrap_or_default()),
        environment.session.clone(),
        environment.folder.clone(),
    )
}

/// Reads the file that the tool would overwrite, on a thread that may block, and returns the question.
pub async fn question(request: &PermissionRequest, environment: &Environment) -> Question {
    let existing = match request.written_file().map(str::to_owned) {
        None => None,
        Some(path) => {
            let read_file = environment.read_file;
            let read = spawn_blocking(move || read_file(Path::new(&path))).await;
            Some(read.unwrap_or_else(|error| Err(io::Error::other(error))))
        }
    };
    Question {
        params: request.params(ExistingFile::from_read(existing.as_ref())),
        waits_for_link: false,
    }
}

/// The decision for a question that was asked, or could not be.
pub fn decision(request: &PermissionRequest, answer: &Result<Answer, AskError>) -> CallToolResult {
    result(&match answer {
        Ok(answer) => request.prompt_answer(&answer.result),
        Err(error) => match error {
            AskError::Withdrawn => claude_code::undecided("withdrawn", None),
            AskError::Invalid(_)
            | AskError::Unreachable(_)
            | AskError::Lost(_)
            | AskError::System(_) => not_asked(&error_chain(error)),
        },
    })
}

/// The decision for a call that makes no question.
pub fn unasked(reason: &str) -> CallToolResult {
    result(&not_asked(reason))
}

fn not_asked(reason: &str) -> Value {
    claude_code::undecided("notShown", Some(reason))
}

/// The program reads the text. A structured result could hide it.
fn result(decision: &Value) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(decision.to_string())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn description_matches_snapshot() {
        insta::assert_json_snapshot!(NAME, tool());
    }
}
