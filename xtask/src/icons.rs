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
    ("tray-paused.svg", 24, "tray-paused.png"),
    ("tray-paused.svg", 48, "tray-paused@2x.png"),
];

const NUMBERED_SOURCE: &str = "tray-waiting.svg";
const NUMBER_PLACEHOLDER: &str = "<!-- number -->";
/// (name, strokes in a box of 4 by 6). Drawn, because fonts differ between machines.
const NUMBER_STROKES: &[(&str, &str)] = &[
    ("1", "M0.8 1.2 L2.4 0 V6"),
    ("2", "M0 0 H4 V3 H0 V6 H4"),
    ("3", "M0 0 H4 V6 H0 M1 3 H4"),
    ("4", "M0 0 V3.4 H4 M4 0 V6"),
    ("5", "M4 0 H0 V2.8 H4 V6 H0"),
    ("6", "M4 0 H0 V6 H4 V3 H0"),
    ("7", "M0 0 H4 L1.8 6"),
    ("8", "M0 0 H4 V6 H0 Z M0 3 H4"),
    ("9", "M4 3 H0 V0 H4 V6 H0"),
    ("many", "M-0.9 3 h0.01 M2 3 h0.01 M4.9 3 h0.01"),
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

pub fn run() -> Result<()> {
    packages::ensure(&[packages::ICONS])?;
    let icons = workspace::root().join("icons");
    for (source, size, file) in IMAGES {
        render(&icons.join(source), *size, &icons.join(file))?;
    }
    render_numbers(&icons)?;
    write_ico(&icons)?;
    println!(
        "Rendered {} images and icon.ico in {}",
        IMAGES.len() + 2 * NUMBER_STROKES.len(),
        icons.display()
    );
    Ok(())
}

fn render_numbers(icons: &Path) -> Result<()> {
    let scratch = workspace::output().join("icons");
    fs::create_dir_all(&scratch).context("could not create a scratch directory")?;
    let image = fs::read_to_string(icons.join(NUMBERED_SOURCE))?;
    for (name, strokes) in NUMBER_STROKES {
        let number = format!(
            r##"<path transform="translate(14 5)" d="{strokes}" fill="none" stroke="#12292e" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>"##
        );
        let source = scratch.join(format!("tray-waiting-{name}.svg"));
        fs::write(&source, image.replace(NUMBER_PLACEHOLDER, &number))?;
        for (size, scale) in [(24, ""), (48, "@2x")] {
            let file = format!("tray-waiting-{name}{scale}.png");
            render(&source, size, &icons.join(file))?;
        }
    }
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

/// An icon file is a directory of images; since Windows Vista each may be a PNG.
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
    fn icon_file_lists_images_with_offsets() {
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
