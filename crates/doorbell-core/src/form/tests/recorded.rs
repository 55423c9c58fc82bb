//! Recorded questions of real servers.

use std::fs;
use std::path::Path;

use super::*;

fn questions() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/wire");
    let mut questions: Vec<(String, Value)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let params = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
            (name, params)
        })
        .filter(|(_, params): &(String, Value)| params.get("requestedSchema").is_some())
        .collect();
    questions.sort_by(|(a, _), (b, _)| a.cmp(b));
    questions
}

#[test]
fn recorded_forms_are_shown_completely() {
    let questions = questions();
    assert!(questions.len() >= 15);
    for (name, params) in questions {
        let message = params["message"].as_str().unwrap();
        let schema = &params["requestedSchema"];
        let form = Form::read(message, schema, &FormLimits::default()).unwrap();
        let view = form.view(&form.initial_inputs(), &now());

        let properties = schema["properties"].as_object().unwrap();
        let asked: Vec<&str> = properties.keys().map(String::as_str).collect();
        let shown: Vec<&str> = form
            .fields
            .iter()
            .map(|field| field.name.as_str())
            .collect();
        assert_eq!(shown, asked, "{name}");
        assert_eq!(view.fields.len(), asked.len(), "{name}");
        for (field, property) in view.fields.iter().zip(properties.values()) {
            assert_ne!(field.control, ControlView::Json, "{name}: {}", field.title);
            assert_eq!(field.note, None, "{name}: {}", field.title);
            assert_eq!(field.secret, None, "{name}: {}", field.title);
            if let Some(title) = property.get("title") {
                assert_eq!(field.title, *title, "{name}");
            }
        }
        insta::assert_json_snapshot!(name, view);
    }
}

#[test]
fn defaults_are_sent_in_order_of_schema() {
    let (_, params) = questions()
        .into_iter()
        .find(|(name, _)| name == "everything-form")
        .unwrap();
    let form = read(&params["requestedSchema"]);
    let mut inputs = form.initial_inputs();
    inputs[0] = text("Ada Lovelace");
    let content = form.content(&inputs, &now()).unwrap();
    let expected = r#"{"name":"Ada Lovelace","firstLine":"It was a dark and stormy night.","integer":42,"number":3.14,"untitledSingleSelectEnum":"Monica","untitledMultipleSelectEnum":["Guitar"],"titledSingleSelectEnum":"hero-1","titledMultipleSelectEnum":["fish-1"],"legacyTitledEnum":"pet-1"}"#;
    assert_eq!(Value::Object(content).to_string(), expected);
}
