//! Updates figures in a document.
//!
//! They are between two comments, the first of which names the command that measures them:
//! ``<!-- figures: `cargo xtask bench` -->`` and `<!-- end of figures -->`.

use std::fs;

use anyhow::{Context, Result};

use crate::workspace;

const END_MARKER: &str = "<!-- end of figures -->\n";

/// Replaces the figures of `cargo xtask COMMAND` in a file of the repository.
pub fn update(file: &str, command: &str, figures: &str) -> Result<()> {
    let path = workspace::root().join(file);
    let text = fs::read_to_string(&path).context(file.to_owned())?;
    let text = with_figures(&text, command, figures).with_context(|| {
        format!("{file} has no place for the figures of `cargo xtask {command}`")
    })?;
    fs::write(&path, text).context(file.to_owned())?;
    println!("Renewed {file}");
    Ok(())
}

fn with_figures(text: &str, command: &str, figures: &str) -> Option<String> {
    let begin_marker = format!("<!-- figures: `cargo xtask {command}` -->\n");
    let (before, rest) = text.split_once(&begin_marker)?;
    let (_, after) = rest.split_once(END_MARKER)?;
    Some(format!(
        "{before}{begin_marker}\n{}\n\n{END_MARKER}{after}",
        figures.trim_end()
    ))
}

#[cfg(test)]
mod tests {
    use super::{with_figures, workspace};

    #[test]
    fn only_figures_are_replaced() {
        let text =
            "# Costs\n<!-- figures: `cargo xtask bench` -->\nold\n<!-- end of figures -->\nMore.\n";
        let expected = "# Costs\n<!-- figures: `cargo xtask bench` -->\n\n| new |\n\n\
                        <!-- end of figures -->\nMore.\n";
        let once = with_figures(text, "bench", "| new |\n").unwrap();
        assert_eq!(once, expected);
        assert_eq!(with_figures(&once, "bench", "| new |\n").unwrap(), once);
        assert_eq!(with_figures(text, "faults", ""), None);
    }

    #[test]
    fn documents_have_markers_for_figures() {
        for (file, command) in [
            ("docs/performance.md", "bench"),
            ("docs/reliability.md", "faults"),
        ] {
            let text = std::fs::read_to_string(workspace::root().join(file)).unwrap();
            assert!(with_figures(&text, command, "").is_some(), "{file}");
        }
    }
}
