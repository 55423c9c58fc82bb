//! The questions that agents ask, for `doorbell ask`.

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use doorbell_protocol::{AgentQuestion, NoticeReason, PlanChoice};

use crate::Streams;
use crate::exit::UsageError;

#[derive(Args)]
pub struct AgentQuestionOptions {
    /// Ask the questions in a JSON file, written as docs/protocol.md shows; use `-` for stdin
    #[arg(long, value_name = "FILE", help_heading = "Questions of agents")]
    pub questions: Option<String>,

    /// Ask what to do with the plan in a Markdown file; use `-` for stdin
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Questions of agents",
        requires = "plan_choice"
    )]
    pub plan: Option<String>,

    /// Offer a choice below the plan
    #[arg(long, value_name = "ID=LABEL", help_heading = "Questions of agents")]
    pub plan_choice: Vec<String>,

    /// Show the message as a notice, which needs no answer
    #[arg(long, value_name = "REASON", help_heading = "Questions of agents")]
    pub notice: Option<Notice>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Notice {
    Finished,
    WaitsInTerminal,
}

impl AgentQuestionOptions {
    pub fn question(&self, streams: &mut Streams<'_>) -> Result<Option<AgentQuestion>> {
        if let Some(file) = &self.questions {
            let text = read(file, streams)?;
            let list = serde_json::from_str(&text)
                .map_err(|error| UsageError(format!("{file} is not JSON: {error}")))?;
            let questions = AgentQuestion::questions(list).map_err(|error| {
                UsageError(format!("{file} has no questions: {}", error.message))
            })?;
            return Ok(Some(questions));
        }
        if let Some(file) = &self.plan {
            return Ok(Some(AgentQuestion::Plan {
                plan: read(file, streams)?,
                choices: self
                    .plan_choice
                    .iter()
                    .map(|choice| plan_choice(choice))
                    .collect(),
            }));
        }
        Ok(self.notice.map(|notice| {
            AgentQuestion::Notice(match notice {
                Notice::Finished => NoticeReason::Finished,
                Notice::WaitsInTerminal => NoticeReason::WaitsInTerminal,
            })
        }))
    }
}

/// A choice without a label has its id as the label.
fn plan_choice(choice: &str) -> PlanChoice {
    let (id, label) = choice.split_once('=').unwrap_or((choice, choice));
    PlanChoice {
        id: id.to_owned(),
        label: label.to_owned(),
        effect: String::new(),
    }
}

fn read(file: &str, streams: &mut Streams<'_>) -> Result<String> {
    if file == "-" {
        let mut text = String::new();
        streams
            .input
            .read_to_string(&mut text)
            .context("can't read standard input")?;
        return Ok(text);
    }
    std::fs::read_to_string(file)
        .map_err(|error| UsageError(format!("can't read {file}: {error}")).into())
}

#[cfg(test)]
mod tests {
    use super::plan_choice;

    #[test]
    fn choice_without_label_is_its_own_label() {
        assert_eq!(plan_choice("go").label, "go");
        let choice = plan_choice("auto=Approve = yes");
        assert_eq!(
            (choice.id.as_str(), choice.label.as_str()),
            ("auto", "Approve = yes")
        );
    }
}
