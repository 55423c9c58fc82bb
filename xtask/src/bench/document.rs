//! docs/performance.md, whose numbers are renewed and whose words are not.
//!
//! What is renewed stands between two comments that name it:
//! `<!-- bench wrap: begin -->` and `<!-- bench wrap: end -->`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::workspace;

const FILE: &str = "docs/performance.md";

/// The document, not yet written.
pub struct Document {
    text: String,
}

impl Document {
    /// Reads it and makes sure, before anything is measured, that all of these can be renewed.
    pub fn read(blocks: &[&str]) -> Result<Self> {
        let file = place();
        let text = fs::read_to_string(&file)
            .with_context(|| format!("could not read {}", file.display()))?;
        for block in blocks {
            between(&text, block)?;
        }
        Ok(Self { text })
    }

    /// Puts another text where one of them was.
    pub fn renew(&mut self, block: &str, text: &str) -> Result<()> {
        self.text = renewed(&self.text, block, text)?;
        Ok(())
    }

    /// Writes it back.
    pub fn write(self) -> Result<()> {
        let file = place();
        fs::write(&file, self.text)
            .with_context(|| format!("could not write {}", file.display()))?;
        println!("Renewed {FILE}");
        Ok(())
    }
}

fn place() -> PathBuf {
    workspace::root().join(FILE)
}

fn renewed(text: &str, block: &str, fresh: &str) -> Result<String> {
    let (from, to) = between(text, block)?;
    let (before, after) = (&text[..from], &text[to..]);
    Ok(format!("{before}\n{}\n{after}", fresh.trim_end()))
}

/// What lies between the two comments.
fn between(text: &str, block: &str) -> Result<(usize, usize)> {
    let begin = format!("<!-- bench {block}: begin -->");
    let end = format!("<!-- bench {block}: end -->");
    for marker in [&begin, &end] {
        let count = text.matches(marker.as_str()).count();
        ensure!(
            count == 1,
            "{FILE} must have {marker} once, not {count} times"
        );
    }
    let from = text.find(&begin).map(|at| at + begin.len());
    let to = text.find(&end);
    let places = from.zip(to).filter(|(from, to)| from <= to);
    places.with_context(|| format!("{FILE} must have {begin} before {end}"))
}

#[cfg(test)]
mod tests {
    use super::renewed;

    const TEXT: &str =
        "# Costs\n\n<!-- bench wrap: begin -->\nold\n<!-- bench wrap: end -->\n\nWords.\n";

    #[test]
    fn only_what_is_between_the_comments_is_replaced() {
        let once = renewed(TEXT, "wrap", "| new |\n").unwrap();
        assert_eq!(
            once,
            "# Costs\n\n<!-- bench wrap: begin -->\n| new |\n<!-- bench wrap: end -->\n\nWords.\n"
        );
        assert_eq!(renewed(&once, "wrap", "| new |\n").unwrap(), once);
    }

    #[test]
    fn a_missing_comment_is_named() {
        let said = |text: &str, block| renewed(text, block, "").unwrap_err().to_string();
        let missing = said(TEXT, "window");
        assert!(
            missing.contains("<!-- bench window: begin --> once, not 0"),
            "{missing}"
        );
        let open = TEXT.replace("<!-- bench wrap: end -->", "");
        assert!(said(&open, "wrap").contains("<!-- bench wrap: end --> once, not 0"));
        let twice = format!("{TEXT}{TEXT}");
        assert!(said(&twice, "wrap").contains("begin --> once, not 2"));
        let turned = "<!-- bench wrap: end --><!-- bench wrap: begin -->";
        assert!(said(turned, "wrap").contains("before"));
    }
}
