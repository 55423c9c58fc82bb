//! The example askers of the documentation.

use doorbell_daemon::view::Press;

use crate::support::{CommandOutput, Doorbell, example, workspace_root};

const EXAMPLES: [(&str, &str); 2] = [("python3", "ask.py"), ("node", "ask.mjs")];
const SCHEMA: &str = r#"{"type": "object", "properties": {"stars": {"type": "integer"}}}"#;

#[test]
fn examples_print_the_answer() {
    for (interpreter, file) in EXAMPLES {
        let doorbell = Doorbell::start();
        let running = example(interpreter, file, &doorbell.socket(), [""; 0]);
        let question = doorbell.wait_for_question("What is your name?");
        assert_eq!(question.view.asker.claimed.client, format!("{file} 1.0.0"));
        question.type_text("name", "Zoë");
        question.send();
        let finished = running.finish();
        let printed = finished.stdout.replace(' ', "");
        assert_eq!(
            (finished.code, printed.as_str()),
            (Some(0), "{\"name\":\"Zoë\"}\n")
        );
        assert_eq!(finished.stderr, "");
    }
}

#[test]
fn examples_ask_their_arguments_and_report_a_refusal() {
    for (interpreter, file) in EXAMPLES {
        for (press, code, printed) in [
            (Press::Decline, 1, "\"decline\"\n"),
            (Press::Dismiss, 2, "\"cancel\"\n"),
        ] {
            let doorbell = Doorbell::start();
            let running = example(interpreter, file, &doorbell.socket(), ["How many?", SCHEMA]);
            let question = doorbell.wait_for_question("How many?");
            assert_eq!(question.form().fields[0].title, "stars");
            question.press(press);
            assert_eq!(running.finish(), CommandOutput::new(code, printed, ""));
        }
    }
}

#[test]
fn examples_report_that_they_could_not_ask() {
    let nowhere = tempfile::tempdir().unwrap();
    for (interpreter, file) in EXAMPLES {
        let socket = nowhere.path().join("doorbell.sock");
        let finished = example(interpreter, file, &socket, [""; 0]).finish();
        assert_eq!((finished.code, finished.stdout.as_str()), (Some(69), ""));
        let prefix = format!("{file}: not asked: ");
        assert!(finished.stderr.starts_with(&prefix), "{}", finished.stderr);

        let doorbell = Doorbell::start();
        let finished = example(interpreter, file, &doorbell.socket(), ["Bad", "[]"]).finish();
        assert_eq!(finished.code, Some(69), "{}", finished.stderr);
    }
}

#[test]
fn examples_are_at_most_36_lines() {
    for (_, file) in EXAMPLES {
        let text =
            std::fs::read_to_string(workspace_root().join("docs/examples").join(file)).unwrap();
        assert!(text.lines().count() <= 36, "{file}");
    }
}
