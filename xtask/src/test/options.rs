//! What follows `cargo xtask test`.

use anyhow::{Context, Result, bail};

use super::FAST;
use crate::steps::Step;

const USAGE: &str = "\
usage: cargo xtask test [--fast] [--only STEP,…] [--skip STEP,…] [--repeat N] [--load] [-- TEST…]";

#[derive(Debug, Default, PartialEq)]
pub struct Options {
    only: Vec<String>,
    skip: Vec<String>,
    /// How often the chosen steps run.
    pub repeat: u32,
    /// Keeps every core busy meanwhile.
    pub load: bool,
    /// Parts of tests' names; without any, every test of a step runs.
    pub filters: Vec<String>,
}

impl Options {
    pub fn parse(words: &[&str]) -> Result<Self> {
        let mut options = Self {
            repeat: 1,
            ..Self::default()
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--fast" => options
                    .only
                    .extend(FAST.iter().map(|name| (*name).to_owned())),
                "--load" => options.load = true,
                "--only" => options.only.extend(names(words.next())?),
                "--skip" => options.skip.extend(names(words.next())?),
                "--repeat" => options.repeat = times(words.next())?,
                "--" => options.filters = words.by_ref().map(|word| (*word).to_owned()).collect(),
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
        let unknown = self.only.iter().chain(&self.skip);
        for name in unknown {
            if !known.contains(&name.as_str()) {
                bail!(
                    "there is no step {name}; the steps are {}",
                    known.join(", ")
                );
            }
        }
        Ok(())
    }

    /// Whether `--only` names this step.
    pub fn names(&self, step: &str) -> bool {
        self.only.iter().any(|name| name == step)
    }

    /// The chosen steps and all that they need, in their order.
    pub fn choose(&self, steps: Vec<Step>) -> Vec<Step> {
        let mut wanted: Vec<&str> = steps
            .iter()
            .map(|step| step.name)
            .filter(|name| self.only.is_empty() || self.names(name))
            .collect();
        // A step stands after those that it needs.
        for step in steps.iter().rev() {
            if wanted.contains(&step.name) {
                wanted.extend(step.needs);
            }
        }
        wanted.retain(|name| !self.skip.iter().any(|skipped| skipped == name));
        let wanted: Vec<String> = wanted.into_iter().map(str::to_owned).collect();
        steps
            .into_iter()
            .filter(|step| wanted.iter().any(|name| name == step.name))
            .collect()
    }
}

fn names(word: Option<&&str>) -> Result<Vec<String>> {
    let word = word.with_context(|| format!("which steps?\n{USAGE}"))?;
    Ok(word.split(',').map(str::to_owned).collect())
}

fn times(word: Option<&&str>) -> Result<u32> {
    word.and_then(|word| word.parse().ok())
        .filter(|times| *times > 0)
        .with_context(|| format!("how many times?\n{USAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(words: &[&str]) -> Vec<&'static str> {
        let steps = ["packages", "clippy", "build", "desktop"].map(|name| {
            let needs: &[&str] = match name {
                "desktop" => &["build"],
                "build" => &["packages"],
                _ => &[],
            };
            Step::new(name, "", needs, || Ok(()))
        });
        let options = Options::parse(words).unwrap();
        let chosen = options.choose(steps.into_iter().collect());
        chosen.iter().map(|step| step.name).collect()
    }

    #[test]
    fn only_brings_what_the_step_needs() {
        assert_eq!(
            chosen(&["--only", "desktop"]),
            ["packages", "build", "desktop"]
        );
    }

    #[test]
    fn skip_leaves_a_step_out() {
        assert_eq!(chosen(&["--skip", "clippy,build"]), ["packages", "desktop"]);
    }

    #[test]
    fn repeat_needs_a_step() {
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
    fn words_after_the_dashes_are_filters() {
        let options = Options::parse(&["--only", "unit", "--", "board::", "--load"]).unwrap();
        assert_eq!(options.filters, ["board::", "--load"]);
    }
}
