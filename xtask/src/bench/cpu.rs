//! The processor everything runs on.

use std::fs;

use anyhow::Result;

use crate::command::{command, exists, read};

/// This program on one processor, until it is dropped: other groups have all of them.
pub struct Pinned {
    /// What was done, or why it was not.
    pub said: String,
    before: Option<String>,
}

/// Puts this program, and whatever it starts from now on, on one processor: a message's way
/// through several processes then does not depend on where the scheduler puts them.
pub fn pin() -> Pinned {
    let not = |why: &str| Pinned {
        said: format!("Not pinned to one CPU: {why}. Expect noise."),
        before: None,
    };
    let Some(before) = allowed() else {
        return not("/proc does not say which there are");
    };
    if !exists("taskset") {
        return not("there is no taskset");
    }
    match allow(last(&before)) {
        Ok(()) => Pinned {
            said: "All of them share one CPU (taskset).".into(),
            before: Some(before),
        },
        Err(error) => not(&format!("{error:#}")),
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if let Some(Err(error)) = self.before.as_deref().map(allow) {
            println!("Still on one CPU: {error:#}.");
        }
    }
}

fn allow(cpus: &str) -> Result<()> {
    let own = std::process::id().to_string();
    let set = || read(command("taskset").args(["--all-tasks", "--cpu-list", "--pid", cpus, &own]));
    // A thread that ends in between makes it give up halfway.
    set().or_else(|_| set()).or_else(|_| set()).map(drop)
}

/// How busy the machine already is, if so busy that the times say little.
pub fn busy() -> Option<String> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    let load: f64 = text.split_whitespace().next()?.parse().ok()?;
    let cpus = std::thread::available_parallelism().ok()?.get();
    let much = load > cpus as f64 * 0.75;
    much.then(|| {
        format!(
            "Others were at work (load {load:.1} on {cpus} CPUs). Who takes longer than a time slice \
             suffers most, which flatters whoever is compared with them: measure again in quiet."
        )
    })
}

/// The processors this program may use, as the kernel lists them.
fn allowed() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let list = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    Some(list.trim().to_owned())
}

/// The last one: interrupts are usually served by the first.
fn last(list: &str) -> &str {
    list.rsplit([',', '-']).next().unwrap_or(list)
}

#[cfg(test)]
mod tests {
    use super::last;

    #[test]
    fn the_last_processor_of_a_list_is_found() {
        assert_eq!(last("0-3"), "3");
        assert_eq!(last("0,2-5,7"), "7");
        assert_eq!(last("0"), "0");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn there_is_a_last_processor() {
        assert!(last(&super::allowed().unwrap()).parse::<usize>().is_ok());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn after_a_group_all_processors_are_there_again() {
        let before = super::allowed();
        let pinned = super::pin();
        if pinned.before.is_some() {
            assert_eq!(super::allowed().as_deref(), before.as_deref().map(last));
        }
        drop(pinned);
        assert_eq!(super::allowed(), before);
    }
}
