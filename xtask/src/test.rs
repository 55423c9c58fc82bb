//! `cargo xtask test`: every check, fastest first. Continuous integration runs only this.

mod account;
mod load;
mod options;
pub mod output;

use anyhow::Result;

use crate::command::is_root;
use crate::steps::{self, Step};
use crate::{agents, binaries, checks, dependencies, packages, servers};
use load::Load;
use options::Options;

/// The steps of `--fast`.
const FAST: &[&str] = &["format", "clippy", "unit", "integration"];

pub fn run(args: &[&str]) -> Result<()> {
    let options = Options::parse(args)?;
    options.check_names(
        &steps(&options)
            .iter()
            .map(|step| step.name)
            .collect::<Vec<_>>(),
    )?;
    if is_root() {
        return run_as_ordinary_user(args);
    }
    let steps = options.select(steps(&options));
    let _load = options.load.then(Load::start);
    steps::run_repeated(&steps, options.repeat, |step| options.is_in_only(step.name))
}

/// Root bypasses permission checks, so tests run as an ordinary account.
fn run_as_ordinary_user(args: &[&str]) -> Result<()> {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    steps::run(&[
        Step::new("packages", "system packages", &[], install_packages),
        Step::new(
            "account",
            "an ordinary account",
            &["packages"],
            account::prepare,
        ),
        Step::new(
            "tests",
            "every check, as that account",
            &["account"],
            move || account::run_checks(&args),
        ),
    ])
}

fn install_packages() -> Result<()> {
    packages::ensure(&[
        packages::BUILD,
        packages::DESKTOP,
        packages::GNOME,
        packages::SCRIPTS,
        packages::ICONS,
        packages::FAULTS,
        packages::ACCOUNT,
    ])
}

fn steps(options: &Options) -> Vec<Step> {
    let tests = |run: fn(&[String]) -> Result<steps::Failures>| {
        let filters = options.filters.clone();
        move || run(&filters)
    };
    vec![
        Step::new("packages", "system packages", &[], install_packages),
        Step::new("format", "formatting", &[], checks::formatting),
        Step::new("page", "page", &["packages"], checks::page),
        Step::new(
            "deny",
            "licences, sources and advisories",
            &["packages"],
            dependencies::check,
        ),
        Step::new("clippy", "clippy", &["packages"], checks::clippy),
        Step::of_tests(
            "unit",
            "unit tests",
            &["packages"],
            tests(checks::unit_tests),
        ),
        Step::of_tests(
            "integration",
            "integration tests",
            &["packages"],
            tests(checks::integration_tests),
        ),
        Step::new(
            "servers",
            "other people's servers",
            &["packages"],
            servers::install,
        ),
        Step::of_tests(
            "interop",
            "interop with real servers",
            &["packages", "servers"],
            tests(checks::interop_tests),
        ),
        Step::new(
            "docs",
            "documentation",
            &["packages"],
            checks::documentation,
        ),
        Step::new("build", "both builds of the desktop", &["packages"], || {
            binaries::plain().and_then(|()| binaries::automation())
        }),
        Step::of_tests(
            "desktop",
            "desktop tests",
            &["packages", "servers", "build"],
            tests(checks::desktop_tests),
        ),
        Step::of_tests(
            "gnome",
            "tests on GNOME",
            &["packages", "build"],
            tests(checks::gnome_tests),
        ),
        Step::new(
            "npm-agents",
            "other people's agents",
            &["packages"],
            agents::install,
        ),
        Step::of_tests(
            "agents",
            "tests with real agents",
            &["packages", "npm-agents", "build"],
            tests(checks::agent_tests),
        ),
        Step::new("generated", "generated files", &[], checks::generated_files),
    ]
}
