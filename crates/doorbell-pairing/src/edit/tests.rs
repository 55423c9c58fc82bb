use super::*;

/// Changes a text and compares.
fn check(format: Format, text: &str, change: impl FnOnce(&mut Edit<'_>, &Node), expected: &str) {
    let root = format.read(text).unwrap();
    let mut edit = Edit::new(format, text);
    change(&mut edit, &root);
    assert_eq!(edit.apply(), expected);
}

fn member<'a>(map: &'a Node, key: &str) -> &'a Member {
    map.member(key).unwrap().unwrap()
}

#[test]
fn a_new_member_is_written_as_the_one_before_it() {
    let rows = [
        ("{\"a\": 1}", "{\"a\": 1, \"n\": 2}"),
        ("{\n  \"a\": 1\n}", "{\n  \"a\": 1,\n  \"n\": 2\n}"),
        (
            "{\n\t\"a\": 1 // c\n}",
            "{\n\t\"a\": 1, // c\n\t\"n\": 2\n}",
        ),
        (
            "{\r\n \"a\": 1, /* c */\r\n}",
            "{\r\n \"a\": 1, /* c */\r\n \"n\": 2,\r\n}",
        ),
        (
            "{\n  \"a\": 1,\n\n  // about b\n  \"b\": 3\n}",
            "{\n  \"a\": 1,\n  \"n\": 2,\n\n  // about b\n  \"b\": 3\n}",
        ),
        (
            "{\n  \"a\": 1 /* c */, \"b\": 3\n}",
            "{\n  \"a\": 1 /* c */,\n  \"n\": 2, \"b\": 3\n}",
        ),
    ];
    for (text, expected) in rows {
        let insert = |edit: &mut Edit<'_>, root: &Node| {
            edit.insert_after(
                Layout::Flow,
                member(root, "a"),
                &[("n", Written::Number(2))],
            );
        };
        check(Format::Json, text, insert, expected);
    }
}

#[test]
fn a_new_line_is_written_as_the_one_before_it() {
    let insert = |edit: &mut Edit<'_>, root: &Node| {
        let map = root.members().unwrap().first().unwrap();
        let first = map.value.members().unwrap().first().unwrap();
        edit.insert_after(Layout::Lines, first, &[("new", Written::Number(2))]);
    };
    check(
        Format::Toml,
        "[m]\n  a = 1 # c",
        insert,
        "[m]\n  a = 1 # c\n  new = 2",
    );
    check(
        Format::Toml,
        "m.a = 1\r\n",
        insert,
        "m.a = 1\r\nm.new = 2\r\n",
    );
    check(
        Format::Yaml,
        "m:\n  a: 'x' # c\n  b: 1\n",
        insert,
        "m:\n  a: 'x' # c\n  new: 2\n  b: 1\n",
    );
    check(
        Format::Yaml,
        "m:\n  a:\n  - 1\n  - 2",
        insert,
        "m:\n  a:\n  - 1\n  - 2\n  new: 2",
    );
}

#[test]
fn texts_go_before_the_first_as_it_is_written() {
    let texts = ["x".to_owned(), "y".to_owned()];
    let rows = [
        (Format::Json, "{\"a\":[]}", "{\"a\":[\"x\", \"y\"]}"),
        (
            Format::Json,
            "{\"a\":[\"b\"]}",
            "{\"a\":[\"x\", \"y\", \"b\"]}",
        ),
        (
            Format::Json,
            "{\"a\":[ \"b\"]}",
            "{\"a\":[ \"x\", \"y\", \"b\"]}",
        ),
        (
            Format::Json,
            "{\"a\":[\n\t// c\n\t\"b\"]}",
            "{\"a\":[\n\t// c\n\t\"x\",\n\t\"y\",\n\t\"b\"]}",
        ),
        (Format::Yaml, "a:\n- b\n", "a:\n- \"x\"\n- \"y\"\n- b\n"),
        (Format::Yaml, "a: [b]\n", "a: [\"x\", \"y\", b]\n"),
    ];
    for (format, text, expected) in rows {
        let prepend = |edit: &mut Edit<'_>, root: &Node| {
            edit.prepend(&member(root, "a").value, &texts);
        };
        check(format, text, prepend, expected);
    }
}

#[test]
fn a_member_goes_with_its_comma() {
    let rows = [
        ("{\"n\": 1}", "{}"),
        ("{\"a\": 1, \"n\": 2}", "{\"a\": 1}"),
        ("{\"n\": 2, \"a\": 1}", "{ \"a\": 1}"),
        ("{\n  \"a\": 1,\n  \"n\": 2,\n}", "{\n  \"a\": 1,\n}"),
        ("{\n  \"a\": 1,\n  \"n\": 2\n}", "{\n  \"a\": 1\n}"),
        (
            "{\n  \"a\": 1,\n  \"n\": 2,\n  \"b\": 3\n}",
            "{\n  \"a\": 1,\n  \"b\": 3\n}",
        ),
    ];
    for (text, expected) in rows {
        let remove = |edit: &mut Edit<'_>, root: &Node| {
            edit.remove_member(Layout::Flow, member(root, "n"));
        };
        check(Format::Json, text, remove, expected);
    }
    // A comment stays, and what is left can be read.
    for text in [
        "{\n  \"a\": 1, // c\n  \"n\": 2\n}",
        "{\n  \"a\": 1, /* c */ \"n\": 2\n}",
    ] {
        let root = Format::Json.read(text).unwrap();
        let mut edit = Edit::new(Format::Json, text);
        edit.remove_member(Layout::Flow, member(&root, "n"));
        let left = edit.apply();
        let value = Format::Json.read(&left).unwrap().value();
        assert_eq!(value, serde_json::json!({"a": 1}), "{left}");
        assert!(left.contains(" c"), "{left}");
    }
}
