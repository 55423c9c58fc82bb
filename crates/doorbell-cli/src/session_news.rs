//! What an agent's hook reports about its session. Nothing is reported to a Doorbell that is not
//! running.

use std::env;

use doorbell_agents::claude_code::{self, Attendance};

use crate::hook::asking;

/// Reports what the event says, and does not wait for a person.
pub fn report(event: &[u8]) {
    if let Some(params) = claude_code::session_news(event, attendance()) {
        // An error changes nothing for the agent.
        let _ = asking::connect_running().map(|mut it| it.report_session(params));
    }
}

/// Reports that the agent has finished, and waits for the person's reply while the agent takes one.
pub fn wait_for_reply(event: &[u8]) -> Option<String> {
    let params = claude_code::finished(event, attendance())?;
    let result = asking::connect_running()?.report_session(params);
    Some(claude_code::reply_text(&result.ok()?.reply?))
}

fn attendance() -> Attendance {
    Attendance::from_variable(env::var(Attendance::VARIABLE).ok().as_deref())
}
