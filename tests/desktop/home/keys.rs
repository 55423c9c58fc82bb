//! Keyboard navigation and accessible names on every page of Home.

use anyhow::{Result, ensure};
use doorbell_tests::accessibility::Node;
use doorbell_tests::app::{Build, Doorbell};
use doorbell_tests::screen_reader::{FocusedNode, ScreenReader};
use doorbell_tests::virtual_desktop::Theme;

use super::questions;

const PAGES: [&str; 6] = [
    "Waiting", "Sessions", "History", "Sources", "Agents", "Settings",
];

/// Roles that must have an accessible name.
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
fn every_page_is_reachable_and_readable_by_keyboard() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let mut github = doorbell.asker()?;
    // One history entry and one open question.
    let ended = github.ask_params(questions::form("github", "Which branch?"))?;
    github.withdraw(ended)?;
    github.ask_params(questions::form("github", "Which tag?"))?;
    let person = doorbell.person();
    let home = doorbell.opens_home("waiting")?;
    let reader = doorbell.home_reader();
    person.focuses(home)?;
    reader.waits_for_focus("heading", "Waiting")?;

    for (number, page) in PAGES.iter().enumerate().rev() {
        person.presses(&format!("ctrl+{}", number + 1))?;
        let start = reader.waits_for_focus("heading", page)?;
        if *page == "History" {
            reader.hears_text("1 question")?;
        }
        let tree = reader.tree()?;
        assert!(tree.find("landmark", "Pages").is_some(), "{page}");
        let count = tree.find("push button", "Waiting, 1 question waiting");
        assert!(count.is_some(), "no count in {}", tree.outline());
        check_control_names(&tree)?;
        check_tab_order(&reader, &tree, start)?;
    }
    Ok(())
}

fn check_control_names(tree: &Node) -> Result<()> {
    for node in tree.all() {
        let is_control = CONTROLS.contains(&node.role.as_str());
        ensure!(!is_control || !node.name.is_empty(), "{node:?}");
    }
    Ok(())
}

/// Checks that Tab visits every control once, in reading order.
fn check_tab_order(reader: &ScreenReader<'_>, tree: &Node, start: FocusedNode) -> Result<()> {
    let mut expected: Vec<usize> = Vec::new();
    for (index, node) in tree.all().into_iter().enumerate() {
        // Tab stops once in a radio group, at the checked button.
        let is_other_choice = node.role == "radio button" && !node.is("checked");
        let is_reached_by_tab = !["heading", "document web", "scroll pane"]
            .contains(&node.role.as_str())
            && node.is("focusable")
            && node.is("sensitive");
        if is_reached_by_tab && !is_other_choice {
            expected.push(index);
        }
    }
    // Tab goes from the heading to the end and wraps around to the navigation.
    expected.sort_by_key(|index| *index < start.index);
    let mut focused = start;
    for index in expected {
        focused = reader.moves_focus("Tab", &focused)?;
        let name = tree.all()[index].name.clone();
        ensure!(
            focused.index == index,
            "{name:?} should be next, not {:?}",
            focused.node.name
        );
    }
    Ok(())
}
