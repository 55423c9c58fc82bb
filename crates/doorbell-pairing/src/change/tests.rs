//! For any formatting, pairing changes one entry and unpairing restores every byte.

use proptest::prelude::*;

use super::*;

/// White space and comments between two tokens of a JSON text.
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

fn optional_trailing_comma() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["", ","]).prop_map(str::to_owned)
}

/// The members of a server's entry in JSON, in any order.
fn entry_members() -> impl Strategy<Value = Vec<String>> {
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

fn json_text() -> impl Strategy<Value = String> {
    let gaps = prop::collection::vec(gap(), 24);
    (
        entry_members(),
        gaps,
        optional_trailing_comma(),
        optional_trailing_comma(),
    )
        .prop_map(|(parts, gaps, inner, outer)| {
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

fn toml_text() -> impl Strategy<Value = String> {
    let end = || prop::sample::select(vec!["\n", "\r\n", " # c\n", "\n\n"]);
    let indentation = prop::sample::select(vec!["", "  ", "\t"]);
    let ends = prop::collection::vec(end(), 8);
    (entry_members(), ends, indentation, any::<bool>()).prop_map(
        |(parts, ends, indentation, is_last)| {
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
        },
    )
}

fn check_round_trip(agent: Agent, key_path: &[&str], text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::load(folder.path()).unwrap();
    let server = ServerId {
        agent,
        file: PathBuf::new(),
        key_path: key_path.iter().map(|&key| key.to_owned()).collect(),
    };
    let pair = Task::Pair(server.clone(), PairingMethod::Wrap);
    let paired = apply_task(pair, text.as_bytes(), &journal);
    assert_eq!(paired.refused, [], "{text}");
    assert_eq!(paired.done, std::slice::from_ref(&server), "{text}");
    let bytes = paired.after.unwrap();
    assert_ne!(bytes, text.as_bytes());
    journal.records = paired.new_records;
    let unpaired = apply_task(Task::Unpair(server.clone()), &bytes, &journal);
    assert_eq!(unpaired.refused, [], "{text}");
    let found = String::from_utf8(unpaired.after.unwrap()).unwrap();
    assert_eq!(found, text);

    // Reverting member by member restores the same values.
    journal.records[0].change.after.clear();
    let unpaired = apply_task(Task::Unpair(server), &bytes, &journal);
    assert_eq!(unpaired.refused, [], "{text}");
    let found = String::from_utf8(unpaired.after.unwrap()).unwrap();
    let value = |text: &str| {
        agent
            .entry_format()
            .file_format
            .parse(text)
            .unwrap()
            .to_json()
    };
    assert_eq!(value(&found), value(text), "{found}");
}

#[test]
fn every_golden_entry_is_reverted_member_by_member() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut paired_count = 0;
    for case in std::fs::read_dir(golden).unwrap() {
        let case = case.unwrap().path();
        let name = case.file_name().unwrap().to_str().unwrap().to_owned();
        let Some(agent) = Agent::from_cli_name(name.split('+').next().unwrap()) else {
            continue;
        };
        let entry_format = agent.entry_format();
        let extension = match entry_format.file_format {
            FileFormat::Json => "json",
            FileFormat::Toml => "toml",
            FileFormat::Yaml => "yaml",
        };
        let text = std::fs::read_to_string(case.join(format!("before.{extension}"))).unwrap();
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text);
        let root = entry_format.file_format.parse(text).unwrap();
        for key_path in entry_format
            .server_maps
            .iter()
            .flat_map(|map_path| scan::entry_paths(&root, map_path).unwrap())
        {
            paired_count += usize::from(check_revert_by_member(agent, &key_path, text));
        }
    }
    assert!(paired_count > 30, "{paired_count}");
}

fn apply_task(task: Task, bytes: &[u8], journal: &Journal) -> ChangedFile {
    let options = PairingOptions::default();
    let programs = Programs {
        doorbell: "/usr/bin/doorbell",
        launcher: Path::new("/home/ada/doorbell-hook"),
    };
    apply_tasks(&[task], Some(bytes), journal, programs, options)
}

/// Returns false if the entry cannot be paired.
fn check_revert_by_member(agent: Agent, key_path: &[String], text: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::load(folder.path()).unwrap();
    let server = ServerId {
        agent,
        file: PathBuf::new(),
        key_path: key_path.to_vec(),
    };
    let pair = Task::Pair(server.clone(), PairingMethod::Wrap);
    let paired = apply_task(pair, text.as_bytes(), &journal);
    if paired.done.is_empty() {
        return false;
    }
    let bytes = paired.after.unwrap();
    journal.records = paired.new_records;
    journal.records[0].change.after.clear();
    let unpaired = apply_task(Task::Unpair(server), &bytes, &journal);
    assert_eq!(unpaired.refused, [], "{agent} {key_path:?}");
    let found = String::from_utf8(unpaired.after.unwrap()).unwrap();
    let value = |text: &str| {
        agent
            .entry_format()
            .file_format
            .parse(text)
            .unwrap()
            .to_json()
    };
    assert_eq!(value(&found), value(text), "{found}");
    true
}

proptest! {
    #[test]
    fn json_is_restored(text in json_text()) {
        check_round_trip(Agent::Gemini, &["mcpServers", "one"], &text);
    }

    #[test]
    fn toml_is_restored(text in toml_text()) {
        check_round_trip(Agent::Codex, &["mcp_servers", "one"], &text);
    }
}
