//! Takes the samples of `cargo xtask bench` and prints them as JSON: times in milliseconds, memory
//! in MiB.
#![allow(
    clippy::print_stdout,
    reason = "`cargo xtask bench` reads what this prints"
)]

mod answer;
mod cold;
mod daemon;
mod forms;
mod memory;
mod neighbour;
mod peers;
mod samples;
mod screen;
mod warm;
mod wrap;

use std::path::Path;

use anyhow::{Result, bail};

use samples::Samples;

fn main() -> Result<()> {
    let mut samples = Samples::default();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["wrap"] => wrap::measure(&mut samples)?,
        ["window"] => {
            warm::measure(&mut samples)?;
            cold::measure_form(&mut samples)?;
            cold::measure_notification(&mut samples)?;
            answer::measure(&mut samples)?;
        }
        ["daemon"] => {
            neighbour::measure(&mut samples)?;
            daemon::measure(&mut samples)?;
        }
        ["memory"] => memory::measure(&mut samples)?,
        [neighbour::COMMAND, socket] => return neighbour::ask_without_end(Path::new(socket)),
        _ => bail!("usage: measure wrap|window|daemon|memory"),
    }
    println!("{}", samples.json());
    Ok(())
}
