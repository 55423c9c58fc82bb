//! Secrets in forms are found and masked.

use super::*;

fn with_message(message: &str, schema: Value) -> Form {
    Form::read(message, &schema, &FormLimits::default()).unwrap()
}

fn secret_fields(form: &Form) -> usize {
    let fields = form.view(&form.initial_inputs(), &now()).fields;
    fields.iter().filter(|field| field.secret.is_some()).count()
}

#[test]
fn field_that_asks_for_secret_is_marked_and_masked() {
    let form = with_message(
        "Sign in",
        json!({"properties": {"user": {"type": "string"}, "password": {"type": "string"}}}),
    );
    let inputs = [text("ada"), text("hunter2")];
    let view = form.view(&inputs, &now());
    assert_eq!(view.fields[0].secret, None);
    let secret = view.fields[1].secret.clone().unwrap();
    assert_eq!(
        secret.warning,
        "Don’t enter your password here. Servers aren’t allowed to ask for one, and anything you \
         type goes to the server and may reach the AI model."
    );
    assert_eq!(secret.noun, "the password");
    assert!(!view.check.preview.contains("hunter2"));
    assert!(view.check.preview.contains("\"password\": \"••••\""));
    assert_eq!(form.first_secret_field(&inputs), Some(1));
    assert_eq!(form.first_secret_field(&[text("ada")]), None);
    let content = form.content(&inputs, &now()).unwrap();
    assert_eq!(content["password"], "hunter2");
}

#[test]
fn schema_can_mark_secret() {
    for property in [
        json!({"type": "string", "format": "password"}),
        json!({"type": "string", "writeOnly": true}),
    ] {
        assert!(field(&optional(property)).secret.is_some());
    }
}

#[test]
fn message_applies_to_single_field() {
    let asks = "Please paste your API key";
    let value = json!({"properties": {"value": {"type": "string", "title": "Value"}}});
    assert!(field(&with_message(asks, value)).secret.is_some());
    let one = json!({"properties": {"x": {"type": "string"}, "sure": {"type": "boolean"}}});
    assert_eq!(secret_fields(&with_message(asks, one)), 1);
    let two = json!({"properties": {"x": {"type": "string"}, "y": {"type": "string"}}});
    assert_eq!(secret_fields(&with_message(asks, two)), 0);
    let choice = json!({"properties": {"value": {"enum": ["a"]}}});
    assert_eq!(secret_fields(&with_message(asks, choice)), 0);
}

#[test]
fn only_fields_that_can_hold_secrets_are_marked() {
    for (property, secret) in [
        (json!({"type": "string", "title": "Token"}), true),
        (
            json!({"type": "array", "items": {"type": "string"}, "title": "API keys"}),
            true,
        ),
        (json!({"type": "object", "title": "Credentials"}), true),
        (json!({"type": "integer", "title": "PIN"}), true),
        (
            json!({"type": "integer", "title": "Verification code"}),
            true,
        ),
        (json!({"type": "integer", "title": "Token"}), false),
        (json!({"type": "boolean", "title": "Use a password"}), false),
        (json!({"enum": ["a"], "title": "Password"}), false),
        (
            json!({"type": "string", "format": "uri", "title": "Token URL"}),
            false,
        ),
        (
            json!({"type": "string", "format": "date", "title": "Password"}),
            false,
        ),
    ] {
        let shown = field(&optional(property.clone()));
        assert_eq!(shown.secret.is_some(), secret, "{property}");
    }
}

#[test]
fn typed_secrets_are_found() {
    let typed = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    for (property, input) in [
        (json!({"type": "string"}), text(typed)),
        (json!({}), text(&format!("{{\"a\": \"{typed}\"}}"))),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            Input::List {
                items: vec!["x".to_owned(), typed.to_owned()],
            },
        ),
    ] {
        let form = optional(property);
        let inputs = [input];
        let check = form.check(&inputs, &now());
        let secret = check.fields[0].secret.clone().unwrap();
        assert!(
            secret
                .warning
                .starts_with("This looks like a GitHub token. ")
        );
        assert_eq!(secret.noun, "the GitHub token");
        assert!(!check.preview.contains(typed));
        assert_eq!(form.first_secret_field(&inputs), Some(0));
        assert_eq!(secret_fields(&form), 0);
    }
    let number = optional(json!({"type": "integer"}));
    let check = number.check(&[text("+4111111111111111")], &now());
    assert!(check.fields[0].secret.is_some());
    assert_eq!(check.fields[0].sent_as, None);
}

#[test]
fn problems_and_debug_output_do_not_contain_input() {
    let typed = "hunter2-is-typed";
    for property in [
        json!({"type": "string", "maxLength": 3}),
        json!({"type": "string", "pattern": "^x$"}),
        json!({"type": "string", "format": "email"}),
        json!({"type": "integer"}),
        json!({"type": "object"}),
        json!({"type": "string", "format": "date-time"}),
    ] {
        let problem = answer(&optional(property.clone()), text(typed)).unwrap_err();
        assert!(!problem.contains("hunter2"), "{problem}");
    }
    assert!(!format!("{:?}", text(typed)).contains("hunter2"));
}
