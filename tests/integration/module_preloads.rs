//! The HTML pages preload every JavaScript module they need, so that all are fetched at once. A
//! module found only through an import delays the first paint by a round trip to Rust.
//! `DOORBELL_RENEW=1 cargo test -p doorbell-tests --test integration -- module_preloads` updates
//! the lists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::support::workspace_root;

const PAGES: [(&str, &str); 2] = [
    ("question.html", "src/question.js"),
    ("home.html", "src/home.js"),
];

#[test]
fn html_pages_preload_every_module_they_need() {
    let ui = workspace_root().join("ui");
    for (page, entry) in PAGES {
        let file = ui.join(page);
        let mut needed = BTreeSet::new();
        collect_imports(&ui, Path::new(entry), &mut needed);
        needed.remove(Path::new(entry));
        let html = fs::read_to_string(&file).unwrap();
        let expected = with_preloads(&html, &needed);
        if std::env::var_os("DOORBELL_RENEW").is_some() {
            fs::write(&file, &expected).unwrap();
        }
        let actual = fs::read_to_string(&file).unwrap();
        assert_eq!(actual, expected, "update the list in {page}");
    }
}

/// The page with a preload line for each module before its script.
fn with_preloads(html: &str, modules: &BTreeSet<PathBuf>) -> String {
    let is_preload = |line: &&str| line.contains("rel=\"modulepreload\"");
    let mut page = String::new();
    for line in html.lines().filter(|line| !is_preload(line)) {
        if line.contains("<script") {
            for module in modules {
                let module = module.display();
                page.push_str(&format!(
                    "    <link rel=\"modulepreload\" href=\"{module}\" />\n"
                ));
            }
        }
        page.push_str(line);
        page.push('\n');
    }
    page
}

/// Follows imports recursively. Type imports are in comments and need no module.
fn collect_imports(ui: &Path, module: &Path, found: &mut BTreeSet<PathBuf>) {
    if !found.insert(module.to_owned()) {
        return;
    }
    let text = fs::read_to_string(ui.join(module)).unwrap();
    for statement in import_statements(&text) {
        if let Some(from) = statement.rsplit('"').nth(1)
            && from.starts_with('.')
        {
            let folder = module.parent().unwrap();
            collect_imports(ui, &normalised(&folder.join(from)), found);
        }
    }
}

/// The import statements and re-exports, each of which starts a line.
fn import_statements(text: &str) -> impl Iterator<Item = &str> {
    let imports = text.match_indices("\nimport ").map(|(start, _)| start);
    let exports = text.match_indices("\nexport {").map(|(start, _)| start);
    imports
        .chain(exports)
        .filter_map(|start| text[start..].split(';').next())
}

/// Removes `.` and `..`.
fn normalised(path: &Path) -> PathBuf {
    let mut normalised = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normalised.pop();
            }
            part => normalised.push(part),
        }
    }
    normalised
}
