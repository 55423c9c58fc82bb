//! Paths as people write them.

use std::path::Path;

use doorbell_core::text::visible;

/// A path as a person would write it: what is in their home begins with `~`.
pub fn written(path: &Path) -> String {
    written_from(path, std::env::home_dir().as_deref())
}

fn written_from(path: &Path, home: Option<&Path>) -> String {
    let in_home = home.and_then(|home| path.strip_prefix(home).ok());
    let written = in_home.map_or_else(|| path.to_owned(), |rest| Path::new("~").join(rest));
    visible(&written.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_the_home_begins_with_a_tilde() {
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
            assert_eq!(written_from(Path::new(path), home), expected);
        }
    }
}
