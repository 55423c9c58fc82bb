//! Charts of what was measured, as SVG that reads well on a light and on a dark page.
//!
//! The same numbers give the same bytes, so that a chart in the repository changes only when the
//! numbers did.

mod axis;
mod bars;
mod canvas;
mod lines;
mod words;

pub use bars::{Bar, Bars};
pub use lines::{Line, Lines};

/// One chart.
pub struct Chart {
    /// What its file is called, without `.svg`.
    pub name: String,
    /// What it shows, and every number in it: for those who cannot see it.
    pub said: String,
    /// The drawing.
    pub svg: String,
}

#[cfg(test)]
pub mod golden {
    /// A drawing must be the one in the repository. To renew that, look at what was left beside it
    /// and rename it.
    pub fn check(name: &str, drawn: &str) {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/bench/chart/golden");
        let kept = std::fs::read_to_string(format!("{folder}/{name}.svg")).unwrap_or_default();
        if drawn != kept {
            let fresh = format!("{folder}/{name}.new.svg");
            std::fs::write(&fresh, drawn).unwrap();
            panic!("it is drawn in another way now: see {fresh}");
        }
    }
}
