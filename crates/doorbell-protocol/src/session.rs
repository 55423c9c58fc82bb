//! `doorbell/session`: what an agent session does now. It can say nothing about other sessions, and
//! answers no question.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::params::Members;
use crate::{ElicitParams, RpcError, without_nulls};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionParams {
    pub state: SessionState,
    /// What the agent said last, or what it waits for. May be Markdown; empty for nothing.
    pub message: String,
    /// Names the turn, so that a late report about the turn before can be told.
    pub turn: Option<String>,
    /// True if the asker waits for a reply of the person to `finished`.
    pub reply: bool,
    /// True if nobody is to be notified.
    pub quiet: bool,
    /// These three are claims, as in [`ElicitParams`].
    pub agent: Option<String>,
    pub session: Option<String>,
    pub project: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SessionState {
    #[default]
    Working,
    Finished,
    /// The agent asks something that only its terminal can answer.
    WaitsInTerminal,
    Ended,
}

/// Sent at once, unless the asker waits for a reply.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionResult {
    /// What the person wrote.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reply: Option<String>,
}

impl SessionParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        let members = Members::required(params, "params")?;
        let state = match members.required_string("state")?.as_str() {
            "working" => SessionState::Working,
            "finished" => SessionState::Finished,
            "waitsInTerminal" => SessionState::WaitsInTerminal,
            "ended" => SessionState::Ended,
            _ => {
                let problem = "must be \"working\", \"finished\", \"waitsInTerminal\" or \"ended\"";
                return Err(members.error("state", problem));
            }
        };
        let reply = members.flag("reply")?;
        if reply && state != SessionState::Finished {
            return Err(members.error("reply", "is for \"finished\""));
        }
        let claims = ElicitParams::default().with_meta(&members)?;
        Ok(Self {
            state,
            message: members.string("message")?.unwrap_or_default(),
            turn: members.name("turn")?,
            reply,
            quiet: members.flag("quiet")?,
            agent: claims.agent,
            session: claims.session,
            project: claims.project,
        })
    }

    pub(crate) fn to_value(&self) -> Value {
        let claims = ElicitParams {
            agent: self.agent.clone(),
            session: self.session.clone(),
            project: self.project.clone(),
            ..ElicitParams::default()
        };
        without_nulls(json!({
            "state": self.state,
            "message": Some(&self.message).filter(|message| !message.is_empty()),
            "turn": self.turn,
            "reply": self.reply.then_some(true),
            "quiet": self.quiet.then_some(true),
            "_meta": claims.to_value().get("_meta"),
        }))
    }
}

/// Omits the reply: what a person typed must never reach a log.
impl std::fmt::Debug for SessionResult {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionResult").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reply_is_only_for_finished() {
        let read = |state: &str| {
            let params = json!({"state": state, "reply": true});
            SessionParams::read(Some(&params)).map(|params| params.state)
        };
        assert_eq!(read("finished"), Ok(SessionState::Finished));
        assert!(read("working").is_err());
        assert!(read("asleep").is_err());
    }
}
