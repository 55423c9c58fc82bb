//! Which crates may depend on which.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use cargo_metadata::{DependencyKind, MetadataCommand};

use crate::support::workspace_root;

/// The workspace dependencies of each crate. Adding an edge is a design decision.
const EDGES: [(&str, &[&str]); 9] = [
    ("doorbell-protocol", &[]),
    ("doorbell-core", &[]),
    ("doorbell-daemon", &["doorbell-core", "doorbell-protocol"]),
    ("doorbell-wrap", &["doorbell-protocol"]),
    ("doorbell-agents", &["doorbell-protocol"]),
    ("doorbell-mcp", &["doorbell-agents", "doorbell-protocol"]),
    ("doorbell-pairing", &["doorbell-core", "doorbell-protocol"]),
    (
        "doorbell-cli",
        &[
            "doorbell-agents",
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

/// Not shipped. The tests may depend on every crate, xtask on none.
const TOOLS: [&str; 2] = ["doorbell-tests", "xtask"];

const WINDOW_CRATES: [&str; 7] = [
    "tauri",
    "wry",
    "tao",
    "gtk",
    "gdk",
    "webkit2gtk",
    "webview2-com",
];

#[test]
fn crate_dependencies_match_the_documented_edges() {
    let dependencies = dependencies();
    let ours: BTreeSet<_> = dependencies.keys().map(String::as_str).collect();
    let known: BTreeSet<_> = EDGES.iter().map(|(name, _)| *name).chain(TOOLS).collect();
    assert_eq!(ours, known);
    for (name, expected) in EDGES {
        let found: BTreeSet<_> = dependencies[name]
            .iter()
            .map(String::as_str)
            .filter(|name| ours.contains(name))
            .collect();
        assert_eq!(found, expected.iter().copied().collect(), "{name}");
    }
    let of_xtask: Vec<_> = dependencies["xtask"]
        .iter()
        .filter(|name| ours.contains(name.as_str()))
        .collect();
    assert!(of_xtask.is_empty(), "{of_xtask:?}");
}

#[test]
fn only_the_desktop_crate_depends_on_tauri() {
    for (name, dependencies) in dependencies() {
        let window_crates: Vec<_> = dependencies
            .iter()
            .filter(|name| is_window_crate(name))
            .collect();
        assert_eq!(
            window_crates.is_empty(),
            name != "doorbell-desktop",
            "{name}: {window_crates:?}"
        );
    }
}

#[test]
fn core_depends_on_no_runtime_or_io_crate() {
    let tree = cargo_tree(&[
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
            "doorbell-core depends on {name}"
        );
    }
}

#[test]
fn command_line_depends_on_no_window_crate() {
    let tree = cargo_tree(&[
        "-p",
        "doorbell-cli",
        "--edges",
        "normal,build",
        "--prefix",
        "none",
    ]);
    let window_crates: Vec<_> = packages(&tree)
        .filter(|name| is_window_crate(name))
        .collect();
    assert!(window_crates.is_empty(), "{window_crates:?}");
    assert!(packages(&tree).any(|name| name == "doorbell-protocol"));
}

/// That feature breaks untagged enums, such as the id of a request.
#[test]
fn serde_json_arbitrary_precision_is_off() {
    let tree = cargo_tree(&[
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

/// The dependencies of each workspace crate, without dev-dependencies.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = MetadataCommand::new()
        .manifest_path(workspace_root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .unwrap();
    metadata
        .packages
        .into_iter()
        .map(|package| {
            let names = package
                .dependencies
                .into_iter()
                .filter(|dependency| dependency.kind != DependencyKind::Development)
                .map(|dependency| dependency.name)
                .collect();
            (package.name.to_string(), names)
        })
        .collect()
}

fn is_window_crate(name: &str) -> bool {
    WINDOW_CRATES
        .iter()
        .any(|known| name == *known || name.starts_with(&format!("{known}-")))
}

fn packages(tree: &str) -> impl Iterator<Item = &str> {
    tree.lines().filter_map(|line| line.split(' ').next())
}

fn cargo_tree(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked"])
        .args(arguments)
        .current_dir(workspace_root())
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    String::from_utf8(output.stdout).unwrap()
}
