//! The command line's definition for clap. Comments on its options are the help text.

mod ask;
mod open_target;
mod setup;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub use ask::Ask;
pub use open_target::OpenTarget;
pub use setup::Setup;

use open_target::OpenTargetParser;

/// Ask the person at this desktop, and wait for the answer.
///
/// Doorbell shows the question in its own window and returns what the person answered.
/// Starts the desktop app if it isn't running.
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
    /// Run an MCP server that lets an agent's model ask you questions
    ///
    /// It speaks MCP on standard input and output; add it to your agent's configuration. Its tools are
    /// `ask` (a form), `confirm`, `choose` and `open_link`. Doorbell shows the question, and the model
    /// gets your answer or learns that there is none. The tool `permission` is for the agent's program:
    /// with it, `claude -p` asks you for permissions, answers and plans.
    #[command(after_help = "\
Examples:
  claude mcp add -s user doorbell -- doorbell mcp
  codex mcp add doorbell -- doorbell mcp
  claude -p --permission-prompt-tool mcp__doorbell__permission 'Fix the tests'")]
    Mcp,
    /// Handle an agent's hook call (used by `doorbell setup`)
    #[command(after_help = "\
`doorbell setup` adds it to the agent's settings. If the question can't be shown, or you choose Answer in
terminal, the agent asks it itself.")]
    Hook {
        /// The agent
        agent: HookAgent,

        /// Report that the agent has finished, and wait for your reply; only for hooks that run in
        /// the background
        #[arg(long)]
        reply: bool,
    },
    /// Check that questions reach you, and suggest fixes
    Doctor {
        /// List every check, not only the problems
        #[arg(short, long)]
        verbose: bool,

        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List the open questions
    #[command(
        after_help = "For questions of other programs, only the agent and the age are shown."
    )]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show whether Doorbell is running and how many questions are open
    Status {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Open the question window or a page of Home
    #[command(after_help = "\
Examples:
  doorbell open            the next question
  doorbell open q7         that question
  doorbell open history    earlier questions and their outcomes")]
    Open {
        /// A page of Home (waiting, history, sources, agents or settings), or a question from
        /// `doorbell list`
        #[arg(
            value_name = "PAGE | QUESTION",
            value_parser = OpenTargetParser,
            hide_possible_values = true
        )]
        wanted: Option<OpenTarget>,
    },
    /// Start the desktop app
    Start {
        /// Set whether Doorbell starts when you log in; starts and stops nothing now
        #[arg(long, value_name = "on|off", hide_possible_values = true)]
        at_login: Option<Switch>,

        /// Start even on a display nobody may be watching (Xvfb, ssh -X)
        #[arg(long, conflicts_with = "at_login")]
        r#virtual: bool,
    },
    /// Quit the desktop app
    Stop {
        /// Stop even if questions are open; they are reported as cancelled
        #[arg(long)]
        force: bool,
    },
    /// Quit the desktop app and start it again
    Restart {
        /// Restart even if questions are open; they are reported as cancelled
        #[arg(long)]
        force: bool,
    },
    /// Print a completion script for your shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Run an MCP server so that its questions reach you through Doorbell
///
/// Runs as a proxy between an agent and an MCP server; put it into the agent's configuration. Doorbell
/// shows the server's questions and links, whatever the agent supports, and the server gets your
/// answer. Everything else passes unchanged.
#[derive(Args)]
#[command(
    override_usage = "doorbell wrap [OPTIONS] -- <COMMAND> [ARGUMENTS]...\n       doorbell wrap [OPTIONS] --url <URL> [--header-env <NAME=VARIABLE>]... [--header-file <FILE>]..."
)]
#[command(after_help = "\
The exit code is the server's own; 127 if its command is not found, 126 if it can't be run.

Examples:
  doorbell wrap --name github -- github-mcp-server stdio
  doorbell wrap -- npx -y @modelcontextprotocol/server-everything stdio
  doorbell wrap --name shop --url https://shop.example/mcp --header-env Authorization=SHOP_AUTH")]
pub struct Wrap {
    /// Name to show when the server asks [default: its command or address]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// Which questions Doorbell shows: all of them, or only those the agent can't show itself
    #[arg(long, value_name = "WHEN", default_value = "always")]
    pub when: When,

    /// Connect to the server at this address (Streamable HTTP) instead of running a command
    #[arg(long, value_name = "URL", conflicts_with = "command")]
    pub url: Option<String>,

    /// Send a header whose whole value is in an environment variable: with Authorization=SHOP_AUTH,
    /// SHOP_AUTH holds "Bearer …"
    #[arg(long, value_name = "NAME=VARIABLE", requires = "url")]
    pub header_env: Vec<String>,

    /// Send the headers in a file that only you can read, one `Name: value` per line
    #[arg(long, value_name = "FILE", requires = "url")]
    pub header_file: Vec<PathBuf>,

    /// The server's command and its arguments, after `--`
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// Show a form as people will see it, for server authors
///
/// Reports where the schema violates the MCP spec and what causes trouble, then shows the form until
/// you close it. Nothing is sent.
#[derive(Args)]
#[command(after_help = "\
Exit codes:
  0   the schema is valid          64  usage error
  1   it violates the MCP spec     69  Doorbell can't be started, or can't show the form

Examples:
  doorbell preview form.json
  doorbell preview form.json --no-window --json")]
pub struct Preview {
    /// A JSON Schema file (MCP requestedSchema); use `-` for stdin
    #[arg(value_name = "SCHEMA")]
    pub schema: String,

    /// The message that the server would send with it
    #[arg(
        short,
        long,
        value_name = "TEXT",
        default_value = "The server's message appears here."
    )]
    pub message: String,

    /// Print the findings without showing the form
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

/// Which questions Doorbell shows.
#[derive(Clone, Copy, ValueEnum)]
pub enum When {
    /// All of them
    Always,
    /// Only those the agent can't show itself
    Missing,
}

/// On or off.
#[derive(Clone, Copy, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn definition_is_consistent() {
        Arguments::command().debug_assert();
    }
}
