//! However a file is written, pairing changes one entry and unpairing gives every byte back.

use proptest::prelude::*;

use super::*;

/// What may stand between two parts of a JSON text.
fn gap() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "",
        "",
        " ",
        "\t",
        "\n  ",
        "\r\n\t",
        "\n\n    ",
        "/* a, \"b\": */",
        " // { c\n",
        "\n// d\r\n ",
    ])
    .prop_map(str::to_owned)
}

/// A trailing comma, or none.
fn trailing() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["", ","]).prop_map(str::to_owned)
}

/// A server's entry, in JSON, with its parts in some order.
fn entry() -> impl Strategy<Value = Vec<String>> {
    let arguments = prop::sample::select(vec![
        None,
        Some("[]"),
        Some("[\"a\"]"),
        Some("[ \"a\" , \"b\", ]"),
        Some("[\n  // x\n  \"a\",\n  \"b\"\n]"),
    ]);
    let time = prop::sample::select(vec![None, Some("7"), Some("99999999999")]);
    (arguments, time, any::<bool>())
        .prop_map(|(arguments, time, has_env)| {
            let mut parts = vec!["\"command\":\"x\"".to_owned()];
            parts.extend(arguments.map(|list| format!("\"args\":{list}")));
            parts.extend(time.map(|time| format!("\"timeout\":{time}")));
            parts.extend(has_env.then(|| "\"env\":{\"A\":\"b\"}".to_owned()));
            parts
        })
        .prop_shuffle()
}

fn json() -> impl Strategy<Value = String> {
    let gaps = prop::collection::vec(gap(), 24);
    (entry(), gaps, trailing(), trailing()).prop_map(|(parts, gaps, inner, outer)| {
        let mut gaps = gaps.into_iter().cycle();
        let mut gap = || gaps.next().unwrap_or_default();
        let mut inside = String::new();
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                inside += &format!("{},", gap());
            }
            inside += &format!("{}{part}", gap());
        }
        let entry = format!("{{{inside}{}{inner}{}}}", gap(), gap());
        let rest = format!("\"other\":{}{{\"command\":\"y\"}}", gap());
        format!(
            "{}{{{}\"mcpServers\":{}{{{}\"one\"{}:{}{entry}{},{rest}{}{outer}{}}}{}}}{}",
            gap(),
            gap(),
            gap(),
            gap(),
            gap(),
            gap(),
            gap(),
            gap(),
            gap(),
            gap(),
            gap()
        )
    })
}

fn toml() -> impl Strategy<Value = String> {
    let end = || prop::sample::select(vec!["\n", "\r\n", " # c\n", "\n\n"]);
    let indentation = prop::sample::select(vec!["", "  ", "\t"]);
    let ends = prop::collection::vec(end(), 8);
    (entry(), ends, indentation, any::<bool>()).prop_map(|(parts, ends, indentation, is_last)| {
        let mut text = format!("a = 1{}[mcp_servers.one]{}", ends[0], ends[1]);
        for (at, part) in parts.iter().enumerate() {
            let (key, value) = part.split_once(':').unwrap();
            let value = value.replace("// x", "# x").replace("\"A\":", "A = ");
            let key = key.trim_matches('"').replace("timeout", "tool_timeout_sec");
            text += &format!("{indentation}{key} = {value}{}", ends[2 + at]);
        }
        if is_last {
            text.truncate(text.trim_end().len());
            text
        } else {
            format!("{text}[other]{}x = 'y'", ends[7])
        }
    })
}

/// Pairs, looks, and unpairs.
fn comes_back(agent: Agent, at: &[&str], text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::read(folder.path()).unwrap();
    let server = ServerId {
        agent,
        file: PathBuf::new(),
        at: at.iter().map(|&name| name.to_owned()).collect(),
    };
    let make = |task, bytes: &[u8], journal: &Journal| {
        make(
            &[task],
            Some(bytes),
            journal,
            "/usr/bin/doorbell",
            Leave::default(),
        )
    };
    let pair = Task::Pair(server.clone(), How::Wrap);
    let paired = make(pair, text.as_bytes(), &journal);
    assert_eq!(paired.refused, [], "{text}");
    assert_eq!(paired.done, std::slice::from_ref(&server), "{text}");
    let bytes = paired.after.unwrap();
    assert_ne!(bytes, text.as_bytes());
    journal.records = paired.records;
    let unpaired = make(Task::Unpair(server.clone()), &bytes, &journal);
    assert_eq!(unpaired.refused, [], "{text}");
    let found = String::from_utf8(unpaired.after.unwrap()).unwrap();
    assert_eq!(found, text);

    // Part by part it says the same again.
    journal.records[0].change.now.clear();
    let unpaired = make(Task::Unpair(server), &bytes, &journal);
    assert_eq!(unpaired.refused, [], "{text}");
    let found = String::from_utf8(unpaired.after.unwrap()).unwrap();
    let value = |text: &str| agent.dialect().format.read(text).unwrap().value();
    assert_eq!(value(&found), value(text), "{found}");
}

#[test]
fn every_golden_entry_says_the_same_again_part_by_part() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut count = 0;
    for case in std::fs::read_dir(golden).unwrap() {
        let case = case.unwrap().path();
        let name = case.file_name().unwrap().to_str().unwrap().to_owned();
        let Some(agent) = Agent::named(name.split('+').next().unwrap()) else {
            continue;
        };
        let dialect = agent.dialect();
        let ending = match dialect.format {
            Format::Json => "json",
            Format::Toml => "toml",
            Format::Yaml => "yaml",
        };
        let text = std::fs::read_to_string(case.join(format!("before.{ending}"))).unwrap();
        let text = text.strip_prefix(MARK).unwrap_or(&text);
        let root = dialect.format.read(text).unwrap();
        for at in dialect
            .servers
            .iter()
            .flat_map(|path| finding::entries(&root, path).unwrap())
        {
            count += usize::from(says_the_same(agent, &at, text));
        }
    }
    assert!(count > 30, "{count}");
}

/// Whether the entry could be paired, and said the same when it was unpaired part by part.
fn says_the_same(agent: Agent, at: &[String], text: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::read(folder.path()).unwrap();
    let server = ServerId {
        agent,
        file: PathBuf::new(),
        at: at.to_vec(),
    };
    let make = |task, text: &[u8], journal: &Journal| {
        make(
            &[task],
            Some(text),
            journal,
            "/usr/bin/doorbell",
            Leave::default(),
        )
    };
    let pair = Task::Pair(server.clone(), How::Wrap);
    let paired = make(pair, text.as_bytes(), &journal);
    if paired.done.is_empty() {
        return false;
    }
    let bytes = paired.after.unwrap();
    journal.records = paired.records;
    journal.records[0].change.now.clear();
    let unpaired = make(Task::Unpair(server), &bytes, &journal);
    assert_eq!(unpaired.refused, [], "{agent} {at:?}");
    let found = String::from_utf8(unpaired.after.unwrap()).unwrap();
    let value = |text: &str| agent.dialect().format.read(text).unwrap().value();
    assert_eq!(value(&found), value(text), "{found}");
    true
}

proptest! {
    #[test]
    fn json_comes_back(text in json()) {
        comes_back(Agent::Gemini, &["mcpServers", "one"], &text);
    }

    #[test]
    fn toml_comes_back(text in toml()) {
        comes_back(Agent::Codex, &["mcp_servers", "one"], &text);
    }
}
