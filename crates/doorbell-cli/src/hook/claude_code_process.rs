//! How Claude Code was started, as far as its hooks can tell.
//!
//! The variables are not documented. Without them, it has a terminal and asks nobody else.

use std::{env, fs};

/// "0" in `claude -p`.
const ATTENDED: &str = "CLAUDE_CODE_SESSION_ATTENDED";
const PID: &str = "CLAUDE_PID";
const OPTION: &[u8] = b"--permission-prompt-tool";
const TOOL: &[u8] = b"mcp__doorbell__permission";

/// True if the agent can ask in its terminal.
pub fn has_terminal() -> bool {
    env::var_os(ATTENDED).is_none_or(|attended| attended != "0")
}

/// True if Claude Code asks `doorbell mcp` at the same time, as
/// `claude -p --permission-prompt-tool mcp__doorbell__permission` does. The person would be asked
/// twice. Only Linux tells; elsewhere the first answer wins.
pub fn asks_doorbell_mcp() -> bool {
    let pid = env::var(PID).ok().and_then(|pid| pid.parse::<u32>().ok());
    let command = pid.and_then(|pid| fs::read(format!("/proc/{pid}/cmdline")).ok());
    command.is_some_and(|command| names_doorbell(&command))
}

/// Searches a command line whose arguments end with null bytes.
fn names_doorbell(command: &[u8]) -> bool {
    let arguments: Vec<_> = command.split(|byte| *byte == 0).collect();
    arguments.windows(2).any(|pair| pair == [OPTION, TOOL])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_is_found_in_the_command_line() {
        for (command, expected) in [
            (
                &b"claude\0-p\0--permission-prompt-tool\0mcp__doorbell__permission\0hi\0"[..],
                true,
            ),
            (
                b"claude\0-p\0--permission-prompt-tool\0mcp__doorbell__permission\0",
                true,
            ),
            (
                b"claude\0-p\0--permission-prompt-tool\0mcp__other__permission\0",
                false,
            ),
            (b"claude\0-p\0mcp__doorbell__permission\0", false),
            (b"", false),
        ] {
            assert_eq!(names_doorbell(command), expected);
        }
    }
}
