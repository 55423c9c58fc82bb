//! The arguments of `doorbell setup`.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use doorbell_pairing::Agent;

/// Connect your agents' MCP servers to Doorbell
///
/// Finds your agents and their MCP servers, summarises the planned changes and asks before applying
/// them. A connected server runs through `doorbell wrap`; servers that Claude Code reaches at an address
/// get a hook. Nothing else in the files changes, and --undo restores every entry.
#[derive(Args)]
#[command(after_help = "\
Exit codes:
  0   done, or nothing to do
  1   you said no; with --check, a server is connected
  64  usage error
  69  something you asked for was skipped, or a file has an error

Examples:
  doorbell setup                          show the plan, then ask
  doorbell setup --dry-run --diff         show every changed line, change nothing
  doorbell setup --agent codex --server github --yes
  doorbell setup --undo                   restore the original configuration")]
pub struct Setup {
    /// Only this agent's servers
    #[arg(long, value_name = "AGENT", value_parser = agent_parser())]
    pub agent: Vec<Agent>,

    /// Only servers with this name
    #[arg(long, value_name = "NAME")]
    pub server: Vec<String>,

    /// Also change files of the project in this folder, and others under version control
    #[arg(long)]
    pub project: bool,

    /// Also connect servers at an address whose entry has no key (they need no login)
    #[arg(long)]
    pub no_sign_in: bool,

    /// Also show Claude Code's permission prompts in Doorbell; with --undo, undo only that
    #[arg(long, conflicts_with_all = ["check", "json"])]
    pub permissions: bool,

    /// Restore the entries as they were before
    #[arg(long)]
    pub undo: bool,

    /// Show the planned changes without applying them
    #[arg(long)]
    pub dry_run: bool,

    /// Show every changed line
    #[arg(long, conflicts_with_all = ["list", "check", "json"])]
    pub diff: bool,

    /// Apply the changes without asking
    #[arg(short, long)]
    pub yes: bool,

    /// List the agents and their servers
    #[arg(long, conflicts_with_all = ["undo", "dry_run", "yes", "check"])]
    pub list: bool,

    /// List the connected servers; exit code 1 if there are any, for scripts that remove Doorbell
    #[arg(long, conflicts_with_all = ["undo", "dry_run", "yes"])]
    pub check: bool,

    /// With --list or --check: print JSON
    #[arg(long, conflicts_with_all = ["undo", "dry_run", "yes"])]
    pub json: bool,
}

fn agent_parser() -> impl TypedValueParser<Value = Agent> {
    let names = PossibleValuesParser::new(Agent::ALL.map(Agent::cli_name));
    names.try_map(|name| Agent::from_cli_name(&name).ok_or("unknown agent"))
}
