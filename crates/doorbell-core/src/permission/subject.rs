//! What an action is called, and its part that must be read.

use super::Action;
use crate::diff;
use crate::link::{LinkHistory, assess};
use crate::text::{one_line, visible};
use crate::view::{PermissionDetailView, Severity};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Described {
    /// The heading, or its beginning.
    pub action: &'static str,
    /// The end of the heading.
    pub subject: Option<String>,
    pub wants: &'static str,
    /// What the action is about, in one line.
    pub words: String,
    pub detail: PermissionDetailView,
}

pub(super) fn describe(tool: &str, action: &Action, project: Option<&str>) -> Described {
    let file = |action, wants, path: &str, detail: Option<String>| {
        let shown = relative(path, project);
        let text = visible(path);
        Described {
            action,
            subject: Some(shown.clone()),
            wants,
            words: shown,
            detail: match detail {
                Some(text) => PermissionDetailView::Diff { text },
                None => PermissionDetailView::Path { text },
            },
        }
    };
    let arguments = |action, name: String| Described {
        action,
        subject: Some(name.clone()),
        wants: "wants to use a tool",
        words: name,
        detail: PermissionDetailView::Arguments,
    };
    match action {
        Action::Run { command } => Described {
            action: "Run a command",
            subject: None,
            wants: "wants to run a command",
            words: one_line(command),
            detail: PermissionDetailView::Command {
                text: visible(command),
            },
        },
        Action::Edit { path, changes } => {
            let diffs: Vec<_> = changes
                .iter()
                .map(|change| diff::compare(&change.old, &change.new))
                .collect();
            let diff = diff::join(&diffs);
            file("Edit", "wants to edit a file", path, Some(diff))
        }
        Action::Write { path, text, old } => {
            let wants = "wants to write a file";
            match old {
                Some(old) => {
                    let diff = diff::compare_files(old, text);
                    file("Overwrite", wants, path, Some(diff))
                }
                None => file("Write", wants, path, Some(diff::compare("", text))),
            }
        }
        Action::Read { path } => file("Read", "wants to read a file", path, None),
        Action::Fetch { url } => fetch(url),
        Action::Mcp { server, tool } => {
            let name = format!("{} › {}", one_line(server), one_line(tool));
            arguments("Use", name)
        }
        Action::Other => arguments("Use the tool", one_line(tool)),
    }
}

fn fetch(url: &str) -> Described {
    let wants = "wants to fetch a web page";
    let words = one_line(url);
    let Ok(link) = assess(url) else {
        return Described {
            action: "Fetch",
            subject: Some("a web address".to_owned()),
            wants,
            words,
            detail: PermissionDetailView::Path { text: visible(url) },
        };
    };
    let link = link.view(&LinkHistory::default());
    let warnings = link.warnings.into_iter();
    Described {
        action: "Fetch from",
        subject: Some(link.host),
        wants,
        words,
        detail: PermissionDetailView::Address {
            before: link.before,
            domain: link.domain,
            after: link.after,
            // A note is about opening a page in the browser.
            warnings: warnings
                .filter(|warning| warning.severity != Severity::Note)
                .collect(),
        },
    }
}

/// Returns the path inside the project, or the whole path if it leads anywhere else.
fn relative(path: &str, project: Option<&str>) -> String {
    let inside = project
        .map(|project| project.trim_end_matches('/'))
        .filter(|project| !project.is_empty())
        .and_then(|project| path.strip_prefix(project)?.strip_prefix('/'))
        .filter(|inside| {
            let mut steps = inside.split('/');
            steps.all(|step| !["", ".", ".."].contains(&step))
        });
    one_line(inside.unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_inside_the_project_are_shortened() {
        for (path, project, shown) in [
            ("/home/ada/shop/src/a.ts", "/home/ada/shop", "src/a.ts"),
            ("/home/ada/shop/src/a.ts", "/home/ada/shop/", "src/a.ts"),
            (
                "/home/ada/shop2/a.ts",
                "/home/ada/shop",
                "/home/ada/shop2/a.ts",
            ),
            (
                "/home/ada/shop/../.ssh/id",
                "/home/ada/shop",
                "/home/ada/shop/../.ssh/id",
            ),
            ("/home/ada/shop", "/home/ada/shop", "/home/ada/shop"),
            ("/etc/hosts", "/", "/etc/hosts"),
            ("/etc/hosts", "", "/etc/hosts"),
            ("src/a.ts", "/home/ada/shop", "src/a.ts"),
        ] {
            assert_eq!(relative(path, Some(project)), shown, "{path}");
        }
        assert_eq!(relative("/a/b", None), "/a/b");
        assert_eq!(relative("/a/\u{202e}b\nc", Some("/a")), "⟨U+202E⟩b c");
    }
}
