//! Hostile text on every page of Home.

use anyhow::Result;
use doorbell_tests::app::{Build, DrivenDoorbell, picture};
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use serde_json::json;

use super::FOLDER;
use super::corpus::{CORPUS, form, link};
use super::page_checks::{check_page, check_shown_as_text};

/// Below the limit of open questions per session.
const BATCH_SIZE: usize = 7;

#[test]
fn home_shows_hostile_text_as_text() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let desktop = VirtualDesktop::start(theme)?;
        desktop.write_accepted_settings("[arrival]\nwindow = \"notification\"\n")?;
        plant_servers(&desktop)?;
        let doorbell = DrivenDoorbell::start_on(desktop)?;
        let window = doorbell.switches_to_home()?;
        // Notifications appear on the right.
        doorbell.person().moves(window, 0, 40)?;
        let mut asker = doorbell.asker()?;
        for (group, texts) in CORPUS.chunks(BATCH_SIZE).enumerate() {
            let mut ids = Vec::new();
            for (index, (_, text)) in texts.iter().enumerate() {
                let params = if index % 2 == 0 {
                    form(text)
                } else {
                    link(text)
                };
                ids.push(asker.ask_params(params)?);
                check_shown_as_text(&doorbell.page, text)?;
            }
            let file = picture(FOLDER, &format!("home-waiting-{group}-{}", theme.name()))?;
            doorbell.person().photographs_at_rest(window, &file)?;
            for id in ids {
                asker.withdraw(id)?;
            }
            check_shown_as_text(&doorbell.page, "all caught up")?;
        }
        for page in ["agents", "history", "sources"] {
            open_page(&doorbell, page)?;
            for (_, text) in CORPUS {
                check_shown_as_text(&doorbell.page, text)?;
            }
            let file = picture(FOLDER, &format!("home-{page}-{}", theme.name()))?;
            doorbell.person().photographs_at_rest(window, &file)?;
            expand_everything(&doorbell)?;
            check_page(&doorbell.page, page)?;
            let file = picture(FOLDER, &format!("home-{page}-open-{}", theme.name()))?;
            doorbell.person().photographs_at_rest(window, &file)?;
        }
        doorbell.person().resizes(window, 360, 640)?;
        check_page(&doorbell.page, "a narrow window")?;
        let file = picture(FOLDER, &format!("home-narrow-{}", theme.name()))?;
        doorbell.person().photographs_at_rest(window, &file)?;
        open_page(&doorbell, "agents")?;
        for (_, text) in CORPUS {
            check_shown_as_text(&doorbell.page, text)?;
        }
        let file = picture(FOLDER, &format!("home-narrow-agents-{}", theme.name()))?;
        doorbell.person().photographs_at_rest(window, &file)?;
    }
    Ok(())
}

/// Configures an agent with hostile server names. Every second server cannot be paired.
fn plant_servers(desktop: &VirtualDesktop) -> Result<()> {
    let servers: serde_json::Map<_, _> = CORPUS
        .iter()
        .enumerate()
        .map(|(index, (_, text))| {
            let entry = match index % 2 {
                0 => json!({"command": text}),
                _ => json!({"url": "https://shop.example", "type": text}),
            };
            ((*text).to_owned(), entry)
        })
        .collect();
    let folder = desktop.home().join(".cursor");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(
        folder.join("mcp.json"),
        json!({"mcpServers": servers}).to_string(),
    )?;
    Ok(())
}

fn open_page(doorbell: &DrivenDoorbell, page: &str) -> Result<()> {
    let mut open = doorbell.desktop.command(Build::Automation.command_line()?);
    output(open.args(["open", page])).map(drop)
}

/// Expands every history entry, or the mute menu of the first asker.
fn expand_everything(doorbell: &DrivenDoorbell) -> Result<()> {
    let open = "for (const entry of document.querySelectorAll('details')) entry.open = true;
        const buttons = [...document.querySelectorAll('button')];
        buttons.find((button) => button.textContent === 'Mute…')?.click();";
    doorbell.page.script(open, &[]).map(drop)
}
