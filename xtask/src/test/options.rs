//! The options of `cargo xtask test`.

use anyhow::{Context, Result, bail};

use super::FAST;
use crate::steps::Step;

const USAGE: &str = "\
usage: cargo xtask test [--fast] [--only STEP,…] [--skip STEP,…] [--repeat N] [--load] [-- TEST…]";

#[derive(Debug, Default, PartialEq)]
pub struct Options {
    only: Vec<String>,
    skip: Vec<String>,
    /// How often the steps of `--only` run.
    pub repeat: u32,
    /// Keeps every core busy during the tests.
    pub load: bool,
    /// Test name filters; empty selects all tests.
    pub filters: Vec<String>,
}

impl Options {
    pub fn parse(args: &[&str]) -> Result<Self> {
        let mut options = Self {
            repeat: 1,
            ..Self::default()
        };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match *arg {
                "--fast" => options
                    .only
                    .extend(FAST.iter().map(|name| (*name).to_owned())),
                "--load" => options.load = true,
                "--only" => options.only.extend(step_names(args.next())?),
                "--skip" => options.skip.extend(step_names(args.next())?),
                "--repeat" => options.repeat = times(args.next())?,
                "--" => options.filters = args.by_ref().map(|arg| (*arg).to_owned()).collect(),
                other => bail!("unknown option {other}\n{USAGE}"),
            }
        }
        if options.repeat > 1 && options.only.is_empty() {
            bail!("--repeat needs --only: it says which steps to repeat\n{USAGE}");
        }
        Ok(options)
    }

    /// # Errors
    /// An option names a step that does not exist.
    pub fn check_names(&self, known: &[&str]) -> Result<()> {
        for name in self.only.iter().chain(&self.skip) {
            if !known.contains(&name.as_str()) {
                bail!(
                    "there is no step {name}; the steps are {}",
                    known.join(", ")
                );
            }
        }
        Ok(())
    }

    pub fn is_in_only(&self, step: &str) -> bool {
        self.only.iter().any(|name| name == step)
    }

    /// Returns the selected steps and their dependencies, in order.
    pub fn select(&self, steps: Vec<Step>) -> Vec<Step> {
        let mut names: Vec<&str> = steps
            .iter()
            .map(|step| step.name)
            .filter(|name| self.only.is_empty() || self.is_in_only(name))
            .collect();
        // Dependencies come before their dependents.
        for step in steps.iter().rev() {
            if names.contains(&step.name) {
                names.extend(step.needs);
            }
        }
        names.retain(|name| !self.skip.iter().any(|skipped| skipped == name));
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        steps
            .into_iter()
            .filter(|step| names.iter().any(|name| name == step.name))
            .collect()
    }
}

fn step_names(arg: Option<&&str>) -> Result<Vec<String>> {
    let arg = arg.with_context(|| format!("which steps?\n{USAGE}"))?;
    Ok(arg.split(',').map(str::to_owned).collect())
}

fn times(arg: Option<&&str>) -> Result<u32> {
    arg.and_then(|arg| arg.parse().ok())
        .filter(|times| *times > 0)
        .with_context(|| format!("how many times?\n{USAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selected(args: &[&str]) -> Vec<&'static str> {
        let steps = ["packages", "clippy", "build", "desktop"].map(|name| {
            let needs: &[&str] = match name {
                "desktop" => &["build"],
                "build" => &["packages"],
                _ => &[],
            };
            Step::new(name, "", needs, || Ok(()))
        });
        let options = Options::parse(args).unwrap();
        let selected = options.select(steps.into_iter().collect());
        selected.iter().map(|step| step.name).collect()
    }

    #[test]
    fn only_includes_dependencies() {
        assert_eq!(
            selected(&["--only", "desktop"]),
            ["packages", "build", "desktop"]
        );
    }

    #[test]
    fn skip_removes_steps() {
        assert_eq!(
            selected(&["--skip", "clippy,build"]),
            ["packages", "desktop"]
        );
    }

    #[test]
    fn repeat_requires_only() {
        assert!(Options::parse(&["--repeat", "3"]).is_err());
        assert!(Options::parse(&["--repeat", "0", "--only", "unit"]).is_err());
        assert_eq!(
            Options::parse(&["--repeat", "3", "--only", "unit"])
                .unwrap()
                .repeat,
            3
        );
    }

    #[test]
    fn unknown_step_is_named() {
        let options = Options::parse(&["--only", "dekstop"]).unwrap();
        let error = options.check_names(&["desktop"]).unwrap_err().to_string();
        assert_eq!(error, "there is no step dekstop; the steps are desktop");
    }

    #[test]
    fn arguments_after_dashes_are_filters() {
        let options = Options::parse(&["--only", "unit", "--", "board::", "--load"]).unwrap();
        assert_eq!(options.filters, ["board::", "--load"]);
    }
}
