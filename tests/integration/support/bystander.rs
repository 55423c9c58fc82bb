//! An unrelated asker that checks that another asker's faults do not affect it.

use serde_json::json;

use super::{Asker, Doorbell, name_form};

const MESSAGE: &str = "Does anything disturb this question?";

/// An asker whose question is on the screen.
pub struct Bystander {
    asker: Asker,
}

impl Bystander {
    pub fn new(doorbell: &Doorbell) -> Self {
        let mut asker = doorbell.asker();
        asker.ask(1, MESSAGE, name_form());
        doorbell.wait_for_question(MESSAGE);
        Self { asker }
    }

    /// Asserts that the daemon responds, still shows the question, and delivers its answer.
    pub fn assert_unaffected(mut self, doorbell: &Doorbell) {
        let person = doorbell.person();
        self.asker.assert_nothing_unread();
        let question = person.wait_for_question(MESSAGE);
        question.type_text("Name", "no");
        question.send();
        let result = self.asker.read_result(1);
        assert_eq!(result["action"], "accept");
        assert_eq!(result["content"], json!({"name": "no"}));
    }
}
