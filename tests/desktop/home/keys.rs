//! Home by keyboard: its pages, the order of Tab, and what a screen reader finds on the way.

use anyhow::{Result, ensure};
use doorbell_tests::accessibility::Node;
use doorbell_tests::app::{Build, Doorbell};
use doorbell_tests::reader::{Reader, Stop};
use doorbell_tests::virtual_desktop::Theme;

use super::asker;

const PAGES: [&str; 5] = ["Waiting", "History", "Askers", "Agents", "Settings"];

/// What a person can act on; each must have a name.
const CONTROLS: [&str; 7] = [
    "push button",
    "toggle button",
    "radio button",
    "slider",
    "entry",
    "combo box",
    "check box",
];

#[test]
fn every_page_is_reached_and_read_by_keyboard_alone() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut github = doorbell.asker()?;
    // One line of history, and then a question that waits.
    let ended = github.ask_params(asker::form("github", "Which branch?"))?;
    github.withdraw(ended)?;
    github.ask_params(asker::form("github", "Which tag?"))?;
    let person = doorbell.person();
    let home = doorbell.opens_home("waiting")?;
    let reader = doorbell.at_home();
    person.focuses(home)?;
    reader.is_at("heading", "Waiting")?;

    for (number, page) in PAGES.iter().enumerate().rev() {
        person.presses(&format!("ctrl+{}", number + 1))?;
        let start = reader.is_at("heading", page)?;
        if *page == "History" {
            reader.hears_words("1 question")?;
        }
        let tree = reader.tree()?;
        assert!(tree.find("landmark", "Pages").is_some(), "{page}");
        let count = tree.find("push button", "Waiting, one question waits");
        assert!(count.is_some(), "the count is told: {}", tree.outline());
        every_control_has_a_name(&tree)?;
        tab_goes_in_reading_order(&reader, &tree, start)?;
    }
    Ok(())
}

fn every_control_has_a_name(tree: &Node) -> Result<()> {
    for node in tree.all() {
        let is_control = CONTROLS.contains(&node.role.as_str());
        ensure!(!is_control || !node.name.is_empty(), "{node:?}");
    }
    Ok(())
}

/// Presses Tab through the whole page, and wants to be everywhere once, in reading order.
fn tab_goes_in_reading_order(reader: &Reader<'_>, tree: &Node, start: Stop) -> Result<()> {
    let mut wanted: Vec<usize> = Vec::new();
    for (place, node) in tree.all().into_iter().enumerate() {
        // A group of radio buttons is one stop, at the chosen one.
        let is_other_choice = node.role == "radio button" && !node.is("checked");
        let is_reached_by_tab = !["heading", "document web", "scroll pane"]
            .contains(&node.role.as_str())
            && node.is("focusable")
            && node.is("sensitive");
        if is_reached_by_tab && !is_other_choice {
            wanted.push(place);
        }
    }
    // From the heading to the end, and round to the rail.
    wanted.sort_by_key(|place| *place < start.place);
    let mut stop = start;
    for place in wanted {
        stop = reader.moves("Tab", &stop)?;
        let expected = tree.all()[place].name.clone();
        ensure!(
            stop.place == place,
            "{expected:?} should be next, not {:?}",
            stop.node.name
        );
    }
    Ok(())
}
