//! Agent sessions in real terminals: notices by the window in front, replies, and the way to the
//! terminal.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use doorbell_tests::accessibility;
use doorbell_tests::app::{Build, CLASS, Doorbell, DrivenDoorbell, QUESTION_TITLE, picture};
use doorbell_tests::notifications::{
    press_notification, shown_notifications, wait_for_no_notification, wait_for_notification,
};
use doorbell_tests::person::{Person, Window};
use doorbell_tests::process::{ChildProcess, output};
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use serde_json::{Value, json};

const TERMINAL_CLASS: &str = "xterm";
const FOLDER: &str = "agent-sessions";
const MESSAGE: &str = "All **212** tests pass.\n\nI also removed the old sign-in page.";

/// An agent that runs in a terminal and calls Doorbell's hook.
struct TerminalAgent<'d> {
    _terminal: ChildProcess,
    desktop: &'d VirtualDesktop,
    pipe: PathBuf,
    written: PathBuf,
}

impl<'d> TerminalAgent<'d> {
    /// Starts the agent in a terminal of its own, behind `wrapper`.
    fn start(desktop: &'d VirtualDesktop, wrapper: &[&str]) -> Result<Self> {
        let pipe = desktop.home().join("agent-pipe");
        output(desktop.command("mkfifo").arg(&pipe))?;
        let written = desktop.home().join("agent-written");
        let mut terminal = desktop.command("xterm");
        terminal
            .env("TMUX_TMPDIR", desktop.home().join("run"))
            .env("CLAUDE_CODE_SESSION_ATTENDED", "1")
            .args(["-geometry", "60x10+700+20", "-e"])
            .args(wrapper);
        // tmux joins its arguments, which have no spaces.
        let mut script = desktop.script("terminal_agent.py");
        script.arg(&pipe).arg(&written);
        terminal.arg(script.get_program()).args(script.get_args());
        Ok(Self {
            _terminal: desktop.start_process("terminal", terminal)?,
            desktop,
            pipe,
            written,
        })
    }

    fn hook(&self, arguments: &[&str], event: &Value) -> Result<()> {
        let program = Build::Plain.command_line()?;
        let mut command = vec![program.to_str().context("a path")?, "hook", "claude-code"];
        command.extend(arguments);
        let request = json!({"command": command, "event": event});
        let mut pipe = OpenOptions::new().write(true).open(&self.pipe)?;
        writeln!(pipe, "{request}").context("the agent's pipe")
    }

    fn finishes(&self) -> Result<()> {
        let event = json!({
            "hook_event_name": "Stop",
            "session_id": "65c792e6",
            "cwd": "/home/ada/shop",
            "last_assistant_message": MESSAGE,
            "background_tasks": [],
        });
        self.hook(&["--reply"], &event)
    }

    fn waits_in_terminal(&self) -> Result<()> {
        let event = json!({
            "hook_event_name": "Notification",
            "notification_type": "permission_prompt",
            "message": "Claude needs your permission to use Bash",
            "session_id": "65c792e6",
            "cwd": "/home/ada/shop",
        });
        self.hook(&[], &event)
    }

    /// Waits for the exit codes and standard errors of the hooks so far.
    fn waits_for_hooks(&self, expected: &str) -> Result<()> {
        wait_until("the hooks to end", TIMEOUT, || {
            let written = fs::read_to_string(&self.written)?;
            ensure!(written == expected, "{written:?}");
            Ok(())
        })
    }

    fn window(&self) -> Result<Window> {
        Person::at(self.desktop).sees(TERMINAL_CLASS)
    }

    /// Waits until tmux shows the agent in the terminal.
    fn waits_for_tmux(&self) -> Result<()> {
        wait_until("tmux", TIMEOUT, || {
            let clients = self.tmux(&["list-clients"])?;
            ensure!(!clients.is_empty(), "no client");
            Ok(())
        })
    }

    fn tmux(&self, arguments: &[&str]) -> Result<String> {
        let mut tmux = self.desktop.command("tmux");
        tmux.env("TMUX_TMPDIR", self.desktop.home().join("run"));
        output(tmux.args(arguments))
    }
}

impl Drop for TerminalAgent<'_> {
    fn drop(&mut self) {
        // tmux's server outlives its terminal. There is none in the other tests.
        let _ = self.tmux(&["kill-server"]);
    }
}

fn waits_for_front(doorbell: &Doorbell, window: Window) -> Result<()> {
    let person = doorbell.person();
    wait_until("the terminal in front", TIMEOUT, || {
        let focused = person.focused();
        ensure!(focused == Some(window), "{focused:?}");
        Ok(())
    })
}

#[test]
fn finished_agent_is_a_notice_while_another_window_is_in_front() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let agent = TerminalAgent::start(desktop, &[])?;
    let terminal = agent.window()?;
    waits_for_front(&doorbell, terminal)?;
    agent.finishes()?;
    agent.waits_for_hooks("0 ")?;
    let home = doorbell.opens_home("sessions")?;
    person.focuses(home)?;
    agent.finishes()?;
    wait_for_notification(desktop, "the agent has finished", |note| {
        note.title == "A program called “Claude Code” · shop has finished"
            && note.body.starts_with("All 212 tests pass.")
    })?;
    assert_eq!(
        shown_notifications(desktop).len(),
        1,
        "none in the terminal"
    );

    press_notification(desktop)?;
    let window = person.sees_titled(CLASS, QUESTION_TITLE)?;
    person.waits_until_ready(window)?;
    let reader = doorbell.question_reader();
    reader.hears_text("All 212 tests pass.")?;
    reader.tabs_to("entry", "Reply")?;
    person.types("Run the linter, too")?;
    person.presses("ctrl+Return")?;
    let reply = "The next instruction, typed in Doorbell:\n\nRun the linter, too\n";
    agent.waits_for_hooks(&format!("0 2 {reply}"))?;
    wait_for_no_notification(desktop)
}

#[test]
fn sessions_page_leads_to_the_terminal_by_keyboard() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let person = doorbell.person();
    let agent = TerminalAgent::start(&doorbell.desktop, &[])?;
    let terminal = agent.window()?;
    waits_for_front(&doorbell, terminal)?;
    agent.waits_in_terminal()?;
    agent.waits_for_hooks("0 ")?;
    let home = doorbell.opens_home("sessions")?;
    person.focuses(home)?;
    let reader = doorbell.home_reader();
    reader.waits_for_focus("heading", "Sessions")?;
    reader.hears_text("“Claude Code” · shop")?;
    reader.hears_text("Waiting for you in the terminal since ")?;
    reader.hears_text("Claude needs your permission to use Bash")?;
    let button = reader.finds("push button", "Go to terminal")?;
    assert_eq!(button.described_by, "“Claude Code” · shop");
    // A program presses the button over the accessibility bus.
    accessibility::press(&doorbell.desktop, CLASS, "Go to terminal")?;
    doorbell.waits_for_refused_presses(1)?;
    assert_eq!(person.focused(), Some(home));
    reader.presses("Go to terminal")?;
    waits_for_front(&doorbell, terminal)
}

#[test]
fn session_in_tmux_is_found_by_its_pane() -> Result<()> {
    let doorbell = Doorbell::start(Build::Plain, Theme::Light)?;
    let (desktop, person) = (&doorbell.desktop, doorbell.person());
    let agent = TerminalAgent::start(desktop, &["tmux", "new-session"])?;
    let terminal = agent.window()?;
    waits_for_front(&doorbell, terminal)?;
    agent.waits_for_tmux()?;
    // Its pane is on the screen.
    agent.waits_in_terminal()?;
    doorbell.waits_for_terminal_checks(1)?;
    // Another window of tmux hides it, in the same terminal.
    agent.tmux(&["new-window", "cat"])?;
    agent.waits_in_terminal()?;
    wait_for_notification(desktop, "the agent waits", |note| {
        note.title.ends_with(" waits for you in the terminal")
    })?;
    assert_eq!(shown_notifications(desktop).len(), 1);
    press_notification(desktop)?;
    let window = person.sees(CLASS)?;
    person.waits_until_ready(window)?;
    doorbell.question_reader().presses("Go to terminal")?;
    waits_for_front(&doorbell, terminal)?;
    wait_until("the agent's window of tmux", TIMEOUT, || {
        let shown = agent.tmux(&["display-message", "-p", "#{window_index}"])?;
        ensure!(shown.trim() == "0", "{shown}");
        Ok(())
    })?;
    wait_for_no_notification(desktop)
}

#[test]
fn sessions_and_notices_are_drawn() -> Result<()> {
    for theme in [Theme::Light, Theme::Dark] {
        for text_size in [100, 200] {
            let desktop = VirtualDesktop::start(theme)?;
            desktop.write_accepted_settings(&format!("[look]\ntext_size = {text_size}\n"))?;
            let doorbell = DrivenDoorbell::start_on(desktop)?;
            // At 200 % the windows are at least twice as wide.
            let widths: &[u32] = if text_size == 100 {
                &[560, 320]
            } else {
                &[640]
            };
            draw(&doorbell, &format!("{}-{text_size}", theme.name()), widths)?;
        }
    }
    Ok(())
}

fn draw(doorbell: &DrivenDoorbell, name: &str, widths: &[u32]) -> Result<()> {
    let mut asker = doorbell.asker()?;
    for (session, project, state, message) in [
        ("1", "shop", "working", ""),
        (
            "2",
            "api",
            "waitsInTerminal",
            "Claude needs your permission to use Bash",
        ),
        ("3", "shop", "finished", MESSAGE),
    ] {
        let asker_meta = json!({"agent": "Claude Code", "session": session,
            "project": format!("/home/ada/{project}")});
        let params = json!({"state": state, "message": message, "reply": state == "finished",
            "_meta": {"dev.doorbell/asker": asker_meta}});
        asker.request("doorbell/session", params)?;
    }
    let person = doorbell.person();
    wait_for_notification(&doorbell.desktop, "both notices", |note| {
        note.title == "2 agents have news"
    })?;
    let list = asker.request("doorbell/list", json!({}))?;
    let list = asker.answer(list)?;
    let notices = list["questions"].as_array().context("questions")?;
    let finished = notices
        .iter()
        .find(|notice| notice["message"].to_string().contains("212"))
        .context("the notice that takes a reply")?["question"]
        .clone();
    let open = asker.request("doorbell/open", json!({"question": finished}))?;
    asker.answer(open)?;
    let window = doorbell.window()?;
    doorbell.finds_enabled("Send")?;
    for width in widths {
        person.resizes(window, *width, 640)?;
        doorbell.photographs(FOLDER, &format!("notice-{name}-{width}"))?;
    }
    let home = doorbell.switches_to_home()?;
    // A click by WebDriver misses at 200 %.
    let mut open = doorbell.desktop.command(Build::Automation.command_line()?);
    output(open.args(["open", "sessions"]))?;
    doorbell.shows_text("Working since ")?;
    for width in widths {
        person.resizes(home, *width, 720)?;
        let file = picture(FOLDER, &format!("home-{name}-{width}"))?;
        person.photographs_at_rest(home, &file)?;
    }
    Ok(())
}
