//! Golden files: real requests, what Doorbell asks for them, and the answer to each result.
//!
//! A folder in `tests/golden/claude-code` has a hook's event, one in `tests/golden/claude-code-prompt`
//! the arguments of the prompt tool. `DOORBELL_RENEW=1 cargo test -p doorbell-agents` rewrites
//! `params.json` and `answers.json`; review the difference.

use std::fs;
use std::path::{Path, PathBuf};

use doorbell_protocol::{
    Action, AgentQuestion, ChoiceQuestion, ElicitMode, ElicitParams, ElicitResult, OutcomeMeta,
    PermissionAction, PermissionParams, PlanChoice,
};
use serde_json::{Map, Value, json};

use super::decision::undecided;
use super::permission::{ExistingFile, PermissionRequest};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

#[test]
fn hook_events_become_questions_and_results_become_output() {
    let cases = cases("claude-code");
    assert!(cases.len() >= 18, "{cases:?}");
    for case in cases {
        let request = PermissionRequest::parse(&read(&case.join("event.json"))).unwrap();
        let old = fs::read_to_string(case.join("old.txt")).map(Some);
        let old = old.is_ok().then_some(&old);
        let params = request.params(ExistingFile::from_read(old));
        compare(&case.join("params.json"), &params.to_value());
        let answers = answers(&params, |result| request.answer(result));
        compare(&case.join("answers.json"), &answers);
    }
}

#[test]
fn prompt_calls_become_questions_and_results_become_decisions() {
    let cases = cases("claude-code-prompt");
    assert!(cases.len() >= 4, "{cases:?}");
    for case in cases {
        let arguments = read(&case.join("arguments.json"));
        let session = Some("c99896da-0000-4000-8000-000000000001".to_owned());
        let folder = Some("/home/ada/proj".to_owned());
        let request = PermissionRequest::from_prompt(&arguments, session, folder).unwrap();
        if let Some(reason) = request.unshowable() {
            let denial = undecided("notShown", Some(reason));
            compare(&case.join("answers.json"), &json!({"not asked": denial}));
            continue;
        }
        let params = request.params(ExistingFile::Absent);
        assert!(!params.hand_back);
        compare(&case.join("params.json"), &params.to_value());
        let answers = answers(&params, |result| request.prompt_answer(result));
        compare(&case.join("answers.json"), &answers);
    }
}

fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(GOLDEN).join(folder);
    let mut cases: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.sort();
    cases
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn compare(path: &Path, found: &Value) {
    let found = serde_json::to_string_pretty(found).unwrap() + "\n";
    if std::env::var_os("DOORBELL_RENEW").is_some() {
        fs::write(path, &found).unwrap();
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, expected, "{}", path.display());
}

/// Returns the answer to each result that the question can have, and to some that it cannot.
fn answers(params: &ElicitParams, answer: impl Fn(&ElicitResult) -> Value) -> Value {
    let mut results = match &params.mode {
        ElicitMode::Permission(permission) => permission_results(permission),
        ElicitMode::Agent(AgentQuestion::Questions(questions)) => question_results(questions),
        ElicitMode::Agent(AgentQuestion::Plan { choices, .. }) => plan_results(choices),
        ElicitMode::Agent(AgentQuestion::Notice(_)) => {
            vec![("closed".to_owned(), Action::Accept, Value::Null)]
        }
        other => panic!("{other:?}"),
    };
    for outcome in ["dismissed", "expired", "withdrawn", "handedBack", "refused"] {
        results.push((outcome.to_owned(), Action::Cancel, Value::Null));
    }
    let answers = results.into_iter().map(|(name, action, content)| {
        let outcome = match action {
            Action::Accept => "accepted",
            Action::Decline => "declined",
            Action::Cancel => &name,
        };
        let result = result(action, content, outcome);
        (name.clone(), answer(&result))
    });
    Value::Object(answers.collect::<Map<_, _>>())
}

pub fn result(action: Action, content: Value, outcome: &str) -> ElicitResult {
    let outcome = OutcomeMeta {
        outcome: outcome.to_owned(),
        reason: (outcome == "refused").then(|| "The server is muted.".to_owned()),
        ..OutcomeMeta::default()
    };
    ElicitResult::new(action, content.as_object().cloned(), outcome)
}

type Results = Vec<(String, Action, Value)>;

fn accepted(name: &str, content: Value) -> (String, Action, Value) {
    (name.to_owned(), Action::Accept, content)
}

fn permission_results(permission: &PermissionParams) -> Results {
    let ids = permission.choices.iter().map(|choice| choice.id.as_str());
    let allowed = ["allow"].into_iter().chain(ids);
    let mut results: Results = allowed
        .map(|id| accepted(id, json!({"choice": id})))
        .collect();
    if permission.editable {
        let changed: Vec<_> = shown_texts(&permission.action)
            .into_iter()
            .map(|text| format!("{text} # changed"))
            .collect();
        let too_many = [changed.as_slice(), &[String::new()]].concat();
        for (name, texts) in [("changed", changed), ("changed too much", too_many)] {
            let content = json!({"choice": "allow", "changed": texts});
            results.push(accepted(name, content));
        }
    }
    let denied = json!({"choice": "deny", "message": "Not on Friday"});
    results.push(("deny".to_owned(), Action::Decline, denied));
    results
}

fn shown_texts(action: &PermissionAction) -> Vec<&str> {
    match action {
        PermissionAction::Run { command } => vec![command],
        PermissionAction::Write { text, .. } => vec![text],
        PermissionAction::Edit { changes, .. } => {
            changes.iter().map(|change| change.new.as_str()).collect()
        }
        other => panic!("{other:?} is not editable"),
    }
}

fn question_results(questions: &[ChoiceQuestion]) -> Results {
    let content = |answer: &dyn Fn(&ChoiceQuestion) -> Value| {
        let answers: Vec<_> = questions.iter().map(answer).collect();
        json!({"answers": answers})
    };
    let first = |question: &ChoiceQuestion| question.options[0].label.clone();
    let labels = |question: &ChoiceQuestion| {
        let count = if question.multiple { usize::MAX } else { 1 };
        let labels = question.options.iter().map(|option| option.label.clone());
        labels.take(count).collect::<Vec<_>>()
    };
    let too_few = json!({"answers": [{"chosen": [first(&questions[0])]}]});
    let mut results = vec![
        accepted(
            "first",
            content(&|question| json!({"chosen": [first(question)]})),
        ),
        accepted(
            "other",
            content(&|_| json!({"chosen": [], "other": " My own, really "})),
        ),
        accepted(
            "all, other where several fit, and a note",
            content(&|question| {
                let other = question.multiple.then_some("My own");
                json!({"chosen": labels(question), "other": other, "note": "Ask Grace"})
            }),
        ),
        accepted(
            "unknown label",
            content(&|_| json!({"chosen": ["Nothing"]})),
        ),
        accepted("nothing chosen", content(&|_| json!({"chosen": []}))),
        accepted(
            "same label twice",
            content(&|question| json!({"chosen": [first(question), first(question)]})),
        ),
        accepted(
            "blank other",
            content(&|_| json!({"chosen": [], "other": " "})),
        ),
        accepted("no content", Value::Null),
        ("declined".to_owned(), Action::Decline, Value::Null),
    ];
    if questions.len() > 1 {
        results.push(accepted("one answer missing", too_few));
    }
    results
}

fn plan_results(choices: &[PlanChoice]) -> Results {
    let remarks = json!({
        "feedback": "Keep passwords, too",
        "comments": [
            {"line": 3, "text": "1. Add a table", "comment": "Call it sessions"},
            {"line": 4, "text": "2. Change the page", "comment": "Both pages"},
        ],
    });
    let mut results = Results::new();
    for choice in choices {
        let mut with_remarks = remarks.clone();
        with_remarks["choice"] = choice.id.clone().into();
        results.push(accepted(&choice.id, json!({"choice": choice.id})));
        results.push(accepted(
            &format!("{} with remarks", choice.id),
            with_remarks,
        ));
    }
    results.push(accepted(
        "unknown choice",
        json!({"choice": "bypassPermissions"}),
    ));
    results.push(accepted("no choice", remarks.clone()));
    results.push(("declined".to_owned(), Action::Decline, Value::Null));
    results.push(("declined with remarks".to_owned(), Action::Decline, remarks));
    results
}
