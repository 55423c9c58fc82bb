use serde_json::json;

use super::*;
use crate::view::{PermissionDetailView, Severity};

const PROJECT: &str = "/home/ada/shop";

fn of(action: Action) -> Permission {
    let new = NewPermission {
        tool: "Tool".into(),
        action,
        project: Some(PROJECT.into()),
        ..NewPermission::default()
    };
    Permission::new(new).unwrap()
}

fn write(old: Option<&str>) -> Action {
    Action::Write {
        path: "/home/ada/shop/a.md".into(),
        text: "new\n".into(),
        old: old.map(str::to_owned),
    }
}

#[test]
fn action_is_called_by_its_kind_and_subject() {
    let edit = Action::Edit {
        path: "/home/ada/shop/src/session.ts".into(),
        changes: Vec::new(),
    };
    let read = Action::Read {
        path: "/etc/hosts".into(),
    };
    let fetch = |url: &str| Action::Fetch { url: url.into() };
    let mcp = Action::Mcp {
        server: "github".into(),
        tool: "create_pull_request".into(),
    };
    let run = Action::Run {
        command: "npm test &&\n  npm publish".into(),
    };
    for (action, title, wants, subject) in [
        (
            run,
            "Run a command: npm test && npm publish",
            "wants to run a command",
            "npm test && npm publish",
        ),
        (
            edit,
            "Edit src/session.ts",
            "wants to edit a file",
            "src/session.ts",
        ),
        (write(None), "Write a.md", "wants to write a file", "a.md"),
        (
            write(Some("old")),
            "Overwrite a.md",
            "wants to write a file",
            "a.md",
        ),
        (
            read,
            "Read /etc/hosts",
            "wants to read a file",
            "/etc/hosts",
        ),
        (
            fetch("https://docs.example.com/x?y"),
            "Fetch from docs.example.com",
            "wants to fetch a web page",
            "https://docs.example.com/x?y",
        ),
        (
            fetch("ftp://example.com"),
            "Fetch a web address",
            "wants to fetch a web page",
            "ftp://example.com",
        ),
        (
            mcp,
            "Use github › create_pull_request",
            "wants to use a tool",
            "github › create_pull_request",
        ),
        (
            Action::Other,
            "Use the tool Tool",
            "wants to use a tool",
            "Tool",
        ),
    ] {
        let permission = of(action);
        assert_eq!(permission.title(), title);
        assert_eq!(permission.wants(), wants);
        assert_eq!(permission.subject(), subject);
    }
}

#[test]
fn detail_is_what_must_be_read() {
    let diff = |action| match of(action).view().detail.clone() {
        PermissionDetailView::Diff { text } => text,
        other => panic!("{other:?}"),
    };
    let change = |old: &str, new: &str| Change {
        old: old.into(),
        new: new.into(),
    };
    let edit = Action::Edit {
        path: "a".into(),
        changes: vec![change("a\n", "b\n"), change("", "c")],
    };
    assert_eq!(diff(edit), "@Change 1 of 2\n-a\n+b\n@Change 2 of 2\n+c");
    assert_eq!(diff(write(None)), "+new");
    assert_eq!(diff(write(Some("old\n"))), "-old\n+new");
    assert_eq!(
        of(Action::Other).view().detail,
        PermissionDetailView::Arguments
    );
    let url = "https://xn--80ak6aa92e.com/x";
    match of(Action::Fetch { url: url.into() }).view().detail.clone() {
        PermissionDetailView::Address {
            before,
            domain,
            after,
            warnings,
        } => {
            assert_eq!([before, domain, after].concat(), url);
            assert_eq!(warnings[0].severity, Severity::Severe);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_argument_is_shown() {
    let arguments = json!({"command": "a\nb", "timeout": 5, "edits": [{"old": "x"}], "none": null});
    let new = NewPermission {
        arguments: arguments.as_object().unwrap().clone(),
        ..NewPermission::default()
    };
    let permission = Permission::new(new).unwrap();
    let shown: Vec<_> = permission.view().arguments.iter().collect();
    let shown: Vec<_> = shown.iter().map(|it| (&*it.name, &*it.value)).collect();
    assert_eq!(
        shown,
        [
            ("command", "a\nb"),
            ("timeout", "5"),
            ("edits", "[\n  {\n    \"old\": \"x\"\n  }\n]"),
            ("none", "null"),
        ]
    );
}

#[test]
fn invisible_characters_are_made_visible_everywhere() {
    let hidden = || "a\u{202e}b".to_owned();
    let arguments = json!({hidden(): hidden(), "list": [hidden()]});
    let path = hidden;
    let changes = vec![Change {
        old: hidden(),
        new: hidden(),
    }];
    for action in [
        Action::Run { command: hidden() },
        Action::Edit {
            path: path(),
            changes,
        },
        Action::Write {
            path: path(),
            text: hidden(),
            old: Some(hidden()),
        },
        Action::Read { path: path() },
        Action::Fetch { url: hidden() },
        Action::Mcp {
            server: hidden(),
            tool: hidden(),
        },
        Action::Other,
    ] {
        let permission = Permission::new(NewPermission {
            tool: hidden(),
            action,
            description: Some(hidden()),
            arguments: arguments.as_object().unwrap().clone(),
            reasons: vec![hidden()],
            choices: vec![Choice {
                id: hidden(),
                effect: hidden(),
            }],
            omitted: vec![hidden()],
            ..NewPermission::default()
        });
        let permission = permission.unwrap();
        let shown = json!(permission.view()).to_string() + &permission.title();
        assert!(!shown.contains('\u{202e}'), "{shown}");
        assert_eq!(permission.choice_id(0), Some(&*hidden()), "sent as it came");
    }
}

/// A permission whose parts have exactly these sizes.
struct Sizes {
    action: usize,
    changes: usize,
    arguments: usize,
    argument: usize,
    description: usize,
    reasons: usize,
    reason: usize,
    choices: usize,
    effect: usize,
}

const LARGEST: Sizes = Sizes {
    action: MAX_ACTION_BYTES,
    changes: MAX_CHANGES,
    arguments: MAX_ARGUMENTS,
    argument: MAX_ARGUMENT_BYTES,
    description: MAX_DESCRIPTION_BYTES,
    reasons: MAX_REASONS,
    reason: MAX_REASON_BYTES,
    choices: MAX_CHOICES,
    effect: MAX_EFFECT_BYTES,
};

impl Sizes {
    fn create(&self) -> Result<(), PermissionError> {
        let mut changes = vec![
            Change {
                old: String::new(),
                new: String::new(),
            };
            self.changes
        ];
        changes[0].new = "x".repeat(self.action);
        // Names of three digits count too.
        let mut arguments: Map<_, _> = (0..self.arguments)
            .map(|index| (format!("{index:03}"), json!("")))
            .collect();
        let rest = self.argument - 3 * self.arguments;
        arguments["000"] = json!("x".repeat(rest));
        let reasons = vec!["r".repeat(self.reason); self.reasons];
        let choice = |index| Choice {
            id: format!("c{index}"),
            effect: "e".repeat(self.effect),
        };
        let new = NewPermission {
            action: Action::Edit {
                path: String::new(),
                changes,
            },
            description: Some("d".repeat(self.description)),
            arguments,
            omitted: reasons.clone(),
            reasons,
            choices: (0..self.choices).map(choice).collect(),
            ..NewPermission::default()
        };
        Permission::new(new).map(drop)
    }
}

#[test]
fn more_than_doorbell_shows_is_refused() {
    assert_eq!(LARGEST.create(), Ok(()));
    let too_large = [
        Sizes {
            action: MAX_ACTION_BYTES + 1,
            ..LARGEST
        },
        Sizes {
            changes: MAX_CHANGES + 1,
            ..LARGEST
        },
        Sizes {
            arguments: MAX_ARGUMENTS + 1,
            ..LARGEST
        },
        Sizes {
            argument: MAX_ARGUMENT_BYTES + 1,
            ..LARGEST
        },
        Sizes {
            description: MAX_DESCRIPTION_BYTES + 1,
            ..LARGEST
        },
        Sizes {
            reasons: MAX_REASONS + 1,
            ..LARGEST
        },
        Sizes {
            reason: MAX_REASON_BYTES + 1,
            ..LARGEST
        },
        Sizes {
            choices: MAX_CHOICES + 1,
            ..LARGEST
        },
        Sizes {
            effect: MAX_EFFECT_BYTES + 1,
            ..LARGEST
        },
    ];
    for sizes in too_large {
        let error = sizes.create().unwrap_err();
        assert!(error.is_over_limit(), "{error}");
    }
    let error = PermissionError::TooLong {
        part: "The description has",
        size: 4097,
        max: 4096,
    };
    assert_eq!(
        error.to_string(),
        "The description has 4097 bytes, more than the 4096 that Doorbell shows."
    );
}

#[test]
fn ids_of_choices_are_unique_and_not_reserved() {
    for ids in [["a", "a"], ["a", "allow"], ["deny", "a"]] {
        let choice = |id: &str| Choice {
            id: id.to_owned(),
            effect: "Do more".to_owned(),
        };
        let new = NewPermission {
            choices: ids.map(choice).to_vec(),
            ..NewPermission::default()
        };
        let error = Permission::new(new).unwrap_err();
        assert_eq!(error, PermissionError::ChoiceId);
        assert!(!error.is_over_limit());
    }
}
