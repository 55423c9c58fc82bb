//! Faults on purpose: a file that is damaged.

use serde_json::json;

use crate::support::{Doorbell, name_form};

#[test]
fn a_damaged_file_is_told_and_questions_go_on() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("doorbell.db");
    std::fs::write(&path, "no database at all").unwrap();
    let doorbell = Doorbell::start_with(|config| config.data = Some(path));
    let mut asker = doorbell.asker();
    asker.asks(1, "Who?", name_form());
    let question = doorbell.person().sees("Who?");
    question.types("Name", "Ada");
    question.sends();
    assert_eq!(asker.hears_result(1)["content"], json!({"name": "Ada"}));
    assert_eq!(doorbell.person().looks_up("").kept, 1, "a new file is kept");
    let told = doorbell.screen.lock().told.clone();
    assert!(told[0].contains("was damaged and put aside"), "{told:?}");
}
