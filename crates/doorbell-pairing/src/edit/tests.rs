use super::*;

fn check(
    format: FileFormat,
    text: &str,
    change: impl FnOnce(&mut Edit<'_>, &Node),
    expected: &str,
) {
    let root = format.parse(text).unwrap();
    let mut edit = Edit::new(format, text);
    change(&mut edit, &root);
    assert_eq!(edit.apply(), expected);
}

fn member<'a>(map: &'a Node, key: &str) -> &'a Member {
    map.unique_member(key).unwrap().unwrap()
}

#[test]
fn new_flow_member_is_formatted_like_the_previous_one() {
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
                &[("n", NewValue::Number(2))],
            );
        };
        check(FileFormat::Json, text, insert, expected);
    }
}

#[test]
fn new_block_member_is_formatted_like_the_previous_one() {
    let insert = |edit: &mut Edit<'_>, root: &Node| {
        let map = root.members().unwrap().first().unwrap();
        let first = map.value.members().unwrap().first().unwrap();
        edit.insert_after(Layout::Block, first, &[("new", NewValue::Number(2))]);
    };
    check(
        FileFormat::Toml,
        "[m]\n  a = 1 # c",
        insert,
        "[m]\n  a = 1 # c\n  new = 2",
    );
    check(
        FileFormat::Toml,
        "m.a = 1\r\n",
        insert,
        "m.a = 1\r\nm.new = 2\r\n",
    );
    check(
        FileFormat::Yaml,
        "m:\n  a: 'x' # c\n  b: 1\n",
        insert,
        "m:\n  a: 'x' # c\n  new: 2\n  b: 1\n",
    );
    check(
        FileFormat::Yaml,
        "m:\n  a:\n  - 1\n  - 2",
        insert,
        "m:\n  a:\n  - 1\n  - 2\n  new: 2",
    );
}

#[test]
fn prepended_items_are_formatted_like_the_first_one() {
    let texts = ["x".to_owned(), "y".to_owned()];
    let rows = [
        (FileFormat::Json, "{\"a\":[]}", "{\"a\":[\"x\", \"y\"]}"),
        (
            FileFormat::Json,
            "{\"a\":[\"b\"]}",
            "{\"a\":[\"x\", \"y\", \"b\"]}",
        ),
        (
            FileFormat::Json,
            "{\"a\":[ \"b\"]}",
            "{\"a\":[ \"x\", \"y\", \"b\"]}",
        ),
        (
            FileFormat::Json,
            "{\"a\":[\n\t// c\n\t\"b\"]}",
            "{\"a\":[\n\t// c\n\t\"x\",\n\t\"y\",\n\t\"b\"]}",
        ),
        (FileFormat::Yaml, "a:\n- b\n", "a:\n- \"x\"\n- \"y\"\n- b\n"),
        (FileFormat::Yaml, "a: [b]\n", "a: [\"x\", \"y\", b]\n"),
    ];
    for (format, text, expected) in rows {
        let prepend = |edit: &mut Edit<'_>, root: &Node| {
            edit.prepend(&member(root, "a").value, &texts);
        };
        check(format, text, prepend, expected);
    }
}

#[test]
fn removing_a_member_removes_its_comma() {
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
        check(FileFormat::Json, text, remove, expected);
    }
    // Comments stay, and the result is valid.
    for text in [
        "{\n  \"a\": 1, // c\n  \"n\": 2\n}",
        "{\n  \"a\": 1, /* c */ \"n\": 2\n}",
    ] {
        let root = FileFormat::Json.parse(text).unwrap();
        let mut edit = Edit::new(FileFormat::Json, text);
        edit.remove_member(Layout::Flow, member(&root, "n"));
        let left = edit.apply();
        let value = FileFormat::Json.parse(&left).unwrap().to_json();
        assert_eq!(value, serde_json::json!({"a": 1}), "{left}");
        assert!(left.contains(" c"), "{left}");
    }
}
