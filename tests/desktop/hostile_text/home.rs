//! Home: what waits, how questions ended, who asks, what agents have.

use anyhow::Result;
use doorbell_tests::app::{Build, DrivenDoorbell, picture};
use doorbell_tests::process::output;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use serde_json::json;

use super::FOLDER;
use super::corpus::{CORPUS, form, link};
use super::page::{is_sound, shows_as_text};

/// So many questions of one session may wait.
const AT_ONCE: usize = 7;

#[test]
fn every_page_of_home_shows_text() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        let desktop = VirtualDesktop::start(theme)?;
        desktop.write_settings("[arrival]\nwindow = \"notification\"\n")?;
        plant_servers(&desktop)?;
        let doorbell = DrivenDoorbell::start_on(desktop)?;
        let window = doorbell.turns_to_home()?;
        // Notifications come at the right.
        doorbell.person().moves(window, 0, 40)?;
        let mut asker = doorbell.asker()?;
        for (group, texts) in CORPUS.chunks(AT_ONCE).enumerate() {
            let mut ids = Vec::new();
            for (place, (_, text)) in texts.iter().enumerate() {
                let params = if place % 2 == 0 {
                    form(text)
                } else {
                    link(text)
                };
                ids.push(asker.ask_params(params)?);
                shows_as_text(&doorbell.page, text)?;
            }
            let file = picture(FOLDER, &format!("home-waiting-{group}-{}", theme.name()))?;
            doorbell.person().photographs_at_rest(window, &file)?;
            for id in ids {
                asker.withdraw(id)?;
            }
            shows_as_text(&doorbell.page, "No question waits")?;
        }
        for page in ["agents", "history", "askers"] {
            goes_to(&doorbell, page)?;
            for (_, text) in CORPUS {
                shows_as_text(&doorbell.page, text)?;
            }
            let file = picture(FOLDER, &format!("home-{page}-{}", theme.name()))?;
            doorbell.person().photographs_at_rest(window, &file)?;
            opens_everything(&doorbell)?;
            is_sound(&doorbell.page, page)?;
            let file = picture(FOLDER, &format!("home-{page}-open-{}", theme.name()))?;
            doorbell.person().photographs_at_rest(window, &file)?;
        }
        doorbell.person().resizes(window, 360, 640)?;
        is_sound(&doorbell.page, "a narrow window")?;
        let file = picture(FOLDER, &format!("home-narrow-{}", theme.name()))?;
        doorbell.person().photographs_at_rest(window, &file)?;
        goes_to(&doorbell, "agents")?;
        for (_, text) in CORPUS {
            shows_as_text(&doorbell.page, text)?;
        }
        let file = picture(FOLDER, &format!("home-narrow-agents-{}", theme.name()))?;
        doorbell.person().photographs_at_rest(window, &file)?;
    }
    Ok(())
}

/// An agent whose servers are called so, some of them in a way that cannot be paired.
fn plant_servers(desktop: &VirtualDesktop) -> Result<()> {
    let servers: serde_json::Map<_, _> = CORPUS
        .iter()
        .enumerate()
        .map(|(place, (_, text))| {
            let entry = match place % 2 {
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

fn goes_to(doorbell: &DrivenDoorbell, page: &str) -> Result<()> {
    let mut open = doorbell.desktop.command(Build::Automation.command_line()?);
    output(open.args(["open", page])).map(drop)
}

/// Every line of history, or the choice of muting of the first asker.
fn opens_everything(doorbell: &DrivenDoorbell) -> Result<()> {
    let open = "for (const line of document.querySelectorAll('details')) line.open = true;
        const mute = [...document.querySelectorAll('button')];
        mute.find((button) => button.textContent === 'Mute…')?.click();";
    doorbell.page.script(open, &[]).map(drop)
}
