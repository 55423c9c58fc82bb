//! The built `doorbell` command against the daemon.

use std::path::Path;
use std::time::Duration;

use doorbell_core::form::Input;
use doorbell_daemon::KeyboardFocus;
use doorbell_daemon::view::{HomePage, Press, PressReply, OpenedLinkPress};
use serde_json::{Value, json};

use crate::support::{
    Act, Called, Doorbell, Finished, Running, Seen, command_line, name_form, program,
};

const LINK: &str = "https://example.com/connect?x=1";

#[test]
fn ask_shows_the_fields_in_the_order_given_and_prints_the_content() {
    let doorbell = Doorbell::start();
    let running = command_line(
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
    let question = doorbell.person().sees("Deploy?");
    assert_eq!(
        fields(&question),
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
    question.fills("env", Input::Choice { index: 1 }).unwrap();
    question.types("reason", "it is time");
    let zones = Input::Choices {
        indices: vec![0, 2],
    };
    question.fills("zones", zones).unwrap();
    question.sends();
    assert_eq!(
        running.finishes(),
        Finished::new(
            0,
            "{\"replicas\":2,\"env\":\"prod\",\"reason\":\"it is time\",\"notify\":true,\"zones\":[\"a\",\"c\"]}\n",
            ""
        )
    );
}

#[test]
fn every_kind_of_quick_field_becomes_a_field() {
    let doorbell = Doorbell::start();
    let running = command_line(
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
    let question = doorbell.person().sees("All");
    assert_eq!(fields(&question).concat(), "abcdefghijkl");
    question.does(Press::Decline);
    assert_eq!(running.finishes().code, Some(1));
}

#[test]
fn ask_reads_a_schema_from_a_file_or_from_its_input() {
    let doorbell = Doorbell::start();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("form.json");
    std::fs::write(&file, name_form().to_string()).unwrap();
    for (schema, input) in [
        (file.to_str().unwrap(), ""),
        ("-", &name_form().to_string()),
    ] {
        let running = command_line(
            &doorbell.socket(),
            ["ask", "-m", "Schema", "--schema", schema],
        )
        .reads(input);
        let question = doorbell.person().sees("Schema");
        question.types("Name", "Ada");
        question.sends();
        assert_eq!(
            running.finishes(),
            Finished::new(0, "{\"name\":\"Ada\"}\n", "")
        );
    }
}

#[test]
fn confirm_asks_for_nothing_but_a_yes() {
    let doorbell = Doorbell::start();
    let ask = || command_line(&doorbell.socket(), ["ask", "-m", "Sure?", "--confirm"]);
    let running = ask();
    let question = doorbell.person().sees("Sure?");
    assert!(question.form().fields.is_empty());
    question.sends();
    assert_eq!(running.finishes(), Finished::new(0, "{}\n", ""));
    let running = ask();
    doorbell.person().sees("Sure?").does(Press::Decline);
    assert_eq!(
        running.finishes(),
        Finished::new(1, "", "doorbell: the person declined\n")
    );
}

#[test]
fn json_prints_the_whole_result() {
    let doorbell = Doorbell::start();
    let arguments = ["ask", "-m", "Whole?", "--text", "name", "--json"];
    let running = command_line(&doorbell.socket(), arguments);
    let question = doorbell.person().sees("Whole?");
    question.types("name", "Ada");
    question.sends();
    let finished = running.finishes();
    assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
    let result: Value = serde_json::from_str(&finished.out).unwrap();
    assert_eq!(result["action"], "accept");
    assert_eq!(result["content"], json!({"name": "Ada"}));
    assert_eq!(
        result["_meta"]["dev.doorbell/outcome"]["outcome"],
        "accepted"
    );

    let running = command_line(&doorbell.socket(), arguments);
    doorbell.person().sees("Whole?").does(Press::Decline);
    let finished = running.finishes();
    assert_eq!(finished.code, Some(1));
    let result: Value = serde_json::from_str(&finished.out).unwrap();
    assert_eq!(result["action"], "decline");
}

#[test]
fn each_outcome_has_its_exit_code() {
    let cases: [(Act, i32, &str); 3] = [
        (
            &|doorbell| doorbell.person().sees("Well?").does(Press::Dismiss),
            2,
            "doorbell: the question was closed without an answer\n",
        ),
        (
            &|doorbell| {
                doorbell.person().sees("Well?");
                doorbell.handle.stop();
            },
            2,
            "doorbell: the question was closed without an answer: Doorbell was stopped.\n",
        ),
        (
            &|doorbell| {
                doorbell.person().sees("Well?");
                doorbell.handle.window_failed("There is no display.".into());
            },
            69,
            "doorbell: the question was not shown: There is no display.\n",
        ),
    ];
    for (act, code, said) in cases {
        let doorbell = Doorbell::start();
        let running = command_line(&doorbell.socket(), ["ask", "-m", "Well?", "--text", "a"]);
        act(&doorbell);
        assert_eq!(running.finishes(), Finished::new(code, "", said));
    }
}

#[test]
fn a_timeout_that_passes_is_exit_3() {
    let doorbell = Doorbell::start();
    let running = command_line(
        &doorbell.socket(),
        ["ask", "-m", "Quick!", "--text", "a", "--timeout", "1s"],
    );
    doorbell.person().sees("Quick!");
    doorbell.lets_pass(Duration::from_secs(1));
    assert_eq!(
        running.finishes(),
        Finished::new(
            3,
            "",
            "doorbell: nobody answered in time: The time limit of doorbell command passed.\n"
        )
    );
}

#[test]
fn a_form_beyond_a_limit_is_exit_69() {
    let doorbell = Doorbell::start_with(|config| config.limits.fields = 1);
    let finished = ask(&doorbell.socket(), &["--text", "a", "--text", "b"]);
    assert_eq!(
        finished,
        Finished::new(
            69,
            "",
            "doorbell: the question was not shown: The form has 2 fields, more than the 1 that Doorbell shows.\n"
        )
    );
}

#[test]
fn a_link_is_opened_and_the_exit_code_says_whether() {
    let rows: [(Act, i32, &str); 3] = [
        (
            &|doorbell| doorbell.person().sees("Sign in").does(Press::Open),
            0,
            "",
        ),
        (
            &|doorbell| doorbell.person().sees("Sign in").does(Press::Decline),
            1,
            "doorbell: the person declined\n",
        ),
        (
            &|doorbell| doorbell.person().sees("Sign in").does(Press::Dismiss),
            2,
            "doorbell: the question was closed without an answer\n",
        ),
    ];
    for (act, code, said) in rows {
        // Whoever does not agree has nothing to wait for.
        let more: &[&str] = if code == 0 { &[] } else { &["--wait"] };
        let doorbell = Doorbell::start();
        let running = link(&doorbell, more);
        act(&doorbell);
        assert_eq!(running.finishes(), Finished::new(code, "", said));
        let opened = doorbell.screen.lock().opened.clone();
        let agreed = (code == 0).then(|| ("q1".to_owned(), LINK.to_owned()));
        assert_eq!(opened, Vec::from_iter(agreed));
    }
}

#[test]
fn wait_waits_until_the_link_is_finished() {
    let card = |press: OpenedLinkPress| {
        move |doorbell: &Doorbell| {
            doorbell.person().sees_only_cards();
            let reply = doorbell.person().presses_card("q1", press);
            assert_eq!(reply, PressReply::Done);
        }
    };
    let (done, cancel) = (card(OpenedLinkPress::Done), card(OpenedLinkPress::Cancel));
    // Shorter than the time for which the end is remembered: the program may ask for it late.
    let link_wait = Duration::from_secs(60);
    let expire = |doorbell: &Doorbell| {
        doorbell.person().sees_only_cards();
        doorbell.lets_pass(link_wait);
    };
    let rows: [(Act, i32, &str); 3] = [
        (&done, 0, ""),
        (&cancel, 2, "doorbell: the person did not finish it\n"),
        (&expire, 3, "doorbell: nobody said that it is finished\n"),
    ];
    for (act, code, said) in rows {
        let doorbell = Doorbell::start_with(|config| config.rules.link_wait = link_wait);
        let running = link(&doorbell, &["--wait"]);
        doorbell.person().sees("Sign in").does(Press::Open);
        act(&doorbell);
        assert_eq!(running.finishes(), Finished::new(code, "", said));
    }
}

#[test]
fn json_prints_the_consent_and_then_the_end() {
    let doorbell = Doorbell::start();
    let running = link(&doorbell, &["--wait", "--json"]);
    doorbell.person().sees("Sign in").does(Press::Open);
    doorbell.person().sees_only_cards();
    doorbell.person().presses_card("q1", OpenedLinkPress::Cancel);
    let finished = running.finishes();
    assert_eq!(finished.code, Some(2));
    let lines: Vec<Value> = finished
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["action"], "accept");
    assert_eq!(lines[0].get("content"), None);
    assert_eq!(lines[1..], [json!({"state": "cancelled", "by": "person"})]);
}

#[test]
fn a_link_that_doorbell_does_not_open_is_exit_69_and_one_that_is_none_64() {
    let doorbell = Doorbell::start();
    assert_eq!(
        ask(&doorbell.socket(), &["--url", "file:///etc/passwd"]),
        Finished::new(
            69,
            "",
            "doorbell: the question was not shown: Doorbell opens only http and https links.\n"
        )
    );
    assert_eq!(
        ask(&doorbell.socket(), &["--url", "example.com"]),
        Finished::new(
            64,
            "",
            "doorbell: Doorbell answered: params.url is not a URL (-32602)\n"
        )
    );
}

#[test]
fn too_many_connections_are_not_the_command_lines_fault() {
    let doorbell = Doorbell::start_with(|config| config.limits.connections = 1);
    let _first = doorbell.asker();
    let finished = ask(&doorbell.socket(), &["--confirm"]);
    assert_eq!(finished.code, Some(69));
    assert!(
        finished.err.contains("1 connections are open"),
        "{}",
        finished.err
    );
}

#[test]
fn a_command_line_that_makes_no_sense_is_exit_64() {
    let doorbell = Doorbell::start();
    let rows: [(&[&str], &str); 20] = [
        (&[], "Usage: doorbell"),
        (&["sing"], "unrecognized subcommand 'sing'"),
        (&["ask"], "--message <TEXT>"),
        (&["ask", "-m", "m"], "doorbell: say what to ask for"),
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
        (&["ask", "-m", "m", "--wait"], "--url <URL>"),
        (
            &["ask", "-m", "m", "--confirm", "--wait"],
            "cannot be used with",
        ),
        (
            &["ask", "-m", "m", "--choice", "env"],
            "doorbell: --choice env: give the options, like env=dev,prod",
        ),
        (
            &["ask", "-m", "m", "--text", "a", "--text", "a"],
            "doorbell: two fields are called 'a'",
        ),
        (
            &["ask", "-m", "m", "--text", "a", "--optional", "b"],
            "doorbell: --optional names 'b', but there is no such field",
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
            "doorbell: the schema - is not JSON",
        ),
        (&["open", "q99"], "params.question names no open question"),
        (&["start", "--at-login", "maybe"], "invalid value 'maybe'"),
        (&["completions", "tcl"], "invalid value 'tcl'"),
    ];
    for (arguments, said) in rows {
        let finished = command_line(&doorbell.socket(), arguments)
            .reads("{")
            .finishes();
        assert_eq!(
            (finished.code, finished.out.as_str()),
            (Some(64), ""),
            "{arguments:?}"
        );
        assert!(
            finished.err.contains(said),
            "{arguments:?}: {}",
            finished.err
        );
    }
    let finished = command_line(&doorbell.socket(), ["ask", "-m", "m", "--schema", "-"])
        .reads("[]")
        .finishes();
    assert_eq!(
        finished,
        Finished::new(
            64,
            "",
            "doorbell: Doorbell answered: params.requestedSchema must be an object (-32602)\n"
        )
    );
}

#[test]
fn killing_ask_withdraws_its_question() {
    let doorbell = Doorbell::start();
    let running = command_line(&doorbell.socket(), ["ask", "-m", "Killed?", "--confirm"]);
    doorbell.person().sees("Killed?");
    running.kill();
    doorbell.clears_the_screen();
}

#[test]
fn list_status_open_and_stop() {
    let doorbell = Doorbell::start();
    let run = |arguments: &[&str]| command_line(&doorbell.socket(), arguments).finishes();
    let pid = std::process::id();
    let version = env!("CARGO_PKG_VERSION");
    let none = Finished::new(0, "No question waits.\n", "");
    assert_eq!(run(&["list"]), none);
    assert_eq!(run(&["open"]), none);
    assert_eq!(
        run(&["list", "--json"]),
        Finished::new(0, "{\"questions\":[]}\n", "")
    );
    assert_eq!(
        run(&["status"]),
        Finished::new(
            0,
            &format!("Doorbell {version} runs (process {pid}); no question waits.\n"),
            ""
        )
    );
    assert_eq!(
        run(&["start"]),
        Finished::new(0, "Doorbell already runs.\n", "")
    );

    let mut asker = doorbell.asker();
    asker.asks(1, "First", name_form());
    asker.asks(2, "Second", name_form());
    doorbell.person().sees("First");
    let listed = run(&["list"]);
    let lines: Vec<_> = listed.out.lines().collect();
    assert_eq!((listed.code, lines.len()), (Some(0), 2));
    assert!(
        lines[0].starts_with("q1 ") && lines[0].contains(" s  "),
        "{lines:?}"
    );
    assert!(lines[1].starts_with("q2 "), "{lines:?}");
    assert!(!listed.out.contains("First"));
    let status = run(&["status", "--json"]);
    let told: Value = serde_json::from_str(&status.out).unwrap();
    assert_eq!(
        (&told["doorbell"], &told["protocol"], &told["pid"]),
        (&json!(version), &json!(1), &json!(pid))
    );
    assert_eq!((&told["open"], &told["showing"]), (&json!(2), &json!(true)));
    assert_eq!(told["asker"]["program"], json!(program()));
    assert_eq!(
        run(&["open", "q2"]),
        Finished::new(0, "q2 is on the screen.\n", "")
    );
    doorbell.person().sees("Second");
    assert_eq!(
        run(&["stop"]),
        Finished::new(
            69,
            "",
            "doorbell: 2 questions are open; answer them first, or use --force to cancel them\n"
        )
    );
    asker.has_heard_everything();
    assert_eq!(
        run(&["stop", "--force"]),
        Finished::new(0, "Doorbell has ended.\n", "")
    );
    assert_eq!(asker.hears_result(1)["action"], "cancel");
    assert_eq!(asker.hears_result(2)["action"], "cancel");
    assert_eq!(
        run(&["stop"]),
        Finished::new(0, "Doorbell does not run.\n", "")
    );
}

#[test]
fn stop_returns_when_the_next_doorbell_can_start() {
    /// How long the daemon lets connections send what they still have.
    const FAREWELL: Duration = Duration::from_secs(2);
    // An asker that does not read what it is sent, and so uses all of that time.
    let write_time = Duration::from_secs(60);
    let doorbell = Doorbell::start_with(|config| {
        config.write_timeout = write_time;
        // Not as long as the farewell, which is waited for below.
        config.hello_timeout = write_time;
    });
    let mut deaf = doorbell.asker();
    let request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"doorbell/status\"}\n";
    deaf.sends(request.repeat(2000).as_bytes());
    doorbell.is_awaited(write_time, 1);
    let stopping = command_line(&doorbell.socket(), ["stop"]);
    doorbell.lets_pass_at_the_end(FAREWELL);
    let finished = stopping.finishes();
    assert_eq!(finished, Finished::new(0, "Doorbell has ended.\n", ""));
    let lock = std::fs::File::open(doorbell.socket().with_extension("lock")).unwrap();
    lock.try_lock().unwrap();
}

#[test]
fn without_a_doorbell_each_command_says_so() {
    let nowhere = tempfile::tempdir().unwrap();
    let socket = nowhere.path().join("doorbell.sock");
    let absent = format!("doorbell: no Doorbell listens at {}\n", socket.display());
    let no_display = "doorbell: there is no display to show a question on; start Doorbell in your desktop session\n";
    let rows: [(&[&str], Finished); 6] = [
        (&["list"], Finished::new(69, "", &absent)),
        (&["status"], Finished::new(69, "", &absent)),
        (
            &["ask", "-m", "m", "--confirm"],
            Finished::new(69, "", no_display),
        ),
        (&["open"], Finished::new(69, "", no_display)),
        (&["start"], Finished::new(69, "", no_display)),
        (&["stop"], Finished::new(0, "Doorbell does not run.\n", "")),
    ];
    for (arguments, expected) in rows {
        let finished = command_line(&socket, arguments).finishes();
        assert_eq!(finished, expected, "{arguments:?}");
    }
}

#[test]
fn another_version_is_mentioned() {
    let doorbell = Doorbell::start_with(|config| config.version = "9.9.9".to_owned());
    let running = command_line(&doorbell.socket(), ["ask", "-m", "Old?", "--confirm"]);
    doorbell.person().sees("Old?").sends();
    let said = format!(
        "doorbell: version 9.9.9 is running, this is {}; `doorbell restart` changes to it\n",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(running.finishes(), Finished::new(0, "{}\n", &said));
}

#[test]
fn a_display_that_may_be_nobodys_is_mentioned() {
    let doorbell = Doorbell::start_with(|config| config.is_virtual = true);
    let running = command_line(&doorbell.socket(), ["ask", "-m", "Seen?", "--confirm"]);
    doorbell.person().sees("Seen?").sends();
    let said = "doorbell: Doorbell runs on a virtual display; perhaps nobody sees it\n";
    assert_eq!(running.finishes(), Finished::new(0, "{}\n", said));
    let status = command_line(&doorbell.socket(), ["status"]).finishes();
    assert!(
        status.out.contains(") on a virtual display; "),
        "{status:?}"
    );
}

#[test]
fn help_reads_as_it_should() {
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
        assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
        insta::with_settings!({prepend_module_to_snapshot => false, omit_expression => true}, {
            insta::assert_snapshot!(name, finished.out);
        });
    }
}

#[test]
fn version_is_printed() {
    let version = format!("doorbell {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(
        without_doorbell(&["--version"]),
        Finished::new(0, &version, "")
    );
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let finished = without_doorbell(&["completions", shell]);
        assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
        for word in [
            "ask",
            "wrap",
            "setup",
            "status",
            "restart",
            "long-text",
            "at-login",
        ] {
            assert!(finished.out.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn completions_know_the_pages_of_home() {
    // The others complete the values of options alone.
    for shell in ["bash", "zsh"] {
        let out = without_doorbell(&["completions", shell]).out;
        for page in ["waiting", "history", "askers", "agents", "settings"] {
            assert!(out.contains(page), "{shell}: {page}");
        }
    }
}

#[test]
fn open_brings_home_up_at_a_page() {
    let doorbell = Doorbell::start();
    let finished = command_line(&doorbell.socket(), ["open", "history"]).finishes();
    assert_eq!(finished, Finished::new(0, "Home is open at history.\n", ""));
    let calls = doorbell.screen.lock().calls.clone();
    assert!(calls.contains(&Called::OpenHome(HomePage::History, KeyboardFocus::Leave)));
}

/// Asks to open a link.
fn link(doorbell: &Doorbell, more: &[&str]) -> Running {
    let arguments = ["ask", "-m", "Sign in", "--url", LINK];
    command_line(&doorbell.socket(), arguments.iter().chain(more))
}

fn ask(socket: &Path, form: &[&str]) -> Finished {
    let arguments = ["ask", "-m", "m"].iter().chain(form);
    command_line(socket, arguments).finishes()
}

fn without_doorbell(arguments: &[&str]) -> Finished {
    command_line(Path::new("/nowhere/doorbell.sock"), arguments).finishes()
}

fn fields<'a>(question: &'a Seen<'_>) -> Vec<&'a str> {
    question
        .form()
        .fields
        .iter()
        .map(|field| field.title.as_str())
        .collect()
}
