//! The arguments of a process as macOS hands them out: how many there are, the path that was started,
//! the arguments, and then the environment, which is nobody's business.

/// The size of the number in front.
const COUNT: usize = size_of::<u32>();

/// The arguments in what `KERN_PROCARGS2` tells.
pub fn arguments(area: &[u8]) -> Vec<String> {
    let Some((count, rest)) = area.split_first_chunk::<COUNT>() else {
        return Vec::new();
    };
    let count = usize::try_from(u32::from_ne_bytes(*count)).unwrap_or(usize::MAX);
    // The path ends with one zero byte and as many more as align what follows.
    let path = rest.iter().position(|byte| *byte == 0);
    let rest = path.map_or(&[][..], |end| &rest[end..]);
    // An empty name cannot be told from them: then one more is taken, from the environment.
    let Some(first) = rest.iter().position(|byte| *byte != 0) else {
        return Vec::new();
    };
    rest[first..]
        .split(|byte| *byte == 0)
        .take(count)
        .map(|argument| String::from_utf8_lossy(argument).into_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(count: u32, area: &[u8], wanted: &[&str]) {
        let area = [&count.to_ne_bytes()[..], area].concat();
        assert_eq!(arguments(&area), wanted, "{area:?}");
    }

    #[test]
    fn the_arguments_are_told_apart_from_the_path_and_the_environment() {
        let area = b"/usr/bin/node\0\0\0\0node\0cli.js\0--flag\0HOME=/Users/ada\0TOKEN=x\0";
        check(3, area, &["node", "cli.js", "--flag"]);
        check(0, area, &[]);
        check(2, b"/bin/a\0a\0\0TOKEN=x\0", &["a", ""]);
    }

    #[test]
    fn what_is_cut_short_gives_what_there_is() {
        assert!(arguments(b"").is_empty());
        assert!(arguments(&[1, 0]).is_empty());
        check(1, b"", &[]);
        check(1, b"/bin/a", &[]);
        check(1, b"/bin/a\0\0", &[]);
        check(2, b"/bin/a\0a\0b", &["a", "b"]);
    }
}
