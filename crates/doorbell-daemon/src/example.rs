//! The example question that Home offers.

use doorbell_protocol::{ElicitParams, ServerClaim};
use serde_json::json;

/// The name under which it is asked. It does not end the first run.
pub const EXAMPLE_SERVER: &str = "Example question";

const MESSAGE: &str = "This is what a question looks like. Choose an answer and send it.\n\n\
                       It’s only an example: your answer goes nowhere.";

/// Returns the question, which a program asks over the socket like any other.
pub fn example_question() -> ElicitParams {
    let mut params = ElicitParams::form(
        MESSAGE,
        json!({
            "type": "object",
            "properties": {"season": {
                "type": "string",
                "title": "Which season do you like best?",
                "enum": ["Spring", "Summer", "Autumn", "Winter"],
            }},
            "required": ["season"],
        }),
    );
    params.server = Some(ServerClaim::named(EXAMPLE_SERVER));
    params
}
