//! The example askers of the documentation, with a person who answers.

use doorbell_daemon::view::Press;

use crate::support::{Doorbell, Finished, example, project};

const EXAMPLES: [(&str, &str); 2] = [("python3", "ask.py"), ("node", "ask.mjs")];
const SCHEMA: &str = r#"{"type": "object", "properties": {"stars": {"type": "integer"}}}"#;

#[test]
fn each_prints_what_the_person_typed() {
    for (interpreter, file) in EXAMPLES {
        let doorbell = Doorbell::start();
        let running = example(interpreter, file, &doorbell.socket(), [""; 0]);
        let question = doorbell.person().sees("What is your name?");
        assert_eq!(question.view.asker.claimed.client, format!("{file} 1.0.0"));
        question.types("name", "Zoë");
        question.sends();
        let finished = running.finishes();
        let printed = finished.out.replace(' ', "");
        assert_eq!(
            (finished.code, printed.as_str()),
            (Some(0), "{\"name\":\"Zoë\"}\n")
        );
        assert_eq!(finished.err, "");
    }
}

#[test]
fn each_asks_what_it_is_told_and_tells_a_refusal() {
    for (interpreter, file) in EXAMPLES {
        for (press, code, printed) in [
            (Press::Decline, 1, "\"decline\"\n"),
            (Press::Dismiss, 2, "\"cancel\"\n"),
        ] {
            let doorbell = Doorbell::start();
            let running = example(interpreter, file, &doorbell.socket(), ["How many?", SCHEMA]);
            let question = doorbell.person().sees("How many?");
            assert_eq!(question.form().fields[0].title, "stars");
            question.does(press);
            assert_eq!(running.finishes(), Finished::new(code, printed, ""));
        }
    }
}

#[test]
fn each_says_when_it_could_not_ask() {
    let nowhere = tempfile::tempdir().unwrap();
    for (interpreter, file) in EXAMPLES {
        let socket = nowhere.path().join("doorbell.sock");
        let finished = example(interpreter, file, &socket, [""; 0]).finishes();
        assert_eq!((finished.code, finished.out.as_str()), (Some(69), ""));
        let says = format!("{file}: not asked: ");
        assert!(finished.err.starts_with(&says), "{}", finished.err);

        let doorbell = Doorbell::start();
        let finished = example(interpreter, file, &doorbell.socket(), ["Bad", "[]"]).finishes();
        assert_eq!(finished.code, Some(69), "{}", finished.err);
    }
}

#[test]
fn each_stays_short_enough_to_be_read() {
    for (_, file) in EXAMPLES {
        let text = std::fs::read_to_string(project().join("docs/examples").join(file)).unwrap();
        assert!(text.lines().count() <= 36, "{file}");
    }
}
