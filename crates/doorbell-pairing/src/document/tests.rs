use serde_json::json;

use super::*;

#[test]
fn every_format_tells_where_its_values_stand() {
    let texts = [
        (
            Format::Json,
            "\t{ /* x */ \"é\": [ \"a\" , 1, ], // y\n \"m\": {\"k\": \"v\"}}\n",
        ),
        (
            Format::Toml,
            "# x\né = [ \"a\" , 1, ] # y\n[m]\nk = \"v\" # z\n"
                .replace("é =", "\"é\" =")
                .leak(),
        ),
        (
            Format::Yaml,
            "# x\r\né:\r\n  - 'a' # y\r\n  - 1\r\nm: # z\r\n  k: v   # z\r\n",
        ),
    ];
    for (format, text) in texts {
        let root = format.read(text).unwrap();
        assert_eq!(
            root.value(),
            json!({"é": ["a", 1], "m": {"k": "v"}}),
            "{format:?}"
        );
        let word = root.down(["m", "k"]).unwrap().unwrap();
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
fn a_mistake_is_told_with_its_place() {
    let texts = [
        (
            Format::Json,
            "{\n  \"a\": 1\n  \"b\": 2}",
            "line 2, column 9: expected comma",
        ),
        (
            Format::Json,
            "{'a': 1}",
            "line 1, column 2: single-quoted strings are not allowed",
        ),
        (Format::Toml, "a = 1\nb = = 2\n", "line 2, column 5: "),
        (Format::Yaml, "a: [1\nb: {", "line 2, column 2: "),
        (
            Format::Yaml,
            "a: 1\n---\nb: 2\n",
            "line 2, column 1: a second document begins here",
        ),
    ];
    for (format, text, said) in texts {
        let mistake = format.read(text).unwrap_err().to_string();
        assert!(mistake.starts_with(said), "{format:?}: {mistake}");
    }
}

#[test]
fn a_name_that_is_there_twice_is_found() {
    for (format, text) in [
        (Format::Json, "{\"a\": 1,\n \"a\": 2}"),
        (Format::Yaml, "a: 1\na: 2"),
    ] {
        let root = format.read(text).unwrap();
        let twice = root.get("a").unwrap_err().in_text(text);
        assert_eq!(twice.place.line, 2, "{format:?}");
    }
}

#[test]
fn an_empty_file_is_an_empty_map() {
    for format in [Format::Json, Format::Toml, Format::Yaml] {
        for text in ["", "\n", "  \r\n"] {
            let root = format.read(text).unwrap();
            assert_eq!(root.members().map(<[Member]>::len), Some(0), "{format:?}");
        }
    }
}

#[test]
fn what_yaml_uses_elsewhere_is_not_looked_into() {
    let text = "a: &x [1]\nb: *x\nc: &y word\n";
    let root = Format::Yaml.read(text).unwrap();
    assert_eq!(root.value(), json!({"a": "*", "b": "*", "c": "*"}));
    assert!(
        root.members()
            .unwrap()
            .iter()
            .all(|member| member.value.text().is_none())
    );
}

#[test]
fn nesting_has_an_end() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(Format::Yaml.read(&nested(yaml::MOST_DEPTH)).is_ok());
    assert!(Format::Yaml.read(&nested(yaml::MOST_DEPTH + 1)).is_err());
    for format in [Format::Json, Format::Toml] {
        let text = match format {
            Format::Toml => format!("a = {}", nested(100_000)),
            _ => nested(100_000),
        };
        assert!(format.read(&text).is_err(), "{format:?}");
    }
}

#[test]
fn names_and_texts_are_written_so_that_they_are_read_the_same() {
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
        for format in [Format::Json, Format::Toml, Format::Yaml] {
            let pair = format!(
                "{}{}{}",
                format.key(text),
                format.between(),
                format.text(text)
            );
            let document = match format {
                Format::Json => format!("{{{pair}}}"),
                _ => pair,
            };
            let root = format.read(&document).unwrap();
            let found = root.get(text).unwrap().and_then(Node::text);
            assert_eq!(found, Some(text), "{format:?} {document}");
        }
    }
}
