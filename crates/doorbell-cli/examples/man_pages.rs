//! Writes the command line's man pages into a folder: `man-pages FOLDER`.
//!
//! It is an example so that it is not installed.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap_mangen::Man;

fn main() -> Result<()> {
    let folder = std::env::args_os()
        .nth(1)
        .map(PathBuf::from)
        .context("say into which folder")?;
    std::fs::create_dir_all(&folder)?;
    // The pages would repeat `doorbell help`.
    let mut command = doorbell_cli::command().disable_help_subcommand(true);
    command.build();
    for page in std::iter::once(&command).chain(command.get_subcommands()) {
        write(page.clone(), &folder)
            .with_context(|| format!("the man page of {} cannot be written", page.get_name()))?;
    }
    Ok(())
}

fn write(command: clap::Command, folder: &Path) -> Result<()> {
    let has_subcommands = command.has_subcommands();
    let notes = command.get_after_help().map(ToString::to_string);
    let man = Man::new(command).manual("Doorbell");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_subcommands {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(notes) = notes {
        write_notes(&notes, &mut page)?;
    }
    writeln!(page, ".SH \"SEE ALSO\"")?;
    if !has_subcommands {
        writeln!(page, "\\fBdoorbell\\fR(1),")?;
    }
    writeln!(page, "\\fBdoorbell\\-desktop\\fR(1)")?;
    std::fs::write(folder.join(man.get_filename()), page)?;
    Ok(())
}

/// Writes the notes unfilled: clap_mangen would join their tables and examples into one paragraph.
fn write_notes(notes: &str, page: &mut Vec<u8>) -> Result<()> {
    writeln!(page, ".SH NOTES\n.nf")?;
    for line in notes.lines() {
        // roff takes a dot or a quote at the start of a line for a request.
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        let guard = if line.starts_with(['.', '\'']) {
            "\\&"
        } else {
            ""
        };
        writeln!(page, "{guard}{line}")?;
    }
    writeln!(page, ".fi")?;
    Ok(())
}
