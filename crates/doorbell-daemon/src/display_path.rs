//! Paths as shown to a person.

use std::path::Path;

use doorbell_core::text::visible;

/// Formats a path for a person. Their home directory becomes `~`.
pub fn display_path(path: &Path) -> String {
    display_path_in(path, std::env::home_dir().as_deref())
}

fn display_path_in(path: &Path, home: Option<&Path>) -> String {
    let in_home = home.and_then(|home| path.strip_prefix(home).ok());
    let shortened = in_home.map_or_else(|| path.to_owned(), |rest| Path::new("~").join(rest));
    visible(&shortened.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_directory_becomes_a_tilde() {
        let home = Some(Path::new("/home/ada"));
        let table = [
            (
                "/home/ada/.config/doorbell/settings.toml",
                home,
                "~/.config/doorbell/settings.toml",
            ),
            ("/home/adam/settings.toml", home, "/home/adam/settings.toml"),
            ("/etc/settings.toml", home, "/etc/settings.toml"),
            ("/home/ada/settings.toml", None, "/home/ada/settings.toml"),
        ];
        for (path, home, expected) in table {
            assert_eq!(display_path_in(Path::new(path), home), expected);
        }
    }
}
