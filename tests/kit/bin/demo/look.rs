//! The ways to look at a window: theme, text size and width.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use doorbell_tests::app::{Build, Doorbell, output_directory};
use doorbell_tests::person::{Person, Window};
use doorbell_tests::virtual_desktop::Theme;

use crate::notification;

/// The height of windows with a given width.
const HEIGHT: u32 = 720;

/// A corner, where nothing looks pointed at.
const POINTER: (i32, i32) = (1279, 899);

#[derive(Clone, Copy)]
pub struct Look {
    pub theme: Theme,
    /// In percent.
    text_size: Option<u32>,
    /// In pixels.
    width: Option<u32>,
}

impl Look {
    /// Takes `--text PERCENT` and `--width PIXELS` out of the arguments.
    pub fn take_from(arguments: &mut Vec<String>) -> Result<Self> {
        Ok(Self {
            theme: Theme::Light,
            text_size: take_option(arguments, "--text")?,
            width: take_option(arguments, "--width")?,
        })
    }

    pub fn with_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// Whether the pictures belong in the documentation.
    pub fn is_usual(self) -> bool {
        self.text_size.is_none() && self.width.is_none()
    }

    /// The lines of the settings file.
    pub fn settings(self) -> String {
        let line = |size| format!("look.text_size = {size}\n");
        self.text_size.map(line).unwrap_or_default()
    }

    /// Starts Doorbell with further settings.
    pub fn starts(self, settings: &str) -> Result<Doorbell> {
        let desktop = notification::desktop(self.theme, "")?;
        let settings = self.settings() + settings;
        if !settings.is_empty() {
            desktop.write_accepted_settings(&settings)?;
        }
        Person::at(&desktop).points_at(POINTER.0, POINTER.1)?;
        Doorbell::start_on(desktop, Build::Plain)
    }

    /// Gives a window its width.
    pub fn resizes(self, person: &Person<'_>, window: Window) -> Result<()> {
        match self.width {
            Some(width) => person.resizes(window, width, HEIGHT),
            None => Ok(()),
        }
    }

    /// Takes a screenshot of a window of Doorbell once it takes keys and no longer changes.
    pub fn photographs(self, person: &Person<'_>, window: Window, name: &str) -> Result<()> {
        self.resizes(person, window)?;
        person.waits_until_ready(window)?;
        self.photographs_at_rest(person, window, name)
    }

    /// Takes a screenshot of a window once it no longer changes.
    pub fn photographs_at_rest(
        self,
        person: &Person<'_>,
        window: Window,
        name: &str,
    ) -> Result<()> {
        person.photographs_at_rest(window, &self.picture(name)?)
    }

    fn picture(self, name: &str) -> Result<PathBuf> {
        let file = format!("{name}-{}.png", self.theme.name());
        if self.is_usual() {
            return image(&file);
        }
        let mut directory = output_directory().join("pictures");
        if let Some(size) = self.text_size {
            directory.push(format!("text-{size}"));
        }
        if let Some(width) = self.width {
            directory.push(format!("width-{width}"));
        }
        save_in(&directory, &file)
    }
}

/// The path of a picture for the documentation.
pub fn image(file: &str) -> Result<PathBuf> {
    save_in(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images"),
        file,
    )
}

fn save_in(directory: &Path, file: &str) -> Result<PathBuf> {
    fs::create_dir_all(directory)?;
    let path = directory.join(file);
    println!("  picture: {}", path.display());
    Ok(path)
}

fn take_option(arguments: &mut Vec<String>, name: &str) -> Result<Option<u32>> {
    let Some(place) = arguments.iter().position(|argument| argument == name) else {
        return Ok(None);
    };
    let mut taken = arguments.drain(place..(place + 2).min(arguments.len()));
    let Some(value) = taken.nth(1) else {
        bail!("{name} needs a number");
    };
    let number = value.parse();
    number.map(Some).with_context(|| format!("{name} {value}"))
}
