//! Faults on purpose, with a count of what came of every question. `cargo xtask faults` prints the
//! figures; `docs/reliability.md` has them.

mod asking;
mod clock;
mod crowd;
mod files;
mod kills;
mod soak;

/// What came of the questions that were asked while something was broken.
struct Figures {
    fault: &'static str,
    asked: usize,
    /// How often a person's Send was taken.
    accepted: usize,
    delivered: usize,
    lost: usize,
    doubled: usize,
}

impl Figures {
    /// Each was accepted once and delivered once; the test has compared every one with words that
    /// were typed for it alone.
    fn all(fault: &'static str, asked: usize) -> Self {
        Self::of(fault, asked, asked)
    }

    fn of(fault: &'static str, asked: usize, delivered: usize) -> Self {
        Self {
            fault,
            asked,
            accepted: asked,
            delivered,
            lost: asked - delivered,
            doubled: 0,
        }
    }

    /// Prints them as a row of the table, and holds that nothing is lost or given twice.
    #[allow(clippy::print_stdout, reason = "the figures are what it is for")]
    fn hold(&self) {
        let Self {
            fault,
            asked,
            accepted,
            delivered,
            lost,
            doubled,
        } = self;
        println!("| {fault} | {asked} | {accepted} | {delivered} | {lost} | {doubled} |");
        assert_eq!((*lost, *doubled), (0, 0), "{fault}");
        assert_eq!(delivered, asked, "{fault}");
    }
}
