//! What a daemon has in its journal.

use std::path::Path;

use serde_json::Value;

/// The answers in the journal beside a socket. Lines that a kill cut short are none.
pub fn journaled(socket: &Path) -> Vec<Value> {
    let files = std::fs::read_dir(socket.parent().unwrap());
    // A life that was too short has made no directory.
    let files = files.into_iter().flatten();
    let pages = files.filter_map(|file| {
        let path = file.unwrap().path();
        let is_page = path.to_string_lossy().contains(".answers.");
        // It may be done with at any moment.
        is_page.then(|| std::fs::read_to_string(path).ok())?
    });
    pages.flat_map(|page| answers(&page)).collect()
}

fn answers(page: &str) -> Vec<Value> {
    let lines = page.lines();
    lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}
