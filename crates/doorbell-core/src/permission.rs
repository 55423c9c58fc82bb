//! What an agent wants leave for: a tool, and what it is used with.

use crate::text::visible;

/// The most that is shown. What a person allows is shown whole, so more than this is not asked.
pub const ARGUMENT_BYTES: usize = 64 * 1024;
/// How many rules "always" may add at once.
pub const RULES: usize = 16;
/// The longest of them.
pub const RULE_BYTES: usize = 1024;

/// Something an agent wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permission {
    tool: String,
    arguments: String,
    rules: Vec<String>,
}

/// Why it is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooMuch {
    /// Nobody would read it.
    #[error(
        "What is to be allowed has {0} bytes, more than the {ARGUMENT_BYTES} that Doorbell shows."
    )]
    Arguments(usize),
    /// Likewise.
    #[error("There are {0} rules to add, more than the {RULES} that Doorbell shows.")]
    Rules(usize),
    /// Likewise.
    #[error("A rule has {0} bytes, more than the {RULE_BYTES} that Doorbell shows.")]
    Rule(usize),
}

impl Permission {
    /// What an agent asks, with everything in it made visible.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn new(tool: &str, arguments: &str, rules: &[String]) -> Result<Self, TooMuch> {
        if arguments.len() > ARGUMENT_BYTES {
            return Err(TooMuch::Arguments(arguments.len()));
        }
        if rules.len() > RULES {
            return Err(TooMuch::Rules(rules.len()));
        }
        if let Some(long) = rules.iter().find(|rule| rule.len() > RULE_BYTES) {
            return Err(TooMuch::Rule(long.len()));
        }
        Ok(Self {
            tool: visible(tool),
            arguments: visible(arguments),
            rules: rules.iter().map(|rule| visible(rule)).collect(),
        })
    }

    /// The tool's name.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// What it is used with.
    pub fn arguments(&self) -> &str {
        &self.arguments
    }

    /// What "always" adds to the agent's own rules.
    pub fn rules(&self) -> &[String] {
        &self.rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_to_read_is_not_asked() {
        let all = |length: usize, rules: usize, rule: usize| {
            let rules = vec!["r".repeat(rule); rules];
            Permission::new("Bash", &"a".repeat(length), &rules).map(drop)
        };
        assert_eq!(all(ARGUMENT_BYTES, RULES, RULE_BYTES), Ok(()));
        assert_eq!(
            all(ARGUMENT_BYTES + 1, 0, 0),
            Err(TooMuch::Arguments(65_537))
        );
        assert_eq!(all(0, RULES + 1, 1), Err(TooMuch::Rules(17)));
        assert_eq!(all(0, 1, RULE_BYTES + 1), Err(TooMuch::Rule(1025)));
    }

    #[test]
    fn nothing_in_it_is_hidden() {
        let permission = Permission::new("Ba\u{200b}sh", "rm \u{202e}x", &["a\u{0}".into()]);
        let permission = permission.unwrap();
        assert!(!permission.tool().contains('\u{200b}'));
        assert!(!permission.arguments().contains('\u{202e}'));
        assert!(!permission.rules()[0].contains('\u{0}'));
    }
}
