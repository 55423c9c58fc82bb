//! Which crate may use which. The rules hold because nothing else compiles in.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use cargo_metadata::{DependencyKind, MetadataCommand};

use crate::support::project;

/// Everything each crate of ours uses of ours. A new edge is a decision: it is written down here.
const EDGES: [(&str, &[&str]); 8] = [
    ("doorbell-protocol", &[]),
    ("doorbell-core", &[]),
    ("doorbell-daemon", &["doorbell-core", "doorbell-protocol"]),
    ("doorbell-wrap", &["doorbell-protocol"]),
    ("doorbell-mcp", &["doorbell-protocol"]),
    ("doorbell-pairing", &["doorbell-core", "doorbell-protocol"]),
    (
        "doorbell-cli",
        &[
            "doorbell-mcp",
            "doorbell-pairing",
            "doorbell-protocol",
            "doorbell-wrap",
        ],
    ),
    (
        "doorbell-desktop",
        &["doorbell-daemon", "doorbell-pairing", "doorbell-protocol"],
    ),
];

/// Not shipped: the tests may use everything, xtask nothing.
const TOOLS: [&str; 2] = ["doorbell-tests", "xtask"];

/// What draws windows.
const WINDOWS: [&str; 7] = [
    "tauri",
    "wry",
    "tao",
    "gtk",
    "gdk",
    "webkit2gtk",
    "webview2-com",
];

#[test]
fn the_crates_use_each_other_in_one_direction() {
    let used = used();
    let ours: BTreeSet<_> = used.keys().map(String::as_str).collect();
    let known: BTreeSet<_> = EDGES.iter().map(|(name, _)| *name).chain(TOOLS).collect();
    assert_eq!(ours, known);
    for (name, expected) in EDGES {
        let found: BTreeSet<_> = used[name]
            .iter()
            .map(String::as_str)
            .filter(|used| ours.contains(used))
            .collect();
        assert_eq!(found, expected.iter().copied().collect(), "{name}");
    }
    let of_xtask: Vec<_> = used["xtask"]
        .iter()
        .filter(|used| ours.contains(used.as_str()))
        .collect();
    assert!(of_xtask.is_empty(), "{of_xtask:?}");
}

#[test]
fn only_the_desktop_knows_tauri() {
    for (name, used) in used() {
        let windows: Vec<_> = used.iter().filter(|used| draws_windows(used)).collect();
        assert_eq!(
            windows.is_empty(),
            name != "doorbell-desktop",
            "{name}: {windows:?}"
        );
    }
}

#[test]
fn the_rules_have_no_clock_and_no_runtime() {
    let tree = tree(&[
        "-p",
        "doorbell-core",
        "--edges",
        "normal",
        "--prefix",
        "none",
    ]);
    for name in packages(&tree) {
        assert!(
            ![
                "tokio",
                "interprocess",
                "mio",
                "reqwest",
                "ureq",
                "rusqlite"
            ]
            .contains(&name),
            "doorbell-core brings {name}"
        );
    }
}

#[test]
fn the_command_line_brings_no_window_with_it() {
    let tree = tree(&[
        "-p",
        "doorbell-cli",
        "--edges",
        "normal,build",
        "--prefix",
        "none",
    ]);
    let brought: Vec<_> = packages(&tree).filter(|name| draws_windows(name)).collect();
    assert!(brought.is_empty(), "{brought:?}");
    assert!(packages(&tree).any(|name| name == "doorbell-protocol"));
}

/// It breaks types that are told apart by their shape, such as a request's id.
#[test]
fn numbers_are_not_kept_as_text() {
    let tree = tree(&[
        "--workspace",
        "--all-features",
        "--edges",
        "features",
        "--invert",
        "serde_json",
    ]);
    assert!(tree.contains("serde_json feature \"preserve_order\""));
    assert!(!tree.contains("arbitrary_precision"), "{tree}");
}

/// What each crate of ours uses, leaving out what only its own tests do.
fn used() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = MetadataCommand::new()
        .manifest_path(project().join("Cargo.toml"))
        .no_deps()
        .exec()
        .unwrap();
    metadata
        .packages
        .into_iter()
        .map(|package| {
            let used = package
                .dependencies
                .into_iter()
                .filter(|dependency| dependency.kind != DependencyKind::Development)
                .map(|dependency| dependency.name)
                .collect();
            (package.name.to_string(), used)
        })
        .collect()
}

fn draws_windows(name: &str) -> bool {
    WINDOWS
        .iter()
        .any(|known| name == *known || name.starts_with(&format!("{known}-")))
}

/// The name at the beginning of each line.
fn packages(tree: &str) -> impl Iterator<Item = &str> {
    tree.lines().filter_map(|line| line.split(' ').next())
}

fn tree(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked"])
        .args(arguments)
        .current_dir(project())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout).unwrap()
}
