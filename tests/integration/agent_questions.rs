//! `doorbell/questions`, `doorbell/plan` and `doorbell/notice` over the socket.

use doorbell_core::form::Input;
use doorbell_daemon::view::{EditRequest, Press};
use serde_json::json;

use crate::support::Doorbell;

#[test]
fn question_set_and_plan_are_answered() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let questions = json!([{"text": "Which?", "options": [{"label": "a"}, {"label": "b"}]}]);
    let params = json!({"message": "Set", "questions": questions});
    asker.send_request(1, "doorbell/questions", params);
    let question = doorbell.wait_for_question("Set");
    let request = EditRequest {
        id: question.view.id.clone(),
        field: 0,
        input: Input::Choices { indices: vec![1] },
    };
    doorbell.person().edit(request).unwrap();
    question.send();
    let result = asker.read_result(1);
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({"answers": [{"chosen": ["b"]}]}));

    let choices = json!([{"id": "go", "label": "Go"}]);
    let params = json!({"message": "Plan", "plan": "# Plan", "choices": choices});
    asker.send_request(2, "doorbell/plan", params);
    let question = doorbell.wait_for_question("Plan");
    question.type_into(1, "Why?");
    question.press(Press::Choose { choice: 0 });
    let comment = json!({"line": 1, "text": "# Plan", "comment": "Why?"});
    assert_eq!(
        asker.read_result(2)["content"],
        json!({"choice": "go", "comments": [comment]})
    );
}

#[test]
fn notice_is_shown_on_request_and_closed() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    let params = json!({"message": "Done", "reason": "finished"});
    asker.send_request(1, "doorbell/notice", params);
    asker.send_request(2, "doorbell/list", json!({}));
    let id = asker.read_result(2)["questions"][0]["question"].clone();
    asker.send_request(3, "doorbell/open", json!({"question": id}));
    asker.read_result(3);
    doorbell.wait_for_question("Done").press(Press::Close);
    let result = asker.read_result(1);
    assert_eq!(
        (&result["action"], &result["content"]),
        (&json!("accept"), &json!(null))
    );
}

#[test]
fn invalid_or_oversized_agent_questions_are_rejected() {
    let doorbell = Doorbell::start();
    let mut asker = doorbell.asker();
    for (method, params, message) in [
        (
            "doorbell/questions",
            json!({}),
            "params: questions is empty",
        ),
        (
            "doorbell/questions",
            json!({"questions": [{"text": "a", "options": [{"label": 1}]}]}),
            "params.questions[].options[].label must be a string",
        ),
        (
            "doorbell/questions",
            json!({"questions": [{"text": "a", "closed": true}]}),
            "params: a question has neither options nor another answer",
        ),
        ("doorbell/plan", json!({}), "params.plan is missing"),
        (
            "doorbell/plan",
            json!({"plan": "a"}),
            "params: choices is empty",
        ),
        (
            "doorbell/notice",
            json!({"reason": "bored"}),
            "params.reason must be \"finished\" or \"waitsInTerminal\"",
        ),
    ] {
        asker.send_request(1, method, params);
        assert_eq!(asker.read_error(1), (-32602, message.to_owned()));
    }
    let many = vec![json!({"text": "a"}); 9];
    asker.send_request(2, "doorbell/questions", json!({"questions": many}));
    let outcome = &asker.read_result(2)["_meta"]["dev.doorbell/outcome"];
    assert_eq!(outcome["outcome"], "refused");
}
