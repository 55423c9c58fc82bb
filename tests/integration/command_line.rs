//! The built `doorbell` command against the daemon.

use std::path::Path;
use std::time::Duration;

use doorbell_core::form::Input;
use doorbell_daemon::KeyboardFocus;
use doorbell_daemon::view::{HomePage, OpenedLinkPress, Press, PressReply};
use serde_json::{Value, json};

use crate::support::{
    CommandOutput, DesktopCall, Doorbell, RunningCommand, ShownQuestion, Step, doorbell_binary,
    doorbell_command, name_form,
};

const LINK: &str = "https://example.com/connect?x=1";

#[test]
fn ask_shows_fields_in_argument_order_and_prints_the_content() {
    let doorbell = Doorbell::start();
    let running = doorbell_command(
        &doorbell.socket(),
        [
            "ask",
            "--message",
            "Deploy?",
            "--integer",
            "replicas=2",
            "--choice",
            "env=dev,prod",
            "--text",
            "reason",
            "--yes-no",
            "notify=yes",
            "--text",
            "note",
            "--optional",
            "note",
            "--choices",
            "zones=a,b,c",
            "--server",
            "shop",
            "--project",
            "/home/ada/shop",
        ],
    );
    let question = doorbell.wait_for_question("Deploy?");
    assert_eq!(
        field_titles(&question),
        ["replicas", "env", "reason", "notify", "note", "zones"]
    );
    assert_eq!(question.view.asker.name, "shop");
    assert_eq!(question.view.asker.project.as_deref(), Some("shop"));
    let parents = &question.view.asker.verified.parents;
    assert_eq!(parents[0].pid, std::process::id());
    let required: Vec<_> = question
        .form()
        .fields
        .iter()
        .map(|field| field.required)
        .collect();
    assert_eq!(required, [true, true, true, true, false, true]);
    question.fill("env", Input::Choice { index: 1 }).unwrap();
    question.type_text("reason", "it is time");
    let zones = Input::Choices {
        indices: vec![0, 2],
    };
    question.fill("zones", zones).unwrap();
    question.send();
    assert_eq!(
        running.finish(),
        CommandOutput::new(
            0,
            "{\"replicas\":2,\"env\":\"prod\",\"reason\":\"it is time\",\"notify\":true,\"zones\":[\"a\",\"c\"]}\n",
            ""
        )
    );
}

#[test]
fn every_field_option_adds_a_field() {
    let doorbell = Doorbell::start();
    let running = doorbell_command(
        &doorbell.socket(),
        [
            "ask",
            "-m",
            "All",
            "--text",
            "a",
            "--long-text",
            "b",
            "--email",
            "c",
            "--uri",
            "d",
            "--date",
            "e",
            "--date-time",
            "f",
            "--number",
            "g",
            "--integer",
            "h",
            "--yes-no",
            "i",
            "--choice",
            "j=x,y",
            "--choices",
            "k=x,y",
            "--list",
            "l",
        ],
    );
    let question = doorbell.wait_for_question("All");
    assert_eq!(field_titles(&question).concat(), "abcdefghijkl");
    question.press(Press::Decline);
    assert_eq!(running.finish().code, Some(1));
}

#[test]
fn ask_reads_schema_from_file_or_stdin() {
    let doorbell = Doorbell::start();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("form.json");
    std::fs::write(&file, name_form().to_string()).unwrap();
    for (schema, input) in [
        (file.to_str().unwrap(), ""),
        ("-", &name_form().to_string()),
    ] {
        let running = doorbell_command(
            &doorbell.socket(),
            ["ask", "-m", "Schema", "--schema", schema],
        )
        .with_stdin(input);
        let question = doorbell.wait_for_question("Schema");
        question.type_text("Name", "Ada");
        question.send();
        assert_eq!(
            running.finish(),
            CommandOutput::new(0, "{\"name\":\"Ada\"}\n", "")
        );
    }
}

#[test]
fn confirm_answers_by_exit_code_alone() {
    let doorbell = Doorbell::start();
    let ask = || doorbell_command(&doorbell.socket(), ["ask", "-m", "Sure?", "--confirm"]);
    let running = ask();
    let question = doorbell.wait_for_question("Sure?");
    assert!(question.form().fields.is_empty());
    question.send();
    assert_eq!(running.finish(), CommandOutput::new(0, "", ""));
    let running = ask();
    doorbell.wait_for_question("Sure?").press(Press::Decline);
    assert_eq!(running.finish(), CommandOutput::new(1, "", ""));
}

#[test]
fn raw_prints_only_the_value() {
    let doorbell = Doorbell::start();
    let choice = r"env=dev:Development,eu\, us:Both\: EU and US";
    let choices = format!("{choice},asia");
    let rows: [(&[&str], &str, Input, &str); 3] = [
        (
            &["--choice", choice],
            "Where to",
            Input::Choice { index: 1 },
            "eu, us\n",
        ),
        (
            &["--choices", &choices],
            "Where to",
            Input::Choices {
                indices: vec![0, 2],
            },
            "dev\nasia\n",
        ),
        (
            &["--text", "env"],
            "Where to",
            Input::Text {
                text: "a \"b\"".to_owned(),
            },
            "a \"b\"\n",
        ),
    ];
    for (field, title, input, printed) in rows {
        let arguments = ["ask", "-m", "Raw?", "--raw", "--label", "env=Where to"];
        let running = doorbell_command(&doorbell.socket(), arguments.iter().chain(field));
        let question = doorbell.wait_for_question("Raw?");
        assert_eq!(field_titles(&question), [title]);
        question.fill(title, input).unwrap();
        question.send();
        assert_eq!(running.finish(), CommandOutput::new(0, printed, ""));
    }
}

#[test]
fn optional_without_a_name_is_for_all_fields() {
    let doorbell = Doorbell::start();
    let arguments = ["ask", "-m", "Any?", "--optional", "--raw", "--text", "a"];
    let running = doorbell_command(&doorbell.socket(), arguments);
    doorbell.wait_for_question("Any?").send();
    assert_eq!(running.finish(), CommandOutput::new(0, "", ""));
}

#[test]
fn json_prints_the_whole_result() {
    let doorbell = Doorbell::start();
    let arguments = ["ask", "-m", "Whole?", "--text", "name", "--json"];
    let running = doorbell_command(&doorbell.socket(), arguments);
    let question = doorbell.wait_for_question("Whole?");
    question.type_text("name", "Ada");
    question.send();
    let finished = running.finish();
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""));
    let result: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({"name": "Ada"}));
    assert_eq!(
        result["_meta"]["dev.doorbell/outcome"]["outcome"],
        "accepted"
    );

    let running = doorbell_command(&doorbell.socket(), arguments);
    doorbell.wait_for_question("Whole?").press(Press::Decline);
    let finished = running.finish();
    assert_eq!(finished.code, Some(1));
    let result: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(result["action"], "decline");
}

#[test]
fn each_outcome_has_its_exit_code() {
    let cases: [(Step, i32, &str); 3] = [
        (
            &|doorbell| doorbell.wait_for_question("Well?").press(Press::Dismiss),
            2,
            "doorbell: cancelled\n",
        ),
        (
            &|doorbell| {
                doorbell.wait_for_question("Well?");
                doorbell.handle.stop();
            },
            2,
            "doorbell: cancelled: Doorbell was stopped.\n",
        ),
        (
            &|doorbell| {
                doorbell.wait_for_question("Well?");
                doorbell.handle.window_failed("There is no display.".into());
            },
            69,
            "doorbell: the question could not be shown: There is no display.\n",
        ),
    ];
    for (step, code, stderr) in cases {
        let doorbell = Doorbell::start();
        let running = doorbell_command(&doorbell.socket(), ["ask", "-m", "Well?", "--text", "a"]);
        step(&doorbell);
        assert_eq!(running.finish(), CommandOutput::new(code, "", stderr));
    }
}

#[test]
fn timeout_exits_with_3() {
    let doorbell = Doorbell::start();
    let running = doorbell_command(
        &doorbell.socket(),
        ["ask", "-m", "Quick!", "--text", "a", "--timeout", "1s"],
    );
    doorbell.wait_for_question("Quick!");
    doorbell.advance(Duration::from_secs(1));
    assert_eq!(
        running.finish(),
        CommandOutput::new(3, "", "doorbell: timed out after 1 s\n")
    );
}

#[test]
fn form_beyond_a_limit_exits_with_69() {
    let doorbell = Doorbell::start_with(|config| config.limits.fields = 1);
    let finished = ask(&doorbell.socket(), &["--text", "a", "--text", "b"]);
    assert_eq!(
        finished,
        CommandOutput::new(
            69,
            "",
            "doorbell: the question could not be shown: The form has 2 fields, more than the 1 that Doorbell shows.\n"
        )
    );
}

#[test]
fn exit_code_reports_whether_the_link_was_opened() {
    let rows: [(Step, i32, &str); 3] = [
        (
            &|doorbell| doorbell.wait_for_question("Sign in").press(Press::Open),
            0,
            "",
        ),
        (
            &|doorbell| doorbell.wait_for_question("Sign in").press(Press::Decline),
            1,
            "doorbell: declined\n",
        ),
        (
            &|doorbell| doorbell.wait_for_question("Sign in").press(Press::Dismiss),
            2,
            "doorbell: cancelled\n",
        ),
    ];
    for (step, code, stderr) in rows {
        // `--wait` returns at once when the person refuses.
        let more: &[&str] = if code == 0 { &[] } else { &["--wait"] };
        let doorbell = Doorbell::start();
        let running = ask_link(&doorbell, more);
        step(&doorbell);
        assert_eq!(running.finish(), CommandOutput::new(code, "", stderr));
        let opened = doorbell.desktop.lock().opened_links.clone();
        let agreed = (code == 0).then(|| ("q1".to_owned(), LINK.to_owned()));
        assert_eq!(opened, Vec::from_iter(agreed));
    }
}

#[test]
fn wait_option_waits_until_the_link_is_finished() {
    let press_on_card = |press: OpenedLinkPress| {
        move |doorbell: &Doorbell| {
            doorbell.person().wait_for_cards_only();
            let reply = doorbell.person().press_card("q1", press);
            assert_eq!(reply, PressReply::Done);
        }
    };
    let (done, cancel) = (
        press_on_card(OpenedLinkPress::Done),
        press_on_card(OpenedLinkPress::Cancel),
    );
    // Shorter than the time the daemon remembers completions: the program may ask late.
    let link_wait = Duration::from_secs(60);
    let expire = |doorbell: &Doorbell| {
        doorbell.person().wait_for_cards_only();
        doorbell.advance(link_wait);
    };
    let rows: [(Step, i32, &str); 3] = [
        (&done, 0, ""),
        (
            &cancel,
            2,
            "doorbell: cancelled after the link was opened\n",
        ),
        (
            &expire,
            3,
            "doorbell: timed out: nobody confirmed that the link is finished\n",
        ),
    ];
    for (step, code, stderr) in rows {
        let doorbell = Doorbell::start_with(|config| config.rules.link_wait = link_wait);
        let running = ask_link(&doorbell, &["--wait"]);
        doorbell.wait_for_question("Sign in").press(Press::Open);
        step(&doorbell);
        assert_eq!(running.finish(), CommandOutput::new(code, "", stderr));
    }
}

#[test]
fn json_prints_consent_and_then_completion() {
    let doorbell = Doorbell::start();
    let running = ask_link(&doorbell, &["--wait", "--json"]);
    doorbell.wait_for_question("Sign in").press(Press::Open);
    doorbell.person().wait_for_cards_only();
    doorbell.person().press_card("q1", OpenedLinkPress::Cancel);
    let finished = running.finish();
    assert_eq!(finished.code, Some(2));
    let lines: Vec<Value> = finished
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["action"], "accept");
    assert_eq!(lines[0].get("content"), None);
    assert_eq!(lines[1..], [json!({"state": "cancelled", "by": "person"})]);
}

#[test]
fn unsupported_link_exits_with_69_and_invalid_link_with_64() {
    let doorbell = Doorbell::start();
    assert_eq!(
        ask(&doorbell.socket(), &["--url", "file:///etc/passwd"]),
        CommandOutput::new(
            69,
            "",
            "doorbell: the question could not be shown: Doorbell opens only http and https links.\n"
        )
    );
    assert_eq!(
        ask(&doorbell.socket(), &["--url", "example.com"]),
        CommandOutput::new(
            64,
            "",
            "doorbell: \"example.com\" is not a URL (it must start with http:// or https://)\n"
        )
    );
}

#[test]
fn connection_limit_exits_with_69() {
    let doorbell = Doorbell::start_with(|config| config.limits.connections = 1);
    let _first = doorbell.bystander();
    let finished = ask(&doorbell.socket(), &["--confirm"]);
    assert_eq!(finished.code, Some(69));
    assert!(
        finished.stderr.contains("1 connections are open"),
        "{}",
        finished.stderr
    );
}

#[test]
fn usage_errors_exit_with_64() {
    let doorbell = Doorbell::start();
    let rows: [(&[&str], &str); 31] = [
        (&[], "Usage: doorbell"),
        (&["sing"], "unrecognized subcommand 'sing'"),
        (&["ask"], "--message <TEXT>"),
        (&["ask", "-m", "m"], "doorbell: nothing to ask: add a field"),
        (
            &["ask", "-m", "m", "--confirm", "--text", "a"],
            "cannot be used with",
        ),
        (
            &["ask", "-m", "m", "--confirm", "--schema", "-"],
            "cannot be used with",
        ),
        (
            &["ask", "-m", "m", "--url", LINK, "--text", "a"],
            "cannot be used with",
        ),
        (
            &["ask", "-m", "m", "--url", LINK, "--confirm"],
            "cannot be used with",
        ),
        (
            &["ask", "-m", "m", "--url", LINK, "--schema", "-"],
            "cannot be used with",
        ),
        (&["ask", "-m", "m", "--wait"], "doorbell: nothing to ask"),
        (
            &["ask", "-m", "m", "--confirm", "--wait"],
            "doorbell: --wait is for --url",
        ),
        (
            &["ask", "-m", "m", "--notice", "finished", "--text", "a"],
            "doorbell: --notice cannot be used with fields such as --text",
        ),
        (
            &[
                "ask",
                "-m",
                "m",
                "--plan",
                "-",
                "--plan-choice",
                "go",
                "--text",
                "a",
            ],
            "doorbell: --plan cannot be used with fields such as --text",
        ),
        (
            &["ask", "-m", "m", "--questions", "-", "--date", "a"],
            "doorbell: --questions cannot be used with fields such as --text",
        ),
        (
            &["ask", "-m", "m", "--text", "a", "--plan-choice", "go"],
            "doorbell: --plan-choice is for --plan",
        ),
        (
            &["ask", "-m", "m", "--choice", "env"],
            "doorbell: --choice env: add the options, for example env=dev,prod",
        ),
        (
            &["ask", "-m", "m", "--text", "a", "--text", "a"],
            "doorbell: two fields are called 'a'",
        ),
        (
            &["ask", "-m", "m", "--text", "a", "--optional", "b"],
            "doorbell: --optional b: no field is called 'b'",
        ),
        (
            &["ask", "-m", "m", "--text", "a", "--timeout", "soon"],
            "write a time as 90, 90s, 5m or 1h",
        ),
        (
            &["ask", "-m", "m", "--schema", "/does/not/exist.json"],
            "doorbell: cannot read the schema /does/not/exist.json",
        ),
        (
            &["ask", "-m", "m", "--schema", "-"],
            "doorbell: the schema on stdin is not valid JSON",
        ),
        (
            &["open", "q99"],
            "no open question or page is called \"q99\"; see `doorbell list` (pages: waiting, ",
        ),
        (&["open", "nowhere"], "is called \"nowhere\"; see"),
        (
            &["ask", "-m", "m", "--optional", "a"],
            "doorbell: nothing to ask: add a field",
        ),
        (
            &["ask", "-m", "m", "--confirm", "--optional"],
            "doorbell: --optional is for fields such as --text",
        ),
        (
            &["ask", "-m", "m", "--text", "a", "--label", "b=B"],
            "doorbell: --label b: no field is called 'b'",
        ),
        (
            &["ask", "-m", "m", "--text", "a", "--yes-label", "Do"],
            "doorbell: --yes-label is for --confirm",
        ),
        (
            &["ask", "-m", "m", "--confirm", "--no-label", "a\nb"],
            "write one line of 1 to 24 characters",
        ),
        (
            &["ask", "-m", "m", "--text", "a", "--text", "b", "--raw"],
            "doorbell: --raw prints the value of one field, but the form has 2",
        ),
        (&["start", "--at-login", "maybe"], "invalid value 'maybe'"),
        (&["completions", "tcl"], "invalid value 'tcl'"),
    ];
    for (arguments, message) in rows {
        let finished = doorbell_command(&doorbell.socket(), arguments)
            .with_stdin("{")
            .finish();
        assert_eq!(
            (finished.code, finished.stdout.as_str()),
            (Some(64), ""),
            "{arguments:?}"
        );
        assert!(
            finished.stderr.contains(message),
            "{arguments:?}: {}",
            finished.stderr
        );
    }
    let finished = doorbell_command(&doorbell.socket(), ["ask", "-m", "m", "--schema", "-"])
        .with_stdin("[]")
        .finish();
    assert_eq!(
        finished,
        CommandOutput::new(
            64,
            "",
            "doorbell: the schema on stdin must be a JSON object, such as {\"type\": \"object\", \"properties\": {…}}\n"
        )
    );
}

#[test]
fn killing_ask_withdraws_its_question() {
    let doorbell = Doorbell::start();
    let running = doorbell_command(&doorbell.socket(), ["ask", "-m", "Killed?", "--confirm"]);
    doorbell.wait_for_question("Killed?");
    running.kill();
    doorbell.advance_until_screen_is_empty();
}

#[test]
fn list_status_open_and_stop() {
    let doorbell = Doorbell::start();
    let run = |arguments: &[&str]| doorbell_command(&doorbell.socket(), arguments).finish();
    let pid = std::process::id();
    let version = env!("CARGO_PKG_VERSION");
    let none = CommandOutput::new(0, "No open questions.\n", "");
    assert_eq!(run(&["list"]), none);
    assert_eq!(run(&["open"]), none);
    assert_eq!(
        run(&["list", "--json"]),
        CommandOutput::new(0, "{\"questions\":[]}\n", "")
    );
    assert_eq!(
        run(&["status"]),
        CommandOutput::new(
            0,
            &format!("Doorbell {version} is running (process {pid}); no open questions.\n"),
            ""
        )
    );
    assert_eq!(
        run(&["start"]),
        CommandOutput::new(0, "Doorbell is already running.\n", "")
    );

    let mut asker = doorbell.asker();
    asker.ask(1, "First", name_form());
    asker.ask(2, "Second", name_form());
    doorbell.wait_for_question_where("First", |question| question.waiting == 1);
    let listed = run(&["list"]);
    let lines: Vec<_> = listed.stdout.lines().collect();
    assert_eq!((listed.code, lines.len()), (Some(0), 2));
    assert!(
        lines[0].starts_with("q1 ") && lines[0].contains(" s  "),
        "{lines:?}"
    );
    assert!(lines[1].starts_with("q2 "), "{lines:?}");
    assert!(!listed.stdout.contains("First"));
    let status = run(&["status", "--json"]);
    let report: Value = serde_json::from_str(&status.stdout).unwrap();
    assert_eq!(
        (&report["doorbell"], &report["protocol"], &report["pid"]),
        (&json!(version), &json!(1), &json!(pid))
    );
    assert_eq!(
        (&report["open"], &report["showing"]),
        (&json!(2), &json!(true))
    );
    assert_eq!(report["asker"]["program"], json!(doorbell_binary()));
    assert_eq!(
        run(&["open", "q2"]),
        CommandOutput::new(0, "Opened q2.\n", "")
    );
    doorbell.wait_for_question("Second");
    assert_eq!(
        run(&["stop"]),
        CommandOutput::new(
            69,
            "",
            "doorbell: 2 questions are open; answer them first, or use --force to cancel them\n"
        )
    );
    asker.assert_nothing_unread();
    assert_eq!(
        run(&["stop", "--force"]),
        CommandOutput::new(0, "Doorbell stopped.\n", "")
    );
    assert_eq!(asker.read_result(1)["action"], "cancel");
    assert_eq!(asker.read_result(2)["action"], "cancel");
    assert_eq!(
        run(&["stop"]),
        CommandOutput::new(0, "Doorbell isn't running.\n", "")
    );
}

#[test]
fn stop_returns_after_the_lock_is_released() {
    /// How long the daemon lets connections flush their queues at shutdown.
    const SHUTDOWN_TIME: Duration = Duration::from_secs(2);
    // An asker that never reads, and so uses all of that time.
    let write_time = Duration::from_secs(60);
    let doorbell = Doorbell::start_with(|config| {
        config.write_timeout = write_time;
        // Differs from the shutdown time, whose timer is waited for below.
        config.hello_timeout = write_time;
    });
    let mut unreading = doorbell.asker();
    let request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"doorbell/status\"}\n";
    unreading.send_bytes(request.repeat(2000).as_bytes());
    doorbell.wait_for_timers(write_time, 1);
    let stopping = doorbell_command(&doorbell.socket(), ["stop"]);
    doorbell.advance_after_shutdown(SHUTDOWN_TIME);
    let finished = stopping.finish();
    assert_eq!(finished, CommandOutput::new(0, "Doorbell stopped.\n", ""));
    let lock = std::fs::File::open(doorbell.socket().with_extension("lock")).unwrap();
    lock.try_lock().unwrap();
}

#[test]
fn commands_report_that_doorbell_is_not_running() {
    let nowhere = tempfile::tempdir().unwrap();
    let socket = nowhere.path().join("doorbell.sock");
    let absent = "doorbell: Doorbell isn't running (start it with `doorbell start`)\n";
    let no_display =
        "doorbell: no display to show questions on; run `doorbell start` in your desktop session\n";
    let rows: [(&[&str], CommandOutput); 6] = [
        (&["list"], CommandOutput::new(69, "", absent)),
        (&["status"], CommandOutput::new(69, "", absent)),
        (
            &["ask", "-m", "m", "--confirm"],
            CommandOutput::new(69, "", no_display),
        ),
        (&["open"], CommandOutput::new(69, "", no_display)),
        (&["start"], CommandOutput::new(69, "", no_display)),
        (
            &["stop"],
            CommandOutput::new(0, "Doorbell isn't running.\n", ""),
        ),
    ];
    for (arguments, expected) in rows {
        let finished = doorbell_command(&socket, arguments).finish();
        assert_eq!(finished, expected, "{arguments:?}");
    }
}

#[test]
fn version_mismatch_is_reported() {
    let doorbell = Doorbell::start_with(|config| config.version = "9.9.9".to_owned());
    let running = doorbell_command(&doorbell.socket(), ["ask", "-m", "Old?", "--confirm"]);
    doorbell.wait_for_question("Old?").send();
    let stderr = format!(
        "doorbell: version 9.9.9 is running, but this is {}; run `doorbell restart` to switch\n",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(running.finish(), CommandOutput::new(0, "", &stderr));
}

#[test]
fn virtual_display_is_reported() {
    let doorbell = Doorbell::start_with(|config| config.is_virtual = true);
    let running = doorbell_command(&doorbell.socket(), ["ask", "-m", "Seen?", "--confirm"]);
    doorbell.wait_for_question("Seen?").send();
    let stderr =
        "doorbell: Doorbell is running on a virtual display, where nobody may see the question\n";
    assert_eq!(running.finish(), CommandOutput::new(0, "", stderr));
    let status = doorbell_command(&doorbell.socket(), ["status"]).finish();
    assert!(
        status.stdout.contains(") on a virtual display; "),
        "{status:?}"
    );
}

#[test]
fn help_matches_snapshots() {
    let commands = [
        "",
        "ask",
        "wrap",
        "preview",
        "setup",
        "mcp",
        "hook",
        "doctor",
        "list",
        "status",
        "open",
        "start",
        "stop",
        "restart",
        "completions",
    ];
    for command in commands {
        let mut arguments = vec!["--help"];
        let mut name = "help".to_owned();
        if !command.is_empty() {
            arguments.insert(0, command);
            name = format!("help-{command}");
        }
        let finished = without_doorbell(&arguments);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""));
        insta::with_settings!({prepend_module_to_snapshot => false, omit_expression => true}, {
            insta::assert_snapshot!(name, finished.stdout);
        });
    }
}

#[test]
fn version_is_printed() {
    let version = format!("doorbell {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(
        without_doorbell(&["--version"]),
        CommandOutput::new(0, &version, "")
    );
}

#[test]
fn completions_include_commands_and_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let finished = without_doorbell(&["completions", shell]);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""));
        for word in [
            "ask",
            "wrap",
            "setup",
            "status",
            "restart",
            "long-text",
            "at-login",
        ] {
            assert!(finished.stdout.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn completions_include_home_pages() {
    // The other shells complete option values only.
    for shell in ["bash", "zsh"] {
        let out = without_doorbell(&["completions", shell]).stdout;
        for page in [
            "waiting", "sessions", "history", "sources", "agents", "settings",
        ] {
            assert!(out.contains(page), "{shell}: {page}");
        }
    }
}

#[test]
fn open_shows_a_page_of_home() {
    let doorbell = Doorbell::start();
    let finished = doorbell_command(&doorbell.socket(), ["open", "history"]).finish();
    assert_eq!(
        finished,
        CommandOutput::new(0, "Opened history in Home.\n", "")
    );
    let calls = doorbell.desktop.lock().calls.clone();
    assert!(calls.contains(&DesktopCall::OpenHome(
        HomePage::History,
        KeyboardFocus::Leave
    )));
}

fn ask_link(doorbell: &Doorbell, more: &[&str]) -> RunningCommand {
    let arguments = ["ask", "-m", "Sign in", "--url", LINK];
    doorbell_command(&doorbell.socket(), arguments.iter().chain(more))
}

fn ask(socket: &Path, form: &[&str]) -> CommandOutput {
    let arguments = ["ask", "-m", "m"].iter().chain(form);
    doorbell_command(socket, arguments).finish()
}

fn without_doorbell(arguments: &[&str]) -> CommandOutput {
    doorbell_command(Path::new("/nowhere/doorbell.sock"), arguments).finish()
}

fn field_titles<'a>(question: &'a ShownQuestion<'_>) -> Vec<&'a str> {
    question
        .form()
        .fields
        .iter()
        .map(|field| field.title.as_str())
        .collect()
}
