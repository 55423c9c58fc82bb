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
    /// A drawing must be the one in the repository. `DOORBELL_RENEW=1` draws that anew.
    pub fn check(name: &str, drawn: &str) {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/bench/chart/golden");
        let file = format!("{folder}/{name}.svg");
        if std::env::var_os("DOORBELL_RENEW").is_some() {
            std::fs::write(&file, drawn).unwrap();
        }
        assert_eq!(drawn, std::fs::read_to_string(&file).unwrap(), "{file}");
    }
}
