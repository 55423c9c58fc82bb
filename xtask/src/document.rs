//! Figures in a document, renewed by the command that measures them.
//!
//! They stand between two comments, the first of which names the command:
//! ``<!-- figures: `cargo xtask bench` -->`` and `<!-- end of figures -->`.

use std::fs;

use anyhow::{Context, Result};

use crate::workspace;

const END: &str = "<!-- end of figures -->\n";

/// Replaces the figures of `cargo xtask COMMAND` in a file of the repository.
pub fn renew(file: &str, command: &str, figures: &str) -> Result<()> {
    let path = workspace::root().join(file);
    let text = fs::read_to_string(&path).context(file.to_owned())?;
    let text = renewed(&text, command, figures).with_context(|| {
        format!("{file} has no place for the figures of `cargo xtask {command}`")
    })?;
    fs::write(&path, text).context(file.to_owned())?;
    println!("Renewed {file}");
    Ok(())
}

fn renewed(text: &str, command: &str, figures: &str) -> Option<String> {
    let begin = format!("<!-- figures: `cargo xtask {command}` -->\n");
    let (before, rest) = text.split_once(&begin)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!(
        "{before}{begin}\n{}\n\n{END}{after}",
        figures.trim_end()
    ))
}

#[cfg(test)]
mod tests {
    use super::{renewed, workspace};

    #[test]
    fn only_the_figures_are_replaced() {
        let text =
            "# Costs\n<!-- figures: `cargo xtask bench` -->\nold\n<!-- end of figures -->\nMore.\n";
        let expected = "# Costs\n<!-- figures: `cargo xtask bench` -->\n\n| new |\n\n\
                        <!-- end of figures -->\nMore.\n";
        let once = renewed(text, "bench", "| new |\n").unwrap();
        assert_eq!(once, expected);
        assert_eq!(renewed(&once, "bench", "| new |\n").unwrap(), once);
        assert_eq!(renewed(text, "faults", ""), None);
    }

    #[test]
    fn documents_have_a_place_for_figures() {
        for (file, command) in [
            ("docs/performance.md", "bench"),
            ("docs/reliability.md", "faults"),
        ] {
            let text = std::fs::read_to_string(workspace::root().join(file)).unwrap();
            assert!(renewed(&text, command, "").is_some(), "{file}");
        }
    }
}
