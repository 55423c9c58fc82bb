//! Long lists and texts: shown quickly, and complete for keyboard and screen reader.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, Doorbell};
use doorbell_tests::virtual_desktop::Theme;
use serde_json::{Value, json};

#[test]
fn long_list_is_complete_for_keyboard_and_screen_reader() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let names: Vec<String> = (0..100).map(|number| format!("Region {number}")).collect();
    let regions = json!({"type": "array", "title": "Regions", "items": {"enum": names}});
    let id = asker.ask("Where?", &form(json!({"regions": regions})))?;
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    let reader = doorbell.question_reader();
    reader.hears("every option", |tree| {
        let boxes = tree.all().into_iter();
        let boxes = boxes.filter(|node| node.role == "check box");
        boxes.map(|node| &node.name).eq(&names)
    })?;

    reader.waits_for_focus("entry", "Filter Regions")?;
    reader.tabs_to("check box", "Region 0")?;
    person.presses("space")?;
    person.presses("Down")?;
    reader.waits_for_focus("check box", "Region 1")?;
    // The whole list is one Tab stop.
    person.presses("shift+Tab")?;
    reader.waits_for_focus("entry", "Filter Regions")?;
    person.types("99")?;
    reader.tabs_to("check box", "Region 99")?;
    person.presses("space")?;
    reader.hears_text("2 chosen")?;
    person.waits_until_ready(window)?;
    person.presses("ctrl+Return")?;
    let answer = asker.answer(id)?;
    assert_eq!(
        answer["content"],
        json!({"regions": ["Region 0", "Region 99"]})
    );
    Ok(())
}

#[test]
fn long_description_is_cut_until_show_all() -> Result<()> {
    const LAST_WORDS: &str = "These are the last words.";
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut asker = doorbell.asker()?;
    let description = "A few words. ".repeat(15_000) + LAST_WORDS;
    let name = json!({"type": "string", "title": "Name", "description": description});
    asker.ask("Who?", &form(json!({"name": name})))?;
    let person = doorbell.person();
    let window = person.sees(CLASS)?;
    person.focuses(window)?;
    let reader = doorbell.question_reader();
    let entry = reader.finds("entry", "Name")?;
    let described = format!("{}{}", entry.description, entry.described_by);
    assert!(described.contains("A few words."), "{described}");
    assert!(described.len() < 1000, "{}", described.len());
    reader.tabs_to("push button", "Show all")?;
    person.presses("space")?;
    reader.hears_text(LAST_WORDS)
}

fn form(properties: Value) -> Value {
    json!({"type": "object", "properties": properties})
}
