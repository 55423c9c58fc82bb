//! The XDG autostart entry, `autostart/doorbell.desktop` in the person's configuration.
//!
//! A package brings one for everyone, switched off. The person's own counts before it; without one,
//! an administrator who switched that on has decided.
//!
//! There is no delay in it: Doorbell needs neither panel nor notifications to be there first.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use gtk::glib::{GString, KEY_FILE_DESKTOP_GROUP, KeyFile, KeyFileFlags};

const FILE: &str = "doorbell.desktop";
/// Our own mark: an entry without it was written by someone else and is left alone.
const MARK: &str = "X-Doorbell-Version";
/// Everyone may read it, as desktops expect.
const MODE: u32 = 0o644;

/// Writes the entry or removes it.
///
/// # Errors
/// An entry of that name is not ours, or the file cannot be written.
pub fn set(on: bool, program: &Path) -> Result<()> {
    let directory = directory()?;
    if on {
        write(&directory, &entry(program)?)
    } else {
        switch_off(&directory, &directories_of_everyone(), program)
    }
}

/// Whether the entry that counts is ours and not switched off.
///
/// # Errors
/// It cannot be read.
pub fn is_on(_program: &Path) -> Result<bool> {
    let own = directory()?;
    is_on_in([own].iter().chain(&directories_of_everyone()))
}

/// Whether the first entry in these directories starts Doorbell.
fn is_on_in<'d>(directories: impl IntoIterator<Item = &'d PathBuf>) -> Result<bool> {
    for directory in directories {
        if let Some(entry) = read(directory)? {
            return Ok(is_ours(&entry) && starts(&entry));
        }
    }
    Ok(false)
}

/// Removes the person's entry; where Doorbell would start for everyone, leaves one that says no.
fn switch_off(directory: &Path, everyone: &[PathBuf], program: &Path) -> Result<()> {
    if is_on_in(everyone)? {
        write(directory, &format!("{}Hidden=true\n", entry(program)?))
    } else {
        remove(directory)
    }
}

/// The base directory specification takes no relative path.
fn directory() -> Result<PathBuf> {
    let absolute = |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    absolute("XDG_CONFIG_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".config")))
        .map(|config| config.join("autostart"))
        .context("neither XDG_CONFIG_HOME nor HOME says where settings are")
}

/// Where an entry for everyone on this computer may be, the one that counts first.
fn directories_of_everyone() -> Vec<PathBuf> {
    let said = std::env::var_os("XDG_CONFIG_DIRS").filter(|said| !said.is_empty());
    let said = said.unwrap_or_else(|| "/etc/xdg".into());
    std::env::split_paths(&said)
        .filter(|path| path.is_absolute())
        .map(|path| path.join("autostart"))
        .collect()
}

fn write(directory: &Path, entry: &str) -> Result<()> {
    refuse_another(directory)?;
    let file = directory.join(FILE);
    // Desktops read the entries whenever they like: it is there as a whole or not at all.
    let fresh = directory.join(format!(".{FILE}.new"));
    fs::create_dir_all(directory)
        .and_then(|()| fs::write(&fresh, entry))
        .and_then(|()| fs::set_permissions(&fresh, fs::Permissions::from_mode(MODE)))
        .and_then(|()| fs::rename(&fresh, &file))
        .with_context(|| format!("{} cannot be written", file.display()))
}

fn remove(directory: &Path) -> Result<()> {
    refuse_another(directory)?;
    let file = directory.join(FILE);
    match fs::remove_file(&file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("{} cannot be removed", file.display()))
        }
        _ => Ok(()),
    }
}

fn refuse_another(directory: &Path) -> Result<()> {
    if read(directory)?.is_some_and(|entry| !is_ours(&entry)) {
        let file = directory.join(FILE);
        bail!(
            "{} was not written by Doorbell; look at it first",
            file.display()
        );
    }
    Ok(())
}

fn read(directory: &Path) -> Result<Option<String>> {
    let file = directory.join(FILE);
    match fs::read(&file) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", file.display())),
    }
}

fn entry(program: &Path) -> Result<String> {
    Ok(format!(
        "[Desktop Entry]\n\
         Type=Application\n\
         Name=Doorbell\n\
         Comment=Shows what your agents ask\n\
         Exec={}\n\
         TryExec={}\n\
         Icon=doorbell\n\
         Terminal=false\n\
         {MARK}={}\n",
        quoted(program)?,
        // An entry of a Doorbell that was removed is no mistake.
        program.display().to_string().replace('\\', r"\\"),
        env!("CARGO_PKG_VERSION")
    ))
}

/// An argument of Exec: quoted, then escaped once more as every value is. A percent sign would
/// begin a field code.
fn quoted(program: &Path) -> Result<String> {
    let program = program
        .to_str()
        .filter(|path| !path.contains(char::is_control))
        .context("Doorbell's path cannot be written into an autostart entry")?;
    let mut quoted = String::from('"');
    for letter in program.chars() {
        match letter {
            '"' | '`' | '$' => quoted.extend(['\\', '\\', letter]),
            '\\' => quoted.push_str(r"\\\\"),
            '%' => quoted.push_str("%%"),
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    Ok(quoted)
}

fn is_ours(entry: &str) -> bool {
    value(entry, MARK).is_some()
}

/// Desktops switch an entry off in one of two ways.
fn starts(entry: &str) -> bool {
    let is = |key, word| value(entry, key).is_some_and(|value| value == word);
    !is("Hidden", "true") && !is("X-GNOME-Autostart-enabled", "false")
}

fn value(entry: &str, key: &str) -> Option<GString> {
    let file = KeyFile::new();
    file.load_from_data(entry, KeyFileFlags::NONE).ok()?;
    file.string(KEY_FILE_DESKTOP_GROUP, key).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "/usr/bin/doorbell-desktop";

    #[test]
    fn the_entry_is_written_and_removed() {
        let home = tempfile::tempdir().unwrap();
        let directory = home.path().join("config/autostart");
        remove(&directory).unwrap();
        let entry = entry(Path::new(PROGRAM)).unwrap();
        write(&directory, &entry).unwrap();
        write(&directory, &entry).unwrap();

        let entry = read(&directory).unwrap().unwrap();
        assert!(is_ours(&entry) && starts(&entry));
        assert_eq!(value(&entry, "TryExec").unwrap(), PROGRAM);
        assert_eq!(value(&entry, "Exec").unwrap(), format!("\"{PROGRAM}\""));
        let mode = fs::metadata(directory.join(FILE)).unwrap().permissions();
        assert_eq!(mode.mode() & 0o777, MODE);
        let files = || fs::read_dir(&directory).unwrap().count();
        assert_eq!(files(), 1, "nothing else is left there");

        remove(&directory).unwrap();
        assert_eq!(files(), 0);
    }

    #[test]
    fn an_entry_the_desktop_switched_off_does_not_start() {
        let entry = entry(Path::new(PROGRAM)).unwrap();
        for line in [
            "Hidden=true",
            "Hidden = true",
            "X-GNOME-Autostart-enabled=false",
        ] {
            assert!(!starts(&format!("{entry}{line}\n")), "{line}");
        }
        for line in [
            "Hidden=false",
            "[Desktop Action x]\nHidden=true",
            "# Hidden=true",
        ] {
            assert!(starts(&format!("{entry}{line}\n")), "{line}");
        }
    }

    #[test]
    fn an_entry_that_was_switched_off_is_switched_on_again() {
        let home = tempfile::tempdir().unwrap();
        let on = entry(Path::new(PROGRAM)).unwrap();
        fs::write(home.path().join(FILE), format!("{on}Hidden=true\n")).unwrap();
        write(home.path(), &on).unwrap();
        assert!(starts(&read(home.path()).unwrap().unwrap()));
    }

    #[test]
    fn the_persons_entry_counts_before_that_for_everyone() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("own");
        let everyone = [folder.path().join("none"), folder.path().join("everyone")];
        let both = || is_on_in([&own].into_iter().chain(&everyone)).unwrap();
        let on = entry(Path::new(PROGRAM)).unwrap();
        let off = format!("{on}Hidden=true\n");

        // As a package brings it.
        write(&everyone[1], &off).unwrap();
        assert!(!both());
        write(&own, &on).unwrap();
        assert!(both());
        switch_off(&own, &everyone, Path::new(PROGRAM)).unwrap();
        assert!(!both() && !own.join(FILE).exists());

        // As an administrator may set it.
        write(&everyone[1], &on).unwrap();
        assert!(both());
        switch_off(&own, &everyone, Path::new(PROGRAM)).unwrap();
        assert!(!both() && own.join(FILE).exists());
    }

    #[test]
    fn someone_elses_entry_is_left_alone() {
        let home = tempfile::tempdir().unwrap();
        let theirs = "[Desktop Entry]\nType=Application\nName=Doorbell\nExec=ring\n";
        fs::write(home.path().join(FILE), theirs).unwrap();
        let errors = [
            write(home.path(), &entry(Path::new(PROGRAM)).unwrap()).unwrap_err(),
            remove(home.path()).unwrap_err(),
        ];
        for error in errors {
            assert!(error.to_string().contains("was not written by Doorbell"));
        }
        assert_eq!(read(home.path()).unwrap().unwrap(), theirs);
    }

    #[test]
    fn a_path_is_quoted_by_the_rules_for_exec() {
        let table = [
            (
                "/opt/a b/doorbell-desktop",
                r#""/opt/a b/doorbell-desktop""#,
            ),
            ("/opt/100%/d", r#""/opt/100%%/d""#),
            (r#"/opt/"$`\/d"#, r#""/opt/\\"\\$\\`\\\\/d""#),
        ];
        for (path, expected) in table {
            assert_eq!(quoted(Path::new(path)).unwrap(), expected, "{path}");
        }
        assert!(quoted(Path::new("/opt/two\nlines")).is_err());
    }
}
