//! The processor everything runs on.

use std::fs;

use crate::command::{command, exists, read};

/// Puts this program, and whatever it starts from now on, on one processor: a message's way
/// through several processes then does not depend on where the scheduler puts them. Says what it
/// did.
pub fn pin() -> String {
    let Some(last) = last_allowed() else {
        return "Not pinned to one CPU: /proc does not say which there are. Expect noise.".into();
    };
    if !exists("taskset") {
        return "Not pinned to one CPU: there is no taskset. Expect noise.".into();
    }
    let own = std::process::id().to_string();
    match read(command("taskset").args(["--all-tasks", "--cpu-list", "--pid", &last, &own])) {
        Ok(_) => "Driver, proxy and server share one CPU (taskset).".into(),
        Err(error) => format!("Not pinned to one CPU: {error:#}. Expect noise."),
    }
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

/// The last one: interrupts are usually served by the first.
fn last_allowed() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let list = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    list.trim().rsplit([',', '-']).next().map(Into::into)
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn there_is_a_last_processor() {
        assert!(super::last_allowed().unwrap().parse::<usize>().is_ok());
    }
}
