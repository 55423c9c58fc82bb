//! The command line's definition for clap. Comments on its options are the help text.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use doorbell_pairing::Agent;
use doorbell_protocol::Page;

use crate::agent_question::AgentQuestionOptions;

/// Ask the person at this desktop, and wait for the answer.
///
/// Doorbell shows a question in a window of its own and hands back what the person typed.
/// The desktop part is started when it is not running.
#[derive(Parser)]
#[command(name = "doorbell", version, propagate_version = true)]
#[command(after_help = "\
Examples:
  doorbell ask -m 'Which environment?' --choice env=dev,staging,prod
  doorbell ask -m 'Delete the old branch?' --confirm && git branch -D old
  doorbell ask -m 'Your details' --schema form.json --json")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

/// What can be done.
#[derive(Subcommand)]
pub enum Command {
    Ask(Box<Ask>),
    Wrap(Wrap),
    Preview(Preview),
    Setup(Setup),
    /// Serve an agent tools by which its model can ask you
    ///
    /// An MCP server on standard input and output, for an agent's configuration. Its tools are `ask`
    /// (a form), `confirm`, `choose` and `open_link`. The question is shown by Doorbell, and the model
    /// is told what you answered, or that you did not.
    #[command(after_help = "\
Examples:
  claude mcp add -s user doorbell -- doorbell mcp
  codex mcp add doorbell -- doorbell mcp")]
    Mcp,
    /// Answer a question that an agent's hook hands over
    #[command(after_help = "\
`doorbell setup` puts it into the agent's settings. When the question cannot be shown, or you press
Answer in terminal, the agent asks it itself.")]
    Hook {
        /// The agent
        agent: HookAgent,
    },
    /// Check that questions reach you, and suggest fixes
    Doctor {
        /// List every check, also those without a problem
        #[arg(short, long)]
        verbose: bool,

        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List the open questions
    #[command(after_help = "Of questions asked by others only the agent and the age are shown.")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Tell whether Doorbell runs and how many questions wait
    Status {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Bring the question window up, or a page of Home
    #[command(after_help = "\
Examples:
  doorbell open            the question that is next
  doorbell open q7         that question
  doorbell open history    what was asked and how it ended")]
    Open {
        /// A page of Home (waiting, history, askers, agents or settings), or a question as
        /// `doorbell list` names it
        #[arg(
            value_name = "PAGE | QUESTION",
            value_parser = OpenTargetParser,
            hide_possible_values = true
        )]
        wanted: Option<OpenTarget>,
    },
    /// Start the desktop part of Doorbell
    Start {
        /// Set whether Doorbell starts when you log in, and do nothing else: nothing is started or
        /// ended now
        #[arg(long, value_name = "on|off", hide_possible_values = true)]
        at_login: Option<Switch>,

        /// Use the display there is, although no person may sit before it: one of Xvfb, or one that
        /// is reached over the network
        #[arg(long, conflicts_with = "at_login")]
        r#virtual: bool,
    },
    /// End the desktop part of Doorbell
    Stop {
        /// Stop although questions are open; their askers are told it was cancelled
        #[arg(long)]
        force: bool,
    },
    /// End the desktop part and start it again
    Restart {
        /// Restart although questions are open; their askers are told it was cancelled
        #[arg(long)]
        force: bool,
    },
    /// Print a script that completes `doorbell` commands in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Ask a question and print the answer
///
/// The answer is printed as one line of JSON. Every field must be answered unless it is named
/// with --optional. The fields appear in the order in which they are given here.
#[derive(Args)]
#[command(
    override_usage = "doorbell ask --message <TEXT> (FIELDS… | --schema <FILE> | --confirm | --url <URL>) [OPTIONS]"
)]
#[command(after_help = "\
Exit codes:
  0   answered               3   the time given with --timeout passed
  1   declined               64  the command line makes no sense
  2   closed without answer  69  the question could not be shown

Examples:
  doorbell ask -m 'Who are you?' --text name --email mail --optional mail
  doorbell ask -m 'Ready to deploy?' --confirm
  doorbell ask -m 'Sign in to Shop' --url https://shop.example/connect --wait
  doorbell ask -m 'Release' --text version=1.2.0 --choices targets=linux,mac,windows")]
pub struct Ask {
    /// The question, in words for a person
    #[arg(short, long, value_name = "TEXT")]
    pub message: String,

    /// Read the form from a JSON schema as MCP's requestedSchema has it; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "quick")]
    pub schema: Option<String>,

    /// Ask for nothing but a yes: Send says yes, Decline says no
    #[arg(long, conflicts_with = "quick", conflicts_with = "schema")]
    pub confirm: bool,

    /// Ask to open a link in the browser; the exit code says whether the person agreed
    #[arg(
        long,
        value_name = "URL",
        conflicts_with = "quick",
        conflicts_with = "schema",
        conflicts_with = "confirm"
    )]
    pub url: Option<String>,

    /// After the link was opened, wait until it is finished: exit code 2 if the person gives up, 3
    /// if nobody says that it is finished
    // clap does not report a missing --url if an option that conflicts with --url is present.
    #[arg(long, requires = "url", conflicts_with_all = ["quick", "schema", "confirm"])]
    pub wait: bool,

    #[command(flatten)]
    pub agent: AgentQuestionOptions,

    #[command(flatten)]
    pub fields: QuickFields,

    /// Let a field be left empty
    #[arg(long, value_name = "NAME", requires = "quick")]
    pub optional: Vec<String>,

    /// Say for whom you ask
    #[arg(long, value_name = "NAME")]
    pub server: Option<String>,

    /// Say which project it is about
    #[arg(long, value_name = "FOLDER")]
    pub project: Option<String>,

    /// Stop waiting after this time: 90, 90s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub timeout: Option<Duration>,

    /// Print the whole result, with its action and outcome
    #[arg(long)]
    pub json: bool,
}

/// Run an MCP server so that its questions reach you through Doorbell
///
/// Stands between an agent and an MCP server, in the agent's configuration. Whatever the agent can
/// do itself, questions and links of the server are shown by Doorbell, and the server gets your
/// answer. Everything else passes unchanged.
#[derive(Args)]
#[command(
    override_usage = "doorbell wrap [OPTIONS] -- <COMMAND> [ARGUMENTS]...\n       doorbell wrap [OPTIONS] --url <URL> [--header-env <NAME=VARIABLE>]... [--header-file <FILE>]..."
)]
#[command(after_help = "\
The exit code is the server's own; 127 if its command is not found, 126 if it cannot be run.

Examples:
  doorbell wrap --name github -- github-mcp-server stdio
  doorbell wrap -- npx -y @modelcontextprotocol/server-everything stdio
  doorbell wrap --name shop --url https://shop.example/mcp --header-env Authorization=SHOP_AUTH")]
pub struct Wrap {
    /// Call the server this when it asks; otherwise it is named for its command or address
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// Which questions Doorbell shows: all of them, or only those the agent cannot show itself
    #[arg(long, value_name = "WHEN", default_value = "always")]
    pub when: When,

    /// Reach the server at this address (Streamable HTTP) instead of running a command
    #[arg(long, value_name = "URL", conflicts_with = "command")]
    pub url: Option<String>,

    /// Send a header whose whole value is in an environment variable: Authorization=SHOP_AUTH sends
    /// what SHOP_AUTH holds, such as "Bearer …"
    #[arg(long, value_name = "NAME=VARIABLE", requires = "url")]
    pub header_env: Vec<String>,

    /// Send the headers in a file that only you can read, one `Name: value` a line
    #[arg(long, value_name = "FILE", requires = "url")]
    pub header_file: Vec<PathBuf>,

    /// The server's command and its arguments, behind `--`
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// Look at a form as people will see it, for authors of servers
///
/// Says where the schema leaves MCP's grammar, then shows the form in the window, where nothing is
/// sent, until you close it.
#[derive(Args)]
#[command(after_help = "\
Exit codes:
  0   nothing is wrong with it     64  the command line makes no sense
  1   MCP does not allow           69  there is no Doorbell to ask, or the form cannot be shown
      something in it

Examples:
  doorbell preview form.json
  doorbell preview form.json --no-window --json")]
pub struct Preview {
    /// The schema as MCP's requestedSchema has it; `-` is standard input
    #[arg(value_name = "SCHEMA")]
    pub schema: String,

    /// The message that the server would send with it
    #[arg(
        short,
        long,
        value_name = "TEXT",
        default_value = "This is where the server's message stands."
    )]
    pub message: String,

    /// Only say what was found
    #[arg(long)]
    pub no_window: bool,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The agents whose hooks are understood.
#[derive(Clone, Copy, ValueEnum)]
pub enum HookAgent {
    /// Claude Code
    ClaudeCode,
}

/// Pair your agents' MCP servers with Doorbell
///
/// Finds the agents and their servers, shows what would be changed in their configuration, and asks.
/// A paired server is run through `doorbell wrap`; what Claude Code reaches at an address gets a hook.
/// Everything else in the files stays as it is, and --undo puts every entry back.
#[derive(Args)]
#[command(after_help = "\
Exit codes:
  0   done, or nothing to do
  1   you said no; with --check, a server is paired
  64  the command line makes no sense
  69  something was left alone that you asked for, or a file could not be understood

Examples:
  doorbell setup                          look at everything, then ask
  doorbell setup --dry-run                only look
  doorbell setup --agent codex --server github --yes
  doorbell setup --undo                   as it was before")]
pub struct Setup {
    /// Only this agent's servers
    #[arg(long, value_name = "AGENT", value_parser = agent_parser())]
    pub agent: Vec<Agent>,

    /// Only the servers of this name
    #[arg(long, value_name = "NAME")]
    pub server: Vec<String>,

    /// Also change files of the project in this folder, and others under version control
    #[arg(long)]
    pub project: bool,

    /// Also pair servers at an address that send no key: they need no sign-in
    #[arg(long)]
    pub no_sign_in: bool,

    /// Also ask you in the window when Claude Code wants leave to use a tool; with --undo: only take
    /// that back
    #[arg(long, conflicts_with_all = ["check", "json"])]
    pub permissions: bool,

    /// Put the entries back as they were before they were paired
    #[arg(long)]
    pub undo: bool,

    /// Show what would be changed, and change nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Do not ask
    #[arg(short, long)]
    pub yes: bool,

    /// List the agents and their servers, and change nothing
    #[arg(long, conflicts_with_all = ["undo", "dry_run", "yes", "check"])]
    pub list: bool,

    /// List the paired servers and fail if there are any, for those who remove Doorbell
    #[arg(long, conflicts_with_all = ["undo", "dry_run", "yes"])]
    pub check: bool,

    /// With --list or --check: print JSON
    #[arg(long, conflicts_with_all = ["undo", "dry_run", "yes"])]
    pub json: bool,
}

/// Which questions Doorbell shows.
#[derive(Clone, Copy, ValueEnum)]
pub enum When {
    /// All of them
    Always,
    /// Only those the agent cannot show itself
    Missing,
}

/// Fields named on the command line.
#[derive(Args)]
#[group(id = "quick", multiple = true)]
pub struct QuickFields {
    /// A line of text
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    text: Vec<String>,
    /// Several lines of text
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    long_text: Vec<String>,
    /// An e-mail address
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    email: Vec<String>,
    /// A web address
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    uri: Vec<String>,
    /// A day
    #[arg(long, value_name = "NAME[=DEFAULT]", help_heading = "Fields")]
    date: Vec<String>,
    /// A day and a time
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
    /// One of several
    #[arg(long, value_name = "NAME=A,B,…", help_heading = "Fields")]
    choice: Vec<String>,
    /// Any of several
    #[arg(long, value_name = "NAME=A,B,…", help_heading = "Fields")]
    choices: Vec<String>,
    /// A list of texts
    #[arg(long, value_name = "NAME", help_heading = "Fields")]
    list: Vec<String>,
}

/// On or off.
#[derive(Clone, Copy, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

#[derive(Clone)]
pub enum OpenTarget {
    Page(Page),
    Question(String),
}

/// Accepts a page's name, which shells complete. Takes any other word for a question.
#[derive(Clone)]
struct OpenTargetParser;

impl TypedValueParser for OpenTargetParser {
    type Value = OpenTarget;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<OpenTarget, clap::Error> {
        let word = StringValueParser::new().parse_ref(command, argument, value)?;
        Ok(Page::from_name(&word).map_or(OpenTarget::Question(word), OpenTarget::Page))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let pages = Page::ALL.into_iter().map(|page| page.name());
        Some(Box::new(pages.map(PossibleValue::new)))
    }
}

fn agent_parser() -> impl TypedValueParser<Value = Agent> {
    let names = PossibleValuesParser::new(Agent::ALL.map(Agent::cli_name));
    names.try_map(|name| Agent::from_cli_name(&name).ok_or("there is no such agent"))
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
    use clap::CommandFactory;

    #[test]
    fn definition_is_consistent() {
        Arguments::command().debug_assert();
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
