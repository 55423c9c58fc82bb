//! Somebody else's question, which nothing bad may touch.

use serde_json::json;

use super::{Asker, Doorbell, name_form};

const MESSAGE: &str = "Does anything disturb this question?";

/// An asker with a question on the screen.
pub struct Bystander {
    asker: Asker,
}

impl Bystander {
    pub fn new(doorbell: &Doorbell) -> Self {
        let mut asker = doorbell.asker();
        asker.asks(1, MESSAGE, name_form());
        doorbell.person().sees(MESSAGE);
        Self { asker }
    }

    /// The daemon answers it, the question is still on the screen, and its answer arrives.
    pub fn gets_its_answer(mut self, doorbell: &Doorbell) {
        let person = doorbell.person();
        self.asker.has_heard_everything();
        let question = person.sees(MESSAGE);
        question.types("Name", "no");
        question.sends();
        let result = self.asker.hears_result(1);
        assert_eq!(result["action"], "accept");
        assert_eq!(result["content"], json!({"name": "no"}));
    }
}
