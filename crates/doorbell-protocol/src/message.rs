//! The JSON-RPC envelope: one enum per direction.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::params::{MAX_NAME_BYTES, Members};
use crate::{
    AwaitDoneParams, ElicitParams, HelloParams, Key, OpenParams, PreviewParams, ProgressParams,
    RpcError, SessionParams, StopParams, WithdrawParams, code, without_nulls,
};

/// Unique within its connection.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RequestId {
    Number(i64),
    Text(String),
}

/// A message from an asker.
#[derive(Clone, Debug, PartialEq)]
pub enum FromAsker {
    Call { id: RequestId, call: Call },
    Notice(Notice),
}

/// A JSON-RPC request from an asker.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// `doorbell/hello`
    Hello(HelloParams),
    /// `elicitation/create`, and Doorbell's own questions
    Elicit(Box<ElicitParams>),
    /// `doorbell/preview`
    Preview(PreviewParams),
    /// `doorbell/list`
    List,
    /// `doorbell/status`
    Status,
    /// `doorbell/open`
    Open(OpenParams),
    /// `doorbell/stop`
    Stop(StopParams),
    /// `doorbell/awaitDone`
    AwaitDone(AwaitDoneParams),
    /// `doorbell/withdraw`
    Withdraw(WithdrawParams),
    /// `doorbell/session`
    Session(SessionParams),
}

/// A JSON-RPC notification from an asker. In Doorbell "notification" means the desktop's.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// `notifications/cancelled`: the asker abandoned this request.
    Cancelled { request: RequestId },
    /// `notifications/elicitation/complete`: the server reports that a link is finished.
    Complete { elicitation: String },
    /// `notifications/doorbell/received`: the asker has the answer, so Doorbell can delete it.
    Received { key: Key },
    /// Unknown; Doorbell ignores it.
    Other,
}

/// A line that is not a valid message.
#[derive(Clone, Debug, PartialEq)]
pub struct Malformed {
    /// `None` if the line has no valid id.
    pub id: Option<RequestId>,
    pub error: RpcError,
    /// True if the connection cannot continue after this line.
    pub fatal: bool,
}

impl FromAsker {
    /// # Errors
    /// [`Malformed`], with the error to send back.
    pub fn decode(line: &[u8]) -> Result<Self, Malformed> {
        let corrupt = |message: &str| Malformed {
            id: None,
            error: RpcError::new(code::PARSE_ERROR, message),
            fatal: true,
        };
        let text = std::str::from_utf8(line).map_err(|_| corrupt("the line is not UTF-8 text"))?;
        let value: Value =
            serde_json::from_str(text).map_err(|_| corrupt("the line is not one JSON object"))?;
        match value {
            Value::Object(members) => decode_object(members),
            Value::Array(_) => Err(Malformed::request(
                None,
                "batches are not supported; send one object a line",
            )),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                Err(Malformed::request(None, "a message must be a JSON object"))
            }
        }
    }

    /// Returns the line to send, including its newline.
    pub fn encode(&self) -> String {
        let (id, (method, params)) = match self {
            Self::Call { id, call } => {
                let call = match call {
                    Call::Hello(params) => ("doorbell/hello", json!(params)),
                    Call::Elicit(params) => (params.method(), params.to_value()),
                    Call::Preview(params) => ("doorbell/preview", json!(params)),
                    Call::List => ("doorbell/list", Value::Null),
                    Call::Status => ("doorbell/status", Value::Null),
                    Call::Open(params) => ("doorbell/open", json!(params)),
                    Call::Stop(params) => ("doorbell/stop", json!(params)),
                    Call::AwaitDone(params) => ("doorbell/awaitDone", json!(params)),
                    Call::Withdraw(params) => ("doorbell/withdraw", json!(params)),
                    Call::Session(params) => ("doorbell/session", params.to_value()),
                };
                (Some(Some(id)), call)
            }
            Self::Notice(notice) => {
                let notice = match notice {
                    Notice::Cancelled { request } => {
                        ("notifications/cancelled", json!({"requestId": request}))
                    }
                    Notice::Complete { elicitation } => {
                        let params = json!({"elicitationId": elicitation});
                        ("notifications/elicitation/complete", params)
                    }
                    Notice::Received { key } => {
                        ("notifications/doorbell/received", json!({"key": key}))
                    }
                    Notice::Other => ("notifications/other", Value::Null),
                };
                (None, notice)
            }
        };
        encode_line(
            id,
            without_nulls(json!({"method": method, "params": params})),
        )
    }
}

impl Malformed {
    fn request(id: Option<RequestId>, message: &str) -> Self {
        Self {
            id,
            error: RpcError::invalid_request(message),
            fatal: false,
        }
    }
}

fn decode_object(mut members: Map<String, Value>) -> Result<FromAsker, Malformed> {
    let id = match members.get("id") {
        None => None,
        Some(Value::String(text)) if text.len() > MAX_NAME_BYTES => {
            let message = format!("id is longer than {MAX_NAME_BYTES} bytes");
            return Err(Malformed::request(None, &message));
        }
        Some(Value::String(text)) => Some(RequestId::Text(text.clone())),
        Some(Value::Number(number)) if number.is_i64() => number.as_i64().map(RequestId::Number),
        Some(_) => {
            let message = "id must be a string or a whole number";
            return Err(Malformed::request(None, message));
        }
    };
    if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(Malformed::request(id, "jsonrpc must be \"2.0\""));
    }
    let params = members.get_mut("params").map(Value::take);
    let method = match members.get("method") {
        Some(Value::String(method)) => method.as_str(),
        Some(_) => return Err(Malformed::request(id, "method must be a string")),
        // Doorbell sends no requests, so it ignores responses.
        None if members.contains_key("result") || members.contains_key("error") => {
            return Ok(FromAsker::Notice(Notice::Other));
        }
        None => return Err(Malformed::request(id, "method is missing")),
    };
    let Some(id) = id else {
        return Ok(FromAsker::Notice(decode_notice(method, params.as_ref())));
    };
    match decode_call(method, params) {
        Ok(call) => Ok(FromAsker::Call { id, call }),
        Err(error) => Err(Malformed {
            id: Some(id),
            error,
            fatal: false,
        }),
    }
}

fn decode_call(method: &str, params: Option<Value>) -> Result<Call, RpcError> {
    if method == "elicitation/create" {
        return ElicitParams::read(params).map(|params| Call::Elicit(Box::new(params)));
    }
    let params = params.as_ref();
    match method {
        "doorbell/hello" => HelloParams::read(params).map(Call::Hello),
        "doorbell/permission" => {
            ElicitParams::read_permission(params).map(|params| Call::Elicit(Box::new(params)))
        }
        "doorbell/questions" | "doorbell/plan" | "doorbell/notice" => {
            ElicitParams::read_agent_question(method, params)
                .map(|params| Call::Elicit(Box::new(params)))
        }
        "doorbell/preview" => PreviewParams::read(params).map(Call::Preview),
        "doorbell/list" => Ok(Call::List),
        "doorbell/status" => Ok(Call::Status),
        "doorbell/open" => OpenParams::read(params).map(Call::Open),
        "doorbell/stop" => StopParams::read(params).map(Call::Stop),
        "doorbell/awaitDone" => AwaitDoneParams::read(params).map(Call::AwaitDone),
        "doorbell/withdraw" => WithdrawParams::read(params).map(Call::Withdraw),
        "doorbell/session" => SessionParams::read(params).map(Call::Session),
        _ => Err(RpcError::new(
            code::METHOD_NOT_FOUND,
            "there is no such method",
        )),
    }
}

/// Invalid notifications become [`Notice::Other`], because a notification gets no response.
fn decode_notice(method: &str, params: Option<&Value>) -> Notice {
    let member = |name: &str| {
        Members::required(params, "params")
            .ok()
            .and_then(|members| members.get(name).cloned())
    };
    match method {
        "notifications/cancelled" => member("requestId")
            .and_then(|id| serde_json::from_value(id).ok())
            .map(|request| Notice::Cancelled { request }),
        "notifications/elicitation/complete" => member("elicitationId")
            .and_then(|id| id.as_str().map(str::to_owned))
            .map(|elicitation| Notice::Complete { elicitation }),
        "notifications/doorbell/received" => member("key")
            .and_then(|key| Key::new(key.as_str()?))
            .map(|key| Notice::Received { key }),
        _ => None,
    }
    .unwrap_or(Notice::Other)
}

/// A message from Doorbell. It has no `Debug`, because a result may hold what a person typed.
#[derive(Clone, PartialEq)]
pub enum FromDoorbell {
    Reply {
        id: RequestId,
        result: Value,
    },
    Error {
        /// `None` if the request had no valid id.
        id: Option<RequestId>,
        error: RpcError,
    },
    /// `notifications/progress`
    Progress(ProgressParams),
}

impl FromDoorbell {
    /// Returns the line to send, including its newline.
    pub fn encode(&self) -> String {
        match self {
            Self::Reply { id, result } => Self::reply(id, result),
            Self::Error { id, error } => encode_line(Some(id.as_ref()), json!({"error": error})),
            Self::Progress(params) => {
                let method = "notifications/progress";
                encode_line(None, json!({"method": method, "params": params}))
            }
        }
    }

    /// Encodes a [`FromDoorbell::Reply`] without copying its result.
    pub fn reply(id: &RequestId, result: &impl Serialize) -> String {
        encode_line(Some(Some(id)), BTreeMap::from([("result", result)]))
    }

    /// Returns `None` for a message that this version does not know.
    pub fn decode(line: &[u8]) -> Option<Self> {
        let mut members: Map<String, Value> = serde_json::from_slice(line).ok()?;
        let id = members
            .remove("id")
            .and_then(|id| serde_json::from_value(id).ok());
        if let Some(error) = members.remove("error") {
            let error = serde_json::from_value(error).ok()?;
            return Some(Self::Error { id, error });
        }
        if let Some(result) = members.remove("result") {
            return id.map(|id| Self::Reply { id, result });
        }
        match members.get("method")?.as_str()? {
            "notifications/progress" => serde_json::from_value(members.remove("params")?)
                .ok()
                .map(Self::Progress),
            _ => None,
        }
    }
}

#[derive(Serialize)]
struct Line<'a, R> {
    jsonrpc: &'static str,
    /// The inner `None` is JSON-RPC's null id of an error whose request has no valid id.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Option<&'a RequestId>>,
    #[serde(flatten)]
    body: R,
}

fn encode_line(id: Option<Option<&RequestId>>, body: impl Serialize) -> String {
    let jsonrpc = "2.0";
    let line = serde_json::to_string(&Line { jsonrpc, id, body });
    line.expect("messages are plain structures whose keys are strings") + "\n"
}
