//! The agents: where each keeps its configuration and how it writes a server there.

mod claude_code;
mod claude_desktop;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod gemini;
mod goose;
mod kiro;
mod opencode;
mod roo;
mod vs_code;
mod windsurf;
mod zed;

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::dialect::Dialect;
use crate::surroundings::Surroundings;

/// An agent whose configuration is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "they are named for the agents")]
pub enum Agent {
    ClaudeCode,
    ClaudeDesktop,
    Codex,
    Gemini,
    Copilot,
    VsCode,
    Cursor,
    Windsurf,
    Opencode,
    Goose,
    Zed,
    Cline,
    ClineVsCode,
    Roo,
    Kiro,
}

/// What is known of an agent.
pub(crate) struct Description {
    /// What it is called on command lines.
    pub word: &'static str,
    /// The name people know it by; the one by which its processes are recognised, if they are.
    pub name: &'static str,
    /// Its programs, where the recogniser does not know them.
    pub programs: &'static [&'static str],
    /// The person's own files, whether or not they are there.
    pub files: fn(&Surroundings) -> Vec<PathBuf>,
    /// Files in a project's folder.
    pub project: &'static [&'static str],
    /// How it writes servers.
    pub dialect: &'static Dialect,
}

impl Agent {
    /// Every agent.
    pub const ALL: [Self; 15] = [
        Self::ClaudeCode,
        Self::ClaudeDesktop,
        Self::Codex,
        Self::Gemini,
        Self::Copilot,
        Self::VsCode,
        Self::Cursor,
        Self::Windsurf,
        Self::Opencode,
        Self::Goose,
        Self::Zed,
        Self::Cline,
        Self::ClineVsCode,
        Self::Roo,
        Self::Kiro,
    ];

    /// What it is called on command lines.
    pub fn word(self) -> &'static str {
        self.description().word
    }

    /// The agent that is called so on command lines.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|agent| agent.word() == word)
    }

    /// The name people know it by.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    pub(crate) fn description(self) -> &'static Description {
        match self {
            Self::ClaudeCode => &claude_code::DESCRIPTION,
            Self::ClaudeDesktop => &claude_desktop::DESCRIPTION,
            Self::Codex => &codex::DESCRIPTION,
            Self::Gemini => &gemini::DESCRIPTION,
            Self::Copilot => &copilot::DESCRIPTION,
            Self::VsCode => &vs_code::DESCRIPTION,
            Self::Cursor => &cursor::DESCRIPTION,
            Self::Windsurf => &windsurf::DESCRIPTION,
            Self::Opencode => &opencode::DESCRIPTION,
            Self::Goose => &goose::DESCRIPTION,
            Self::Zed => &zed::DESCRIPTION,
            Self::Cline => &cline::COMMAND_LINE,
            Self::ClineVsCode => &cline::VS_CODE,
            Self::Roo => &roo::DESCRIPTION,
            Self::Kiro => &kiro::DESCRIPTION,
        }
    }

    pub(crate) fn dialect(self) -> &'static Dialect {
        self.description().dialect
    }
}

/// Claude Code's settings, which its hooks are written into.
pub(crate) fn hooks(around: &Surroundings) -> PathBuf {
    claude_code::settings(around)
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_has_one_word_everywhere() {
        for agent in Agent::ALL {
            assert_eq!(Agent::named(agent.word()), Some(agent));
            assert_eq!(serde_json::json!(agent), agent.word());
        }
    }
}
