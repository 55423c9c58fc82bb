use serde_json::json;

use super::*;

#[test]
fn every_format_knows_spans_of_values() {
    let texts = [
        (
            FileFormat::Json,
            "\t{ /* x */ \"é\": [ \"a\" , 1, ], // y\n \"m\": {\"k\": \"v\"}}\n",
        ),
        (
            FileFormat::Toml,
            "# x\né = [ \"a\" , 1, ] # y\n[m]\nk = \"v\" # z\n"
                .replace("é =", "\"é\" =")
                .leak(),
        ),
        (
            FileFormat::Yaml,
            "# x\r\né:\r\n  - 'a' # y\r\n  - 1\r\nm: # z\r\n  k: v   # z\r\n",
        ),
    ];
    for (format, text) in texts {
        let root = format.parse(text).unwrap();
        assert_eq!(
            root.to_json(),
            json!({"é": ["a", 1], "m": {"k": "v"}}),
            "{format:?}"
        );
        let word = root.get_path(["m", "k"]).unwrap().unwrap();
        assert!(
            ["v", "\"v\""].contains(&&text[word.span.clone()]),
            "{format:?}"
        );
        let items = root.get("é").unwrap().unwrap().items().unwrap();
        assert!(
            ["'a'", "\"a\""].contains(&&text[items[0].span.clone()]),
            "{format:?}"
        );
        assert_eq!(&text[items[1].span.clone()], "1", "{format:?}");
    }
}

#[test]
fn parse_error_has_position() {
    let texts = [
        (
            FileFormat::Json,
            "{\n  \"a\": 1\n  \"b\": 2}",
            "line 2, column 9: expected comma",
        ),
        (
            FileFormat::Json,
            "{'a': 1}",
            "line 1, column 2: single-quoted strings are not allowed",
        ),
        (FileFormat::Toml, "a = 1\nb = = 2\n", "line 2, column 5: "),
        (FileFormat::Yaml, "a: [1\nb: {", "line 2, column 2: "),
        (
            FileFormat::Yaml,
            "a: 1\n---\nb: 2\n",
            "line 2, column 1: a second document begins here",
        ),
    ];
    for (format, text, expected) in texts {
        let error = format.parse(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{format:?}: {error}");
    }
}

#[test]
fn duplicate_key_is_an_error() {
    for (format, text) in [
        (FileFormat::Json, "{\"a\": 1,\n \"a\": 2}"),
        (FileFormat::Yaml, "a: 1\na: 2"),
    ] {
        let root = format.parse(text).unwrap();
        let error = root.get("a").unwrap_err().into_parse_error(text);
        assert_eq!(error.position.line, 2, "{format:?}");
    }
}

#[test]
fn empty_file_is_an_empty_map() {
    for format in [FileFormat::Json, FileFormat::Toml, FileFormat::Yaml] {
        for text in ["", "\n", "  \r\n"] {
            let root = format.parse(text).unwrap();
            assert_eq!(root.members().map(<[Member]>::len), Some(0), "{format:?}");
        }
    }
}

#[test]
fn yaml_anchors_and_aliases_are_opaque() {
    let text = "a: &x [1]\nb: *x\nc: &y word\n";
    let root = FileFormat::Yaml.parse(text).unwrap();
    assert_eq!(root.to_json(), json!({"a": "*", "b": "*", "c": "*"}));
    assert!(
        root.members()
            .unwrap()
            .iter()
            .all(|member| member.value.as_str().is_none())
    );
}

#[test]
fn nesting_depth_is_limited() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(FileFormat::Yaml.parse(&nested(yaml::MAX_DEPTH)).is_ok());
    assert!(
        FileFormat::Yaml
            .parse(&nested(yaml::MAX_DEPTH + 1))
            .is_err()
    );
    for format in [FileFormat::Json, FileFormat::Toml] {
        let text = match format {
            FileFormat::Toml => format!("a = {}", nested(100_000)),
            _ => nested(100_000),
        };
        assert!(format.parse(&text).is_err(), "{format:?}");
    }
}

#[test]
fn keys_and_strings_survive_round_trip() {
    for text in [
        "plain",
        "with space",
        "quo\"te",
        "it's",
        "back\\slash",
        "no",
        "1",
        "ö\u{1}\n",
        "",
        "a.b",
        "#x",
    ] {
        for format in [FileFormat::Json, FileFormat::Toml, FileFormat::Yaml] {
            let pair = format!(
                "{}{}{}",
                format.key(text),
                format.key_separator(),
                format.quote(text)
            );
            let document = match format {
                FileFormat::Json => format!("{{{pair}}}"),
                _ => pair,
            };
            let root = format.parse(&document).unwrap();
            let found = root.get(text).unwrap().and_then(Node::as_str);
            assert_eq!(found, Some(text), "{format:?} {document}");
        }
    }
}
