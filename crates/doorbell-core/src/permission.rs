//! A request to use a tool with certain arguments.

use crate::text::visible;

/// A person sees everything they allow, so longer arguments are refused.
pub const MAX_ARGUMENT_BYTES: usize = 64 * 1024;
/// How many rules "Always allow" can add.
pub const MAX_RULES: usize = 16;
pub const MAX_RULE_BYTES: usize = 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permission {
    tool: String,
    arguments: String,
    rules: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermissionTooLarge {
    #[error(
        "What is to be allowed has {0} bytes, more than the {MAX_ARGUMENT_BYTES} that Doorbell shows."
    )]
    Arguments(usize),
    #[error("There are {0} rules to add, more than the {MAX_RULES} that Doorbell shows.")]
    Rules(usize),
    #[error("A rule has {0} bytes, more than the {MAX_RULE_BYTES} that Doorbell shows.")]
    Rule(usize),
}

impl Permission {
    /// Makes invisible characters in all texts visible.
    pub fn new(tool: &str, arguments: &str, rules: &[String]) -> Result<Self, PermissionTooLarge> {
        if arguments.len() > MAX_ARGUMENT_BYTES {
            return Err(PermissionTooLarge::Arguments(arguments.len()));
        }
        if rules.len() > MAX_RULES {
            return Err(PermissionTooLarge::Rules(rules.len()));
        }
        if let Some(long) = rules.iter().find(|rule| rule.len() > MAX_RULE_BYTES) {
            return Err(PermissionTooLarge::Rule(long.len()));
        }
        Ok(Self {
            tool: visible(tool),
            arguments: visible(arguments),
            rules: rules.iter().map(|rule| visible(rule)).collect(),
        })
    }

    pub fn tool(&self) -> &str {
        &self.tool
    }

    pub fn arguments(&self) -> &str {
        &self.arguments
    }

    /// What "Always allow" adds to the agent's own rules.
    pub fn rules(&self) -> &[String] {
        &self.rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_more_than_doorbell_shows() {
        let create = |length: usize, rules: usize, rule: usize| {
            let rules = vec!["r".repeat(rule); rules];
            Permission::new("Bash", &"a".repeat(length), &rules).map(drop)
        };
        assert_eq!(
            create(MAX_ARGUMENT_BYTES, MAX_RULES, MAX_RULE_BYTES),
            Ok(())
        );
        assert_eq!(
            create(MAX_ARGUMENT_BYTES + 1, 0, 0),
            Err(PermissionTooLarge::Arguments(65_537))
        );
        assert_eq!(
            create(0, MAX_RULES + 1, 1),
            Err(PermissionTooLarge::Rules(17))
        );
        assert_eq!(
            create(0, 1, MAX_RULE_BYTES + 1),
            Err(PermissionTooLarge::Rule(1025))
        );
    }

    #[test]
    fn makes_invisible_characters_visible() {
        let permission = Permission::new("Ba\u{200b}sh", "rm \u{202e}x", &["a\u{0}".into()]);
        let permission = permission.unwrap();
        assert!(!permission.tool().contains('\u{200b}'));
        assert!(!permission.arguments().contains('\u{202e}'));
        assert!(!permission.rules()[0].contains('\u{0}'));
    }
}
