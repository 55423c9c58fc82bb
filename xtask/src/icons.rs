//! `cargo xtask icons`: renders the SVG sources in icons/ to the sizes desktops ask for.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::command::{command, run as run_command};
use crate::{packages, workspace};

/// (source, size in pixels, file)
const IMAGES: &[(&str, u32, &str)] = &[
    ("doorbell-small.svg", 32, "32x32.png"),
    ("doorbell.svg", 128, "128x128.png"),
    ("doorbell.svg", 256, "128x128@2x.png"),
    ("doorbell.svg", 256, "256x256.png"),
    ("doorbell.svg", 512, "512x512.png"),
    ("doorbell.svg", 512, "icon.png"),
    ("tray-idle.svg", 24, "tray-idle.png"),
    ("tray-idle.svg", 48, "tray-idle@2x.png"),
    ("tray-waiting.svg", 24, "tray-waiting.png"),
    ("tray-waiting.svg", 48, "tray-waiting@2x.png"),
];

/// (source, size in pixels) of each image in icon.ico
const ICO: &[(&str, u32)] = &[
    ("doorbell-small.svg", 16),
    ("doorbell-small.svg", 24),
    ("doorbell-small.svg", 32),
    ("doorbell.svg", 48),
    ("doorbell.svg", 64),
    ("doorbell.svg", 128),
    ("doorbell.svg", 256),
];

/// Renders every image.
pub fn run() -> Result<()> {
    packages::ensure(&[packages::ICONS])?;
    let icons = workspace::root().join("icons");
    for (source, size, file) in IMAGES {
        render(&icons.join(source), *size, &icons.join(file))?;
    }
    write_ico(&icons)?;
    println!(
        "Rendered {} images and icon.ico in {}",
        IMAGES.len(),
        icons.display()
    );
    Ok(())
}

fn render(source: &Path, size: u32, file: &Path) -> Result<()> {
    let size = size.to_string();
    run_command(
        command("rsvg-convert")
            .args(["--width", &size, "--height", &size, "--output"])
            .arg(file)
            .arg(source),
    )
}

/// An icon file is a directory of images; since Windows Vista each may be a PNG as it is.
fn write_ico(icons: &Path) -> Result<()> {
    let scratch = workspace::output().join("icons");
    fs::create_dir_all(&scratch).context("could not create a scratch directory")?;
    let mut images = Vec::new();
    for (source, size) in ICO {
        let file = scratch.join(format!("{size}.png"));
        render(&icons.join(source), *size, &file)?;
        images.push((*size, fs::read(&file)?));
    }
    fs::write(icons.join("icon.ico"), ico(&images)?).context("could not write icon.ico")
}

fn ico(images: &[(u32, Vec<u8>)]) -> Result<Vec<u8>> {
    const HEADER: usize = 6;
    const ENTRY: usize = 16;
    let mut file = vec![0, 0, 1, 0];
    file.extend(u16::try_from(images.len())?.to_le_bytes());
    let mut offset = HEADER + ENTRY * images.len();
    for (size, png) in images {
        // 256 does not fit in the byte and is written as 0.
        let side = u8::try_from(*size % 256)?;
        file.extend([side, side, 0, 0, 1, 0, 32, 0]);
        file.extend(u32::try_from(png.len())?.to_le_bytes());
        file.extend(u32::try_from(offset)?.to_le_bytes());
        offset += png.len();
    }
    for (_, png) in images {
        file.extend(png);
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::ico;

    #[test]
    fn an_icon_file_lists_its_images_with_their_places() {
        let file = ico(&[(16, vec![1, 2, 3]), (256, vec![4, 5])]).unwrap();
        assert_eq!(file[..6], [0, 0, 1, 0, 2, 0]);
        assert_eq!(
            file[6..22],
            [16, 16, 0, 0, 1, 0, 32, 0, 3, 0, 0, 0, 38, 0, 0, 0]
        );
        assert_eq!(
            file[22..38],
            [0, 0, 0, 0, 1, 0, 32, 0, 2, 0, 0, 0, 41, 0, 0, 0]
        );
        assert_eq!(file[38..], [1, 2, 3, 4, 5]);
    }
}
