//! Other messages pass byte for byte and in order.

use std::time::Instant;

use bytes::Bytes;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::harness::initialize;
use crate::action::Action;
use crate::interceptor::{Claims, InterceptPolicy, Interceptor};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn other_lines_pass_unchanged(
        is_initialised: bool,
        lines in vec((any::<bool>(), line()), 1..24),
    ) {
        let mut interceptor = Interceptor::new(InterceptPolicy::Always, Claims::default());
        let now = Instant::now();
        if is_initialised {
            interceptor.on_host(initialize("{}").into(), now, || true);
        }
        for (is_from_host, line) in lines {
            let line = Bytes::from(line);
            let (actions, expected) = if is_from_host {
                let actions = interceptor.on_host(line.clone(), now, || true);
                (actions, Action::ToServer(line))
            } else {
                let actions = interceptor.on_server(line.clone(), None, now);
                (actions, Action::ToHost(line))
            };
            let passed: Vec<_> = actions
                .into_iter()
                .filter(|action| *action != Action::Preconnect)
                .collect();
            prop_assert_eq!(passed, [expected]);
        }
    }
}

/// A line with its end; mostly messages.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let text = prop_oneof![
        8 => message(),
        1 => vec(message(), 0..3).prop_map(|batch| format!("[{}]", batch.join(","))),
        1 => json(),
        1 => select(vec!["", " ", "\t", "{", "}", "Server started", "{} {}", "\u{feff}{}", "nul"])
            .prop_map(str::to_owned),
    ];
    let bytes = prop_oneof![
        9 => text.prop_map(String::into_bytes),
        1 => vec(any::<u8>().prop_filter("a line has one end", |byte| *byte != b'\n'), 0..40),
    ];
    (bytes, select(vec!["\n", "\r\n", " \n", ""])).prop_map(|(mut bytes, end)| {
        bytes.extend_from_slice(end.as_bytes());
        bytes
    })
}

/// A message with members in any order, some of them unknown, missing or doubled.
fn message() -> impl Strategy<Value = String> {
    let methods = vec![
        r#""ping""#,
        r#""tools/call""#,
        r#""tools\/list""#,
        r#""t\u0061sks/get""#,
        r#""resources/read""#,
        r#""sampling/createMessage""#,
        r#""notifications/cancelled""#,
        r#""notifications/progress""#,
        r#""notifications/tasks""#,
        r#""notifications/elicitation/complete""#,
        r#""notifications/message""#,
        r#""\ud800""#,
        "null",
        "7",
    ];
    let ids = vec![
        "0",
        "1",
        "1.0",
        "1e0",
        "-1",
        "\"1\"",
        "null",
        "[]",
        "1.5",
        "\"\\u0031\"",
    ];
    let member = prop_oneof![
        select(ids).prop_map(|id| ("id", id.to_owned())),
        select(methods).prop_map(|method| ("method", method.to_owned())),
        object().prop_map(|params| ("params", params)),
        json().prop_map(|params| ("params", params)),
        object().prop_map(|result| ("result", result)),
        json().prop_map(|result| ("result", result)),
        object().prop_map(|error| ("error", error)),
        json().prop_map(|value| ("x-é", value)),
        Just(("jsonrpc", r#""2.0""#.to_owned())),
    ];
    (vec((space(), member), 0..6), space()).prop_map(|(members, end)| {
        let members: Vec<_> = members
            .iter()
            .map(|(space, (name, json))| format!("{space}\"{name}\"{space}:{space}{json}"))
            .collect();
        format!("{{{}{end}}}", members.join(","))
    })
}

/// Members with names that the proxy knows, and values that mean nothing to it.
fn object() -> impl Strategy<Value = String> {
    let names = select(vec![
        "_meta",
        "name",
        "uri",
        "taskId",
        "status",
        "requestId",
        "progressToken",
        "progress",
        "elicitationId",
        "requestState",
        "inputRequests",
        "resultType",
        "code",
        "data",
        "",
        "\\ud800",
        "a\\u0062",
    ]);
    vec((names, json(), space()), 0..5).prop_map(|members| {
        let members: Vec<_> = members
            .iter()
            .map(|(name, json, space)| format!("{space}\"{name}\"{space}:{json}"))
            .collect();
        format!("{{{}}}", members.join(","))
    })
}

/// JSON in spellings that a serialiser would change.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        select(vec![
            "null",
            "true",
            "false",
            "0",
            "-0",
            "1.10",
            "1e3",
            "1E+3",
            "0.1e-7",
            "1e400",
            "123456789012345678901234567890",
            r#""""#,
            r#""\u00e9\/\"\\\n""#,
            r#""\ud83d\ude00""#,
            r#""\ud800""#,
            r#""input_required""#,
            r#""working""#,
        ])
        .prop_map(str::to_owned),
        any::<f64>()
            .prop_filter("JSON has no others", |number| number.is_finite())
            .prop_map(|number| format!("{number:?}")),
        any::<String>().prop_map(|text| serde_json::Value::from(text).to_string()),
        (0..20_000usize).prop_map(|long| format!("\"{}\"", "é".repeat(long))),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            (vec(inner.clone(), 0..4), space())
                .prop_map(|(items, space)| format!("[{space}{}{space}]", items.join(","))),
            vec(
                (select(vec!["a", "a", "b", "\\u0061", "mode"]), inner),
                0..4
            )
            .prop_map(|members| {
                let members: Vec<_> = members
                    .iter()
                    .map(|(name, json)| format!("\"{name}\":{json}"))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

fn space() -> impl Strategy<Value = &'static str> {
    select(vec!["", "", "", " ", "\t", "  ", "\r"])
}
