//! Claude Code's ExitPlanMode, which comes as a request for permission.

use doorbell_protocol::{Action, AgentQuestion, ElicitResult, PlanAnswer, PlanChoice};
use serde_json::{Value, json};

use super::decision::Decision;

pub const TOOL: &str = "ExitPlanMode";
/// Claude Code sends the plan of its plan file. Without one, its terminal asks without a plan, too.
pub const UNSHOWABLE: &str = "Claude Code wants a plan approved, but didn’t send it.";
const NOT_APPROVED: &str = "The person doesn’t approve the plan yet. Keep planning.";
const ASK_WHAT_TO_CHANGE: &str = "Ask what to change.";
const ADDED: &str = "## Added by the person when approving";

/// The ways to approve: the choice's id, its label, its effect, and Claude Code's mode for it.
const APPROVALS: [[&str; 4]; 2] = [
    [
        "ask-before-edits",
        "Approve, and ask before each edit",
        "Claude Code starts. It asks before each edit that your settings don’t already allow.",
        "default",
    ],
    [
        "accept-edits",
        "Approve, and accept edits",
        "Claude Code starts. It edits files without asking, until the session ends.",
        "acceptEdits",
    ],
];

/// Returns the plan, unless it is missing.
pub fn read(input: &Value) -> Option<&str> {
    input["plan"]
        .as_str()
        .filter(|plan| !plan.trim().is_empty())
}

pub fn question(plan: &str) -> AgentQuestion {
    let choice = |[id, label, effect, _]: [&str; 4]| PlanChoice {
        id: id.to_owned(),
        label: label.to_owned(),
        effect: effect.to_owned(),
    };
    AgentQuestion::Plan {
        plan: plan.to_owned(),
        choices: APPROVALS.map(choice).to_vec(),
    }
}

pub fn decide(plan: &str, input: &Value, result: &ElicitResult) -> Decision {
    let Some(answer) = PlanAnswer::read(result.content.as_ref()) else {
        return Decision::Undecided;
    };
    let choice = answer.choice.as_deref();
    match (result.action, choice) {
        (Action::Decline, _) => Decision::Deny {
            message: denial(&answer),
        },
        (Action::Accept, Some(id)) => match APPROVALS.iter().find(|approval| approval[0] == id) {
            Some([_, _, _, mode]) => Decision::Allow {
                input: Some(approved(plan, input, &answer)),
                permissions: vec![json!({
                    "type": "setMode",
                    "mode": mode,
                    "destination": "session",
                })],
            },
            None => Decision::Undecided,
        },
        (Action::Accept, None) | (Action::Cancel, _) => Decision::Undecided,
    }
}

fn denial(answer: &PlanAnswer) -> String {
    let remarks = remarks(answer);
    let remarks = match remarks.as_str() {
        "" => ASK_WHAT_TO_CHANGE,
        remarks => remarks,
    };
    format!("{NOT_APPROVED}\n\n{remarks}")
}

/// An allowance has no message. Claude Code tells its model about a plan that was changed, so the
/// remarks become a part of it.
fn approved(plan: &str, input: &Value, answer: &PlanAnswer) -> Value {
    let mut input = input.clone();
    let remarks = remarks(answer);
    if !remarks.is_empty() {
        input["plan"] = format!("{}\n\n{ADDED}\n\n{remarks}\n", plan.trim_end()).into();
    }
    input
}

/// Everything that the person wrote: first about the whole plan, then about its lines.
fn remarks(answer: &PlanAnswer) -> String {
    let comments = answer.comments.iter().map(|comment| {
        let (line, text, comment) = (comment.line, comment.text.trim(), comment.comment.trim());
        format!("Line {line}, \"{text}\": {comment}")
    });
    let feedback = answer.feedback.as_deref().map(str::trim);
    let feedback = feedback.filter(|feedback| !feedback.is_empty());
    let parts = feedback.map(str::to_owned).into_iter().chain(comments);
    parts.collect::<Vec<_>>().join("\n\n")
}
