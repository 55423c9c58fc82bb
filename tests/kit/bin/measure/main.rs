//! Measures the real application on a virtual screen beside programs that ask a person too, and
//! prints what it measured as JSON. `cargo xtask bench` builds what it needs and makes tables of it.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "`cargo xtask bench` reads what this prints"
)]

mod cold;
mod daemon;
mod hook;
mod memory;
mod peers;
mod questions;
mod released;
mod rows;
mod screen;

use std::path::Path;

use anyhow::{Result, bail};
use serde_json::{Value, json};

fn main() -> Result<()> {
    let group = std::env::args().nth(1).unwrap_or_default();
    if group == "asker" {
        let socket = std::env::args_os().nth(2).unwrap_or_default();
        return memory::serve(Path::new(&socket));
    }
    let measured: Value = match group.as_str() {
        "window" => json!({
            "painted": rows::painted()?,
            "first": cold::first()?,
            "cold": cold::measure()?,
            "released": released::measure()?,
            "started": cold::just_started()?,
            "notified": rows::notified()?,
            "answered": rows::answered()?,
            "hooked": hook::measure()?,
        }),
        "cold" => json!(cold::measure()?),
        "first" => json!(cold::first()?),
        "daemon" => daemon::measure()?,
        "memory" => memory::measure()?,
        _ => bail!("name what to measure: window, cold, first, daemon or memory"),
    };
    println!("{measured}");
    Ok(())
}
