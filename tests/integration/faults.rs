//! Fault injection that counts the outcome of every question. `cargo xtask faults` runs these tests
//! and writes the figures to `docs/reliability.md`.

mod client;
mod kills;
mod many_askers;
mod soak;
mod storage;
mod wall_clock;

/// The outcomes of the questions asked during one fault.
struct Figures {
    fault: &'static str,
    asked: usize,
    /// How often the daemon accepted a Send.
    accepted: usize,
    delivered: usize,
    lost: usize,
    duplicated: usize,
}

impl Figures {
    /// For a test that has itself checked that every question got its own answer once.
    fn all_delivered(fault: &'static str, asked: usize) -> Self {
        Self::new(fault, asked, asked)
    }

    fn new(fault: &'static str, asked: usize, delivered: usize) -> Self {
        Self {
            fault,
            asked,
            accepted: asked,
            delivered,
            lost: asked - delivered,
            duplicated: 0,
        }
    }

    /// Prints a row of the table and asserts that no answer was lost or delivered twice.
    #[allow(
        clippy::print_stdout,
        reason = "`cargo xtask faults` reads the figures"
    )]
    fn print_and_check(&self) {
        let Self {
            fault,
            asked,
            accepted,
            delivered,
            lost,
            duplicated,
        } = self;
        println!("| {fault} | {asked} | {accepted} | {delivered} | {lost} | {duplicated} |");
        assert_eq!((*lost, *duplicated), (0, 0), "{fault}");
        assert_eq!(delivered, asked, "{fault}");
    }
}
