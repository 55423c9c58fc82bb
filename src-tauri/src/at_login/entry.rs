//! The XDG autostart entry, `autostart/doorbell.desktop` in the user's configuration.
//!
//! A package installs a disabled entry for the whole system, which an administrator can enable. The
//! user's entry overrides it.
//!
//! The entry has no start delay: Doorbell needs neither panel nor notifications at start.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use gtk::glib::{GString, KEY_FILE_DESKTOP_GROUP, KeyFile, KeyFileFlags};

const FILE: &str = "doorbell.desktop";
/// Marks our entries. Entries without it are left alone.
const VERSION_KEY: &str = "X-Doorbell-Version";
const MODE: u32 = 0o644;

/// # Errors
/// An entry of that name is not ours, or the file cannot be written.
pub fn set(on: bool, program: &Path) -> Result<()> {
    let directory = directory()?;
    if on {
        write(&directory, &entry(program)?)
    } else {
        switch_off(&directory, &system_directories(), program)
    }
}

/// True if the effective entry is ours and enabled.
pub fn is_on(_program: &Path) -> Result<bool> {
    let own = directory()?;
    is_on_in([own].iter().chain(&system_directories()))
}

/// The first entry found is the effective one.
fn is_on_in<'d>(directories: impl IntoIterator<Item = &'d PathBuf>) -> Result<bool> {
    for directory in directories {
        if let Some(entry) = read(directory)? {
            return Ok(is_ours(&entry) && is_enabled(&entry));
        }
    }
    Ok(false)
}

/// Removes the user's entry, or overrides an enabled system entry with a disabled one.
fn switch_off(directory: &Path, system: &[PathBuf], program: &Path) -> Result<()> {
    if is_on_in(system)? {
        write(directory, &format!("{}Hidden=true\n", entry(program)?))
    } else {
        remove(directory)
    }
}

/// The base directory specification ignores relative paths.
fn directory() -> Result<PathBuf> {
    let absolute = |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    absolute("XDG_CONFIG_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".config")))
        .map(|config| config.join("autostart"))
        .context("neither XDG_CONFIG_HOME nor HOME is set")
}

/// In order of precedence.
fn system_directories() -> Vec<PathBuf> {
    let paths = std::env::var_os("XDG_CONFIG_DIRS").filter(|paths| !paths.is_empty());
    let paths = paths.unwrap_or_else(|| "/etc/xdg".into());
    std::env::split_paths(&paths)
        .filter(|path| path.is_absolute())
        .map(|path| path.join("autostart"))
        .collect()
}

fn write(directory: &Path, entry: &str) -> Result<()> {
    refuse_foreign_entry(directory)?;
    let file = directory.join(FILE);
    // Written atomically: desktops may read the entry at any time.
    let fresh = directory.join(format!(".{FILE}.new"));
    fs::create_dir_all(directory)
        .and_then(|()| fs::write(&fresh, entry))
        .and_then(|()| fs::set_permissions(&fresh, fs::Permissions::from_mode(MODE)))
        .and_then(|()| fs::rename(&fresh, &file))
        .with_context(|| format!("{} cannot be written", file.display()))
}

fn remove(directory: &Path) -> Result<()> {
    refuse_foreign_entry(directory)?;
    let file = directory.join(FILE);
    match fs::remove_file(&file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("{} cannot be removed", file.display()))
        }
        _ => Ok(()),
    }
}

fn refuse_foreign_entry(directory: &Path) -> Result<()> {
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
         {VERSION_KEY}={}\n",
        quoted(program)?,
        // Desktops skip the entry once the program is uninstalled.
        program.display().to_string().replace('\\', r"\\"),
        env!("CARGO_PKG_VERSION")
    ))
}

/// Quotes an argument of Exec, then escapes it as a value. An unescaped percent sign would begin a
/// field code.
fn quoted(program: &Path) -> Result<String> {
    let program = program
        .to_str()
        .filter(|path| !path.contains(char::is_control))
        .context("Doorbell's path cannot be written into an autostart entry")?;
    let mut quoted = String::from('"');
    for character in program.chars() {
        match character {
            '"' | '`' | '$' => quoted.extend(['\\', '\\', character]),
            '\\' => quoted.push_str(r"\\\\"),
            '%' => quoted.push_str("%%"),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    Ok(quoted)
}

fn is_ours(entry: &str) -> bool {
    value(entry, VERSION_KEY).is_some()
}

/// Desktops disable an entry with either key.
fn is_enabled(entry: &str) -> bool {
    let is = |key, expected| value(entry, key).is_some_and(|value| value == expected);
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
    fn entry_is_written_and_removed() {
        let home = tempfile::tempdir().unwrap();
        let directory = home.path().join("config/autostart");
        remove(&directory).unwrap();
        let entry = entry(Path::new(PROGRAM)).unwrap();
        write(&directory, &entry).unwrap();
        write(&directory, &entry).unwrap();

        let entry = read(&directory).unwrap().unwrap();
        assert!(is_ours(&entry) && is_enabled(&entry));
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
    fn entry_disabled_by_desktop_does_not_start() {
        let entry = entry(Path::new(PROGRAM)).unwrap();
        for line in [
            "Hidden=true",
            "Hidden = true",
            "X-GNOME-Autostart-enabled=false",
        ] {
            assert!(!is_enabled(&format!("{entry}{line}\n")), "{line}");
        }
        for line in [
            "Hidden=false",
            "[Desktop Action x]\nHidden=true",
            "# Hidden=true",
        ] {
            assert!(is_enabled(&format!("{entry}{line}\n")), "{line}");
        }
    }

    #[test]
    fn disabled_entry_is_enabled_again() {
        let home = tempfile::tempdir().unwrap();
        let on = entry(Path::new(PROGRAM)).unwrap();
        fs::write(home.path().join(FILE), format!("{on}Hidden=true\n")).unwrap();
        write(home.path(), &on).unwrap();
        assert!(is_enabled(&read(home.path()).unwrap().unwrap()));
    }

    #[test]
    fn user_entry_overrides_system_entry() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("own");
        let system = [folder.path().join("none"), folder.path().join("system")];
        let both = || is_on_in([&own].into_iter().chain(&system)).unwrap();
        let on = entry(Path::new(PROGRAM)).unwrap();
        let off = format!("{on}Hidden=true\n");

        // As a package installs it.
        write(&system[1], &off).unwrap();
        assert!(!both());
        write(&own, &on).unwrap();
        assert!(both());
        switch_off(&own, &system, Path::new(PROGRAM)).unwrap();
        assert!(!both() && !own.join(FILE).exists());

        // As an administrator may enable it.
        write(&system[1], &on).unwrap();
        assert!(both());
        switch_off(&own, &system, Path::new(PROGRAM)).unwrap();
        assert!(!both() && own.join(FILE).exists());
    }

    #[test]
    fn foreign_entry_is_left_alone() {
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
    fn path_is_quoted_for_exec() {
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
