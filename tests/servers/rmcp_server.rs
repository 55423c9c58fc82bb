//! A stdio server built on rmcp. `ask_form` and `ask_link` push requests as in 2025-11-25;
//! `ask_in_rounds` ends its call with `input_required` as in 2026-07-28.

use rmcp::handler::server::tool::{InputResponses, RequestState};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, ElicitRequest, ElicitRequestParams,
    ElicitationSchema, InputRequest, InputRequests, InputRequiredResult, ProtocolVersion,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::ElicitationError;
use rmcp::{ErrorData, Peer, RoleServer, ServerHandler, ServiceExt};
use rmcp::{elicit_safe, schemars, tool, tool_handler, tool_router};
use serde::{Deserialize, Serialize};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let running = Server.serve(rmcp::transport::stdio()).await?;
    running.waiting().await?;
    Ok(())
}

struct Server;

/// A table in a restaurant.
#[derive(Debug, Serialize, Deserialize, schemars::JsonSchema)]
struct Table {
    /// Who the table is for
    name: String,
    guests: Option<u8>,
}

elicit_safe!(Table);

#[derive(Deserialize, schemars::JsonSchema)]
struct Greeting {
    greeting: String,
}

#[tool_router]
impl Server {
    /// Pushes a form.
    #[tool]
    async fn ask_form(&self, peer: Peer<RoleServer>) -> Result<String, ErrorData> {
        match peer.elicit::<Table>("Which table shall I book?").await {
            Ok(Some(table)) => Ok(format!("accept {}, {:?} guests", table.name, table.guests)),
            Ok(None) => Ok("accept nothing".to_owned()),
            Err(ElicitationError::UserDeclined) => Ok("decline".to_owned()),
            Err(ElicitationError::UserCancelled) => Ok("cancel".to_owned()),
            Err(error) => Err(ErrorData::internal_error(error.to_string(), None)),
        }
    }

    /// Pushes a link that is never completed: rmcp has no completion notification.
    #[tool]
    async fn ask_link(&self, peer: Peer<RoleServer>) -> Result<String, ErrorData> {
        let url = url::Url::parse("https://example.com/sign-in")
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        match peer.elicit_url("Please sign in", url, "sign-in").await {
            Ok(action) => Ok(format!("{action:?}").to_lowercase()),
            Err(error) => Err(ErrorData::internal_error(error.to_string(), None)),
        }
    }

    /// Asks for a form with input_required and a state that is hard to echo.
    #[tool]
    async fn ask_in_rounds(
        &self,
        Parameters(Greeting { greeting }): Parameters<Greeting>,
        RequestState(state): RequestState,
        InputResponses(answers): InputResponses,
    ) -> Result<CallToolResponse, ErrorData> {
        const STATE: &str = "st.ate/with+special=chars, \"quotes\",\n\ttabs and é";
        match (state.as_deref(), answers) {
            (None, _) => {
                let requests = InputRequests::from([("name".to_owned(), name_form()?)]);
                Ok(InputRequiredResult::new(Some(requests), Some(STATE.into())).into())
            }
            (Some(STATE), Some(answers)) => {
                let answer = &answers["name"];
                let said = match answer["content"]["name"].as_str() {
                    Some(name) => format!("{greeting} {name}"),
                    None => answer["action"].to_string(),
                };
                Ok(CallToolResult::success(vec![ContentBlock::text(said)]).into())
            }
            (Some(state), answers) => Err(ErrorData::invalid_params(
                format!("state {state:?}, answers {answers:?}"),
                None,
            )),
        }
    }
}

#[tool_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.protocol_version = ProtocolVersion::V_2026_07_28;
        info
    }
}

fn name_form() -> Result<InputRequest, ErrorData> {
    let requested_schema = ElicitationSchema::builder()
        .required_string("name")
        .build()
        .map_err(|error| ErrorData::internal_error(error, None))?;
    Ok(InputRequest::Elicitation(ElicitRequest::new(
        ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: "What is your name?".to_owned(),
            requested_schema,
        },
    )))
}
