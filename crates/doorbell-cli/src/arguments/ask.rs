//! The arguments of `doorbell ask`.

use std::time::Duration;

use clap::Args;
use doorbell_protocol::{MAX_LABEL_CHARACTERS, is_label};

use crate::agent_question::AgentQuestionOptions;

/// Ask a question and print the answer
///
/// Prints the answer as one line of JSON, or the bare value with --raw. Fields appear in the order
/// in which they are given, and each must be answered unless --optional names it.
#[derive(Args)]
#[command(
    override_usage = "doorbell ask --message <TEXT> (FIELDS… | --schema <FILE> | --confirm | --url <URL>\n             | --questions <FILE> | --plan <FILE> | --notice <REASON>) [OPTIONS]"
)]
#[command(after_help = "\
Exit codes:
  0   answered, or yes           3   timed out
  1   declined, or no            64  usage error
  2   cancelled                  69  could not be shown

Examples:
  doorbell ask -m 'Who are you?' --text name --email mail --optional mail
  doorbell ask -m 'Delete the old branch?' --confirm --yes-label Delete --no-label Keep
  env=$(doorbell ask -m 'Where to?' --raw --choice env=dev:Development,prod:Production)
  doorbell ask -m 'Sign in to Shop' --url https://shop.example/connect --wait
  doorbell ask -m 'Release' --text version=1.2.0 --choices targets=linux,mac,windows")]
pub struct Ask {
    /// The question, in words for a person
    #[arg(short, long, value_name = "TEXT")]
    pub message: String,

    /// Read the form from a JSON Schema file (MCP requestedSchema); use `-` for stdin
    #[arg(long, value_name = "FILE")]
    pub schema: Option<String>,

    /// Ask a yes/no question: exit code 0 for yes, 1 for no
    #[arg(long)]
    pub confirm: bool,

    /// With --confirm: text to show after Yes, such as Delete (one line, at most 24 characters)
    #[arg(long, value_name = "TEXT", value_parser = parse_label)]
    pub yes_label: Option<String>,

    /// With --confirm: text to show after No, such as Keep
    #[arg(long, value_name = "TEXT", value_parser = parse_label)]
    pub no_label: Option<String>,

    /// Ask to open a link in the browser: exit code 0 if it was opened
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,

    /// After the link was opened, wait until it is finished: exit code 2 if you cancel it, 3 if
    /// nobody confirms that it is finished
    #[arg(long)]
    pub wait: bool,

    #[command(flatten)]
    pub agent: AgentQuestionOptions,

    #[command(flatten)]
    pub fields: QuickFields,

    /// The text to show for a field instead of its name
    #[arg(long, value_name = "NAME=TEXT", help_heading = "Fields")]
    pub label: Vec<String>,

    /// Let a field be left empty; without a name, all of them
    #[arg(
        long,
        value_name = "NAME",
        num_args = 0..=1,
        default_missing_value = "",
        help_heading = "Fields"
    )]
    pub optional: Vec<String>,

    /// Name to show as the asking server
    #[arg(long, value_name = "NAME")]
    pub server: Option<String>,

    /// Folder of the project the question is about
    #[arg(long, value_name = "FOLDER")]
    pub project: Option<String>,

    /// Stop waiting after this time: 90, 90s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub timeout: Option<Duration>,

    /// Print the value of the only field without JSON; several values one per line
    #[arg(long, conflicts_with = "json")]
    pub raw: bool,

    /// Print the whole result, with its action and outcome
    #[arg(long)]
    pub json: bool,
}

/// Fields named on the command line.
#[derive(Args)]
pub struct QuickFields {
    /// A line of text
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    text: Vec<String>,
    /// Several lines of text
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    long_text: Vec<String>,
    /// An email address
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    email: Vec<String>,
    /// A web address
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    uri: Vec<String>,
    /// A date, such as 2026-07-28
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    date: Vec<String>,
    /// A date and a time
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    date_time: Vec<String>,
    /// A number
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    number: Vec<String>,
    /// A whole number
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    integer: Vec<String>,
    /// Yes or no
    #[arg(long, value_name = "NAME[=yes|no]", help_heading = "Fields")]
    yes_no: Vec<String>,
    /// One of several options; `dev:Development` shows Development and answers dev, `\,` and `\:`
    /// stand for a comma and a colon
    #[arg(long, value_name = "NAME=A,B:LABEL,…", help_heading = "Fields")]
    choice: Vec<String>,
    /// Any number of several options, written like those of --choice
    #[arg(long, value_name = "NAME=A,B:LABEL,…", help_heading = "Fields")]
    choices: Vec<String>,
    /// A list of texts
    #[arg(long, value_name = "NAME", help_heading = "Fields")]
    list: Vec<String>,
}

fn parse_label(text: &str) -> Result<String, String> {
    if is_label(text) {
        return Ok(text.to_owned());
    }
    Err(format!(
        "write one line of 1 to {MAX_LABEL_CHARACTERS} characters"
    ))
}

fn parse_duration(text: &str) -> Result<Duration, String> {
    let number = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let seconds = match &text[number.len()..] {
        "" | "s" => Some(1),
        "m" => Some(60),
        "h" => Some(60 * 60),
        _ => None,
    };
    seconds
        .and_then(|seconds| number.parse::<u64>().ok()?.checked_mul(seconds))
        .filter(|seconds| *seconds > 0)
        .map(Duration::from_secs)
        .ok_or_else(|| "write a time as 90, 90s, 5m or 1h".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_is_one_short_line() {
        assert_eq!(parse_label("Delete"), Ok("Delete".to_owned()));
        for wrong in ["", "a\nb", "a much too long label for a button"] {
            assert!(parse_label(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn durations_are_parsed() {
        let seconds = |text| parse_duration(text).map(|time| time.as_secs());
        assert_eq!(seconds("90"), Ok(90));
        assert_eq!(seconds("90s"), Ok(90));
        assert_eq!(seconds("5m"), Ok(300));
        assert_eq!(seconds("1h"), Ok(3600));
        for wrong in ["", "s", "0", "-1", "5 m", "1d", "99999999999999999999"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
