//! The pages of the windows. Each names every module it needs, so that all are fetched at once: a
//! module that is found only by reading another costs a trip to Rust and back before anything is drawn.
//! `DOORBELL_RENEW=1 cargo test -p doorbell-tests --test integration -- pages` writes the lists anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::support::project;

const PAGES: [(&str, &str); 2] = [
    ("question.html", "src/question.js"),
    ("home.html", "src/home.js"),
];

#[test]
fn a_page_names_every_module_that_it_needs() {
    let ui = project().join("ui");
    for (page, entry) in PAGES {
        let file = ui.join(page);
        let mut needed = BTreeSet::new();
        walk(&ui, Path::new(entry), &mut needed);
        needed.remove(Path::new(entry));
        let html = fs::read_to_string(&file).unwrap();
        let wanted = with_links(&html, &needed);
        if std::env::var_os("DOORBELL_RENEW").is_some() {
            fs::write(&file, &wanted).unwrap();
        }
        let named = fs::read_to_string(&file).unwrap();
        assert_eq!(named, wanted, "write the list in {page} anew");
    }
}

/// The page with a line for each module, before its script.
fn with_links(html: &str, modules: &BTreeSet<PathBuf>) -> String {
    let is_link = |line: &&str| line.contains("rel=\"modulepreload\"");
    let mut page = String::new();
    for line in html.lines().filter(|line| !is_link(line)) {
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

/// Follows the imports. Those of types stand in comments and have no module.
fn walk(ui: &Path, module: &Path, found: &mut BTreeSet<PathBuf>) {
    if !found.insert(module.to_owned()) {
        return;
    }
    let text = fs::read_to_string(ui.join(module)).unwrap();
    for statement in statements(&text) {
        if let Some(from) = statement.rsplit('"').nth(1)
            && from.starts_with('.')
        {
            let folder = module.parent().unwrap();
            walk(ui, &plain(&folder.join(from)), found);
        }
    }
}

/// The import statements, and the exports that import; each begins its line.
fn statements(text: &str) -> impl Iterator<Item = &str> {
    let imports = text.match_indices("\nimport ").map(|(start, _)| start);
    let exports = text.match_indices("\nexport {").map(|(start, _)| start);
    imports
        .chain(exports)
        .filter_map(|start| text[start..].split(';').next())
}

/// Without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}
