//! Parses the arguments of a process from macOS's `KERN_PROCARGS2`: the argument count, the path, the
//! arguments, and the environment, which is not read.

const COUNT_SIZE: usize = size_of::<u32>();

pub fn arguments(area: &[u8]) -> Vec<String> {
    let Some((count, rest)) = area.split_first_chunk::<COUNT_SIZE>() else {
        return Vec::new();
    };
    let count = usize::try_from(u32::from_ne_bytes(*count)).unwrap_or(usize::MAX);
    // Zero bytes end the path and align what follows.
    let path = rest.iter().position(|byte| *byte == 0);
    let rest = path.map_or(&[][..], |end| &rest[end..]);
    // An empty first argument looks like padding; then one variable is taken from the environment.
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

    fn check(count: u32, area: &[u8], expected: &[&str]) {
        let area = [&count.to_ne_bytes()[..], area].concat();
        assert_eq!(arguments(&area), expected, "{area:?}");
    }

    #[test]
    fn path_and_environment_are_left_out() {
        let area = b"/usr/bin/node\0\0\0\0node\0cli.js\0--flag\0HOME=/Users/ada\0TOKEN=x\0";
        check(3, area, &["node", "cli.js", "--flag"]);
        check(0, area, &[]);
        check(2, b"/bin/a\0a\0\0TOKEN=x\0", &["a", ""]);
    }

    #[test]
    fn truncated_area_yields_the_complete_arguments() {
        assert!(arguments(b"").is_empty());
        assert!(arguments(&[1, 0]).is_empty());
        check(1, b"", &[]);
        check(1, b"/bin/a", &[]);
        check(1, b"/bin/a\0\0", &[]);
        check(2, b"/bin/a\0a\0b", &["a", "b"]);
    }
}
