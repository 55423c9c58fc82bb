//! One target, and input after input.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::chance::Chance;

/// How many inputs an ordinary run tries.
const CASES: u64 = 1_500;
/// Where an ordinary run begins.
const SEED: u64 = 1;
/// How long each target goes on, if that is set.
const SECONDS: &str = "DOORBELL_FUZZ_SECONDS";
/// Where it begins, to repeat a failure.
const FIRST_SEED: &str = "DOORBELL_FUZZ_SEED";

/// Makes inputs of seeds and checks each. What was found before comes first.
pub fn campaign(name: &str, make: impl Fn(&mut Chance) -> Vec<u8>, check: impl Fn(&[u8])) {
    for (file, found) in found_before(name) {
        assert!(passes(&check, &found), "{} fails again", file.display());
    }
    let begun = Instant::now();
    let seconds = number(SECONDS).map(Duration::from_secs);
    let first = number(FIRST_SEED).unwrap_or_else(|| match seconds {
        Some(_) => fresh_seed(),
        None => SEED,
    });
    if seconds.is_some() {
        eprintln!("{name}: from seed {first}");
    }
    let mut tried = 0;
    while seconds.map_or(tried < CASES, |seconds| begun.elapsed() < seconds) {
        let seed = first.wrapping_add(tried);
        let input = make(&mut Chance::new(seed));
        if !passes(&check, &input) {
            let file = kept(name, seed, &input);
            panic!(
                "{name} fails at seed {seed}; the input is {}",
                file.display()
            );
        }
        tried += 1;
    }
    if seconds.is_some() {
        eprintln!("{name}: {tried} inputs passed");
    }
}

fn passes(check: &impl Fn(&[u8]), input: &[u8]) -> bool {
    catch_unwind(AssertUnwindSafe(|| check(input))).is_ok()
}

fn found_before(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/found");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
        .unwrap_or_default();
    files.sort();
    let own = |file: &PathBuf| {
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        file.starts_with(&format!("{name}-"))
    };
    let own = files.into_iter().filter(own);
    own.map(|file| (file.clone(), std::fs::read(file).unwrap()))
        .collect()
}

/// Keeps a failing input, named so that it can be put where [`found_before`] looks.
fn kept(name: &str, seed: u64, input: &[u8]) -> PathBuf {
    let folder = doorbell_tests::app::output_directory().join("fuzz");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}-{seed}"));
    std::fs::write(&file, input).unwrap();
    file
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.unwrap().as_secs() << 20
}
