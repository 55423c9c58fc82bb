//! Diffs as the window shows them: every line is marked, and has its invisible characters shown.

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};

use crate::text::visible;

/// The unchanged lines that are kept around a change in a whole file.
const CONTEXT_LINES: usize = 3;
/// How many pairs of lines may be compared. Larger texts are shown as replaced between their common
/// first and last lines: the smallest difference could take seconds.
const MAX_COMPARED_PAIRS: usize = 4096 * 4096;
const NO_LINE_BREAK: &str = "⟨no line break⟩";

/// The marks of lines that were removed, added, unchanged, or that stand for left out or separate
/// lines.
const REMOVED: char = '-';
const ADDED: char = '+';
const SAME: char = ' ';
const NOTE: char = '@';

/// Returns every line of both texts, each after its mark.
pub(crate) fn compare(old: &str, new: &str) -> String {
    marked(&lines(old, new))
}

/// Like [`compare`], for whole files: unchanged lines far from a change are left out.
pub(crate) fn compare_files(old: &str, new: &str) -> String {
    let lines = lines(old, new);
    let mut kept: Vec<(char, String)> = Vec::new();
    let runs = lines.chunk_by(|a, b| (a.0 == SAME) == (b.0 == SAME));
    let last = runs.clone().count().saturating_sub(1);
    for (index, run) in runs.enumerate() {
        let before = if index == 0 { 0 } else { CONTEXT_LINES };
        let after = if index == last { 0 } else { CONTEXT_LINES };
        let left_out = run.len().saturating_sub(before + after);
        if run[0].0 != SAME || left_out < 2 {
            kept.extend_from_slice(run);
            continue;
        }
        kept.extend_from_slice(&run[..before]);
        kept.push((NOTE, format!("{left_out} unchanged lines")));
        kept.extend_from_slice(&run[run.len() - after..]);
    }
    marked(&kept)
}

/// Joins the diffs of several changes in one file.
pub(crate) fn join(diffs: &[String]) -> String {
    if let [diff] = diffs {
        return diff.clone();
    }
    let of = diffs.len();
    let parts = diffs.iter().enumerate();
    let parts: Vec<_> = parts
        .map(|(index, diff)| format!("{NOTE}Change {} of {of}\n{diff}", index + 1))
        .collect();
    parts.join("\n")
}

fn lines(old: &str, new: &str) -> Vec<(char, String)> {
    let (old, new) = without_common_carriage_returns(old, new);
    let old_lines: Vec<&str> = old.split_inclusive('\n').collect();
    let new_lines: Vec<&str> = new.split_inclusive('\n').collect();
    // The end of a text is worth a word only if it changes.
    let is_end_changed =
        !old.is_empty() && !new.is_empty() && old.ends_with('\n') != new.ends_with('\n');
    let show = |mark: char, line: &str| {
        let shown = visible(line.strip_suffix('\n').unwrap_or(line));
        let end = match line.ends_with('\n') || !is_end_changed {
            true => "",
            false => NO_LINE_BREAK,
        };
        (mark, shown + end)
    };
    let mut lines = Vec::new();
    for op in operations(&old_lines, &new_lines) {
        let (removed, added) = (&old_lines[op.old_range()], &new_lines[op.new_range()]);
        if op.tag() == DiffTag::Equal {
            lines.extend(removed.iter().map(|line| show(SAME, line)));
        } else {
            lines.extend(removed.iter().map(|line| show(REMOVED, line)));
            lines.extend(added.iter().map(|line| show(ADDED, line)));
        }
    }
    lines
}

fn operations(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let same = |(old, new): &(&&str, &&str)| old == new;
    let first = old.iter().zip(new).take_while(same).count();
    let last = (old[first..].iter().rev())
        .zip(new[first..].iter().rev())
        .take_while(same)
        .count();
    let (old_len, new_len) = (old.len() - first - last, new.len() - first - last);
    if old_len * new_len <= MAX_COMPARED_PAIRS {
        return capture_diff_slices(Algorithm::Myers, old, new);
    }
    let equal = |old_index, new_index, len| DiffOp::Equal {
        old_index,
        new_index,
        len,
    };
    let replaced = DiffOp::Replace {
        old_index: first,
        old_len,
        new_index: first,
        new_len,
    };
    let end = equal(old.len() - last, new.len() - last, last);
    vec![equal(0, 0, first), replaced, end]
}

/// Removes the carriage returns of texts whose lines all end with one, where they would only be noise.
fn without_common_carriage_returns(old: &str, new: &str) -> (String, String) {
    let has_all = |text: &str| text.matches('\n').count() == text.matches("\r\n").count();
    if has_all(old) && has_all(new) {
        (old.replace("\r\n", "\n"), new.replace("\r\n", "\n"))
    } else {
        (old.to_owned(), new.to_owned())
    }
}

fn marked(lines: &[(char, String)]) -> String {
    let lines: Vec<_> = lines
        .iter()
        .map(|(mark, line)| format!("{mark}{line}"))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_marked() {
        assert_eq!(compare("a\nb\nc\n", "a\nB\nBB\nc\n"), " a\n-b\n+B\n+BB\n c");
        assert_eq!(compare("", "new\n\nfile\n"), "+new\n+\n+file");
        assert_eq!(compare("gone", ""), "-gone");
        assert_eq!(compare("", ""), "");
    }

    #[test]
    fn differences_that_cannot_be_seen_are_named() {
        assert_eq!(compare("a\n", "a"), "-a\n+a⟨no line break⟩");
        assert_eq!(compare("a\u{200b}", "a"), "-a⟨U+200B⟩\n+a");
        assert_eq!(compare("a\nb\n", "a\r\nb\n"), "-a\n+a⟨U+000D⟩\n b");
        assert_eq!(compare("a\r\nb\r\n", "a\r\nB\r\n"), " a\n-b\n+B");
        assert_eq!(compare("a\n\n\n\n\nb", "b"), "-a\n-\n-\n-\n-\n b");
    }

    #[test]
    fn marks_cannot_be_forged() {
        assert_eq!(compare("", "-x\n@y"), "+-x\n+@y");
        assert_eq!(compare("x", "x\u{2028}-y"), "-x\n+x⟨U+2028⟩-y");
    }

    #[test]
    fn unchanged_lines_of_a_file_are_left_out_away_from_changes() {
        let file = |changed: usize, text: &str| -> String {
            let line = |at| {
                if at == changed {
                    text.into()
                } else {
                    format!("{at}")
                }
            };
            (0..20).map(|at| line(at) + "\n").collect()
        };
        assert_eq!(
            compare_files(&file(9, "old"), &file(9, "new")),
            "@6 unchanged lines\n 6\n 7\n 8\n-old\n+new\n 10\n 11\n 12\n@7 unchanged lines"
        );
        assert_eq!(compare_files("a\nb\n", "a\nc\n"), " a\n-b\n+c");
    }

    #[test]
    fn large_differences_are_shown_as_replaced() {
        // The line "b" in the middle of the second text is found in the first, or not.
        let diff = |count: usize| {
            let old = "first\n".to_owned() + &"a\n".repeat(count) + "b\nlast";
            let new = "first\nb\n".to_owned() + &"c\n".repeat(4095) + "last";
            let diff = compare(&old, &new);
            (diff.starts_with(" first\n-a") && diff.ends_with("\n last")).then_some(diff)
        };
        let is_unchanged = |diff: Option<String>| diff.unwrap().contains("\n b\n");
        assert!(is_unchanged(diff(4095)));
        assert!(!is_unchanged(diff(4096)));
    }

    #[test]
    fn several_changes_are_numbered() {
        let diffs = [compare("a", "b"), compare("c", "d")];
        assert_eq!(join(&diffs[..1]), "-a\n+b");
        assert_eq!(
            join(&diffs),
            "@Change 1 of 2\n-a\n+b\n@Change 2 of 2\n-c\n+d"
        );
    }
}
