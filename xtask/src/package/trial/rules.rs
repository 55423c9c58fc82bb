//! What others have written down about packages, and check.

use anyhow::Result;

use crate::command::{command, run};
use crate::package::{deb, sources};
use crate::workspace;

/// The scripts that run on other people's computers, and the desktop entry.
pub fn scripts_and_entries() -> Result<()> {
    run(command("shellcheck")
        .arg(sources().join("install.sh"))
        .arg(sources().join("debian/prerm")))?;
    run(command("desktop-file-validate")
        .arg(deb::stage().join("usr/share/applications/doorbell.desktop")))?;
    // Warned about, and never read, is a page with a mistake in it.
    let pages = deb::stage().join("usr/share/man/man1");
    run(command("sh")
        .current_dir(pages)
        .args(["-eu", "-c", MAN_PAGES_READ])
        .env("LC_ALL", "C.UTF-8"))
}

const MAN_PAGES_READ: &str = r#"
for page in *.gz; do
    said=$(man --warnings --encoding=UTF-8 --local-file "./$page" 2>&1 >/dev/null)
    [ -z "$said" ] || { echo "$page: $said"; exit 1; }
done"#;

/// Debian's own rules.
pub fn lintian() -> Result<()> {
    // Whoever builds as root is told that they do.
    run(command("lintian")
        .args(["--fail-on", "error,warning", "--tag-display-limit", "0"])
        .arg("--allow-root")
        .arg(deb::place()?)
        .env("TMPDIR", workspace::output()))
}
