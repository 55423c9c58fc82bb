//! The package's scripts, which only `cargo xtask test --package` runs.

use std::process::Command;

use crate::support::workspace_root;

const SCRIPTS: [&str; 3] = [
    "packaging/archive.sh",
    "packaging/debian/prerm",
    "packaging/install.sh",
];

#[test]
fn packaged_scripts_have_no_syntax_error() {
    for script in SCRIPTS {
        let parsed = Command::new("sh")
            .arg("-n")
            .arg(workspace_root().join(script))
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&parsed.stderr);
        assert!(parsed.status.success(), "{script}: {errors}");
    }
}
