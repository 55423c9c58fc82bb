//! Process chains found on real systems.

use super::*;

/// Parses `asker | parent | …`. A process is a name, `@` with its terminal, and `!` for a POSIX
/// session leader. `*` marks the expected agent session.
fn check(situation: &str, chain: &str) {
    let mut expected = None;
    let chain: Vec<Process> = chain
        .split('|')
        .map(str::trim)
        .zip((1..=100).rev())
        .map(|(written, pid)| {
            if written.starts_with('*') {
                expected = Some(pid);
            }
            let (name, is_leader) = match written.trim_start_matches('*').strip_suffix('!') {
                Some(name) => (name, true),
                None => (written.trim_start_matches('*'), false),
            };
            let (name, tty) = match name.split_once('@') {
                Some((name, tty)) => (name, Some(tty.parse().unwrap())),
                None => (name, None),
            };
            Process {
                pid: if name == "init" { 1 } else { pid },
                tty,
                leader: if is_leader { pid } else { 2 },
                ..process(&format!("/usr/bin/{name}"), &[name])
            }
        })
        .collect();
    let found = session_of(&chain).map(|process| process.pid);
    assert_eq!(found, expected, "{situation}");
}

#[test]
fn known_agent_is_the_session() {
    for (situation, chain) in [
        (
            "in tmux",
            "doorbell@3 | bash@3 | *codex@3 | zsh@3! | tmux! | systemd! | init!",
        ),
        (
            "its shells have no terminal",
            "doorbell | bash! | *codex@3 | zsh@3! | tmux! | systemd! | init!",
        ),
        (
            "its shells have a terminal of their own",
            "doorbell@9 | bash@9! | *codex@3 | bash@3! | tmux! | init!",
        ),
        (
            "in a small terminal of a small desktop",
            "doorbell | bash! | *codex@1 | bash@1! | st | i3 | lightdm! | lightdm! | init!",
        ),
        (
            "in unknown programs",
            "doorbell | bash! | *codex@1 | mysh@1! | myterm | mywm | mydm! | init!",
        ),
        (
            "in VS Code's terminal",
            "doorbell | *claude@4 | bash@4! | code | code | code! | gnome-shell! | systemd! | init!",
        ),
        (
            "in an extension of VS Code",
            "server | *claude | code | code! | gnome-shell! | systemd! | init!",
        ),
        (
            "over ssh",
            "doorbell | bash! | *claude@2 | bash@2! | sshd-session | sshd-session! | sshd! | init!",
        ),
        (
            "by a script",
            "doorbell | *claude@2 | make@2 | bash@2! | xterm | init!",
        ),
        (
            "started by another agent",
            "doorbell | bash! | codex | bash! | *claude@2 | bash@2! | xterm | init!",
        ),
        (
            "through its own wrapper",
            "doorbell | bash! | codex@2 | *codex@2 | bash@2! | xterm | init!",
        ),
        (
            "one of several that its server started",
            "doorbell | bash! | *claude@8! | claude! | systemd! | init!",
        ),
        (
            "as a service",
            "doorbell | bash! | *goose! | systemd! | init!",
        ),
        (
            "as another user",
            "doorbell | sudo | bash! | *claude@2 | bash@2! | su@2 | bash@2! | xterm | init!",
        ),
    ] {
        check(situation, chain);
    }
}

#[test]
fn unknown_agent_is_the_session() {
    for (situation, chain) in [
        (
            "in tmux",
            "server@3 | mine@3 | zsh@3! | tmux! | systemd! | init!",
        ),
        (
            "its shells have no terminal",
            "doorbell | bash! | mine@3 | zsh@3! | tmux! | init!",
        ),
        (
            "its shells have a terminal of their own",
            "doorbell@9 | bash@9! | mine@3 | bash@3! | tmux! | init!",
        ),
        (
            "in unknown programs",
            "doorbell | bash! | mine@1 | bash@1! | myterm | mywm | mydm! | init!",
        ),
        (
            "in VS Code's terminal",
            "doorbell | mine@4 | bash@4! | code | code! | gnome-shell! | init!",
        ),
        (
            "over ssh",
            "doorbell | mine@2 | bash@2! | sshd-session | sshd! | init!",
        ),
        (
            "it is all that the terminal runs",
            "doorbell | bash! | mine@2! | myterm@1 | bash@1! | xterm | init!",
        ),
        (
            "as a user service",
            "doorbell | bash! | mine! | systemd! | init!",
        ),
        ("as a system service", "doorbell | bash! | mine! | init!"),
        (
            "started from a desktop's menu",
            "server | mine | gnome-shell! | systemd! | init!",
        ),
        (
            "started from an unknown desktop",
            "server | mine! | mywm | mydm! | init!",
        ),
        ("every hour", "server | mine | sh! | cron | cron! | init!"),
        ("without anything above it", "server | bash! | mine | sh"),
    ] {
        check(situation, &chain.replace("mine", "*mine"));
    }
}

#[test]
fn asker_without_an_agent_is_its_own_session() {
    for (situation, chain) in [
        (
            "a person at a shell",
            "*doorbell@1 | zsh@1! | xterm | init!",
        ),
        (
            "a person in an unknown terminal",
            "*doorbell@1 | zsh@1! | myterm | mywm | init!",
        ),
        (
            "a person who switched users",
            "*doorbell@2 | bash@2! | sudo@1 | bash@1! | xterm | init!",
        ),
        ("an orphan", "*doorbell | init!"),
        ("an orphan of a shell", "*doorbell | bash | init!"),
        (
            "an orphan in the user session",
            "*doorbell! | systemd! | init!",
        ),
        ("alone", "*doorbell"),
        ("a shell", "*bash@1! | xterm"),
        ("a terminal", "*xterm | bash@1! | tmux"),
    ] {
        check(situation, chain);
    }
    assert_eq!(session_of(&[]), None);
}

#[test]
fn separate_agents_are_separate_sessions() {
    let at = |pid, tty, name: &str| Process {
        pid,
        tty: Some(tty),
        leader: 50,
        ..process(&format!("/usr/bin/{name}"), &[name])
    };
    let session = |chain: &[Process]| session_of(chain).map(|process| process.pid);
    let server = Process {
        pid: 10,
        ..process("/usr/bin/myterm", &["myterm"])
    };
    for name in ["claude", "mine"] {
        let panes = [(1, 20, 21), (2, 30, 31)].map(|(tty, shell, agent)| {
            session(&[
                at(40, tty, "doorbell"),
                at(agent, tty, name),
                at(shell, tty, "bash"),
                server.clone(),
            ])
        });
        assert_eq!(panes, [Some(21), Some(31)], "in two panes");
        let turns = [21, 31].map(|agent| {
            session(&[
                at(40, 1, "doorbell"),
                at(agent, 1, name),
                at(20, 1, "bash"),
                server.clone(),
            ])
        });
        assert_eq!(turns, [Some(21), Some(31)], "one after the other");
    }
}

#[test]
fn hosts_are_recognised_by_their_own_names() {
    for own in [
        &["/usr/lib/systemd/systemd", "--user"][..],
        &["sshd: ada@pts/3"],
        &["sshd-session: ada [priv]"],
        &["gdm-session-worker [pam/gdm-password]"],
        &["tmux: server"],
        &["/usr/libexec/gdm-x-session"],
        &["/usr/lib/sddm/sddm-helper"],
        &["/usr/bin/mate-terminal"],
        &["xmonad-x86_64-linux"],
        &["cinnamon-session"],
    ] {
        // Processes of other users hide their executable.
        let above = Process {
            pid: 50,
            path: None,
            ..process("", own)
        };
        let chain = [
            process("/usr/bin/doorbell", &["doorbell"]),
            Process {
                pid: 60,
                ..process("/opt/mine", &["mine"])
            },
            above,
        ];
        assert_eq!(
            session_of(&chain).map(|process| process.pid),
            Some(60),
            "{own:?}"
        );
    }
    let in_python = [
        process("/opt/mine", &["mine"]),
        process("/usr/bin/python3.12", &["python3", "/usr/bin/terminator"]),
    ];
    assert_eq!(session_of(&in_python), in_python.first());
}
