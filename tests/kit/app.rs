//! The real application on a virtual desktop.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::asker::Asker;
use crate::person::{Person, Window};
use crate::process::{ChildProcess, output};
use crate::screen_reader::ScreenReader;
use crate::virtual_desktop::{Theme, VirtualDesktop};
use crate::wait::{TIMEOUT, wait_until};
use crate::webdriver::{Element, Page, WebDriver};

/// The application id of the application: its window class under X11, and its name on the accessibility bus.
pub const CLASS: &str = "doorbell";

/// Lets the application use a virtual display.
pub const VIRTUAL_FLAG: &str = "--virtual";

/// The environment variable with the application's log filter.
pub const LOG_VARIABLE: &str = "DOORBELL_LOG";

/// Includes the messages that the kit looks for.
pub const LOG_FILTER: &str = "info,doorbell_daemon=debug,doorbell_desktop=debug";

/// Logged when the application is about to show a question.
const QUESTION_SHOWN: &str = "the window is to show a question";
/// Logged when the application knows whether a session's terminal is in front.
const TERMINAL_CHECK: &str = "a terminal was looked for";
/// Logged when a click or key comes from another program.
const PROGRAM_PRESS: &str = "a press came from another program";
/// Logged when a key or click changes nothing because the focus or the question just changed.
const IGNORED_INPUT: [&str; 2] = ["a key was dropped", "a press came too soon"];
/// Logged when the application handles an event of a notification or the tray.
const OUTSIDE_EVENT: &str = "outside the window";

/// The title of the question window while it shows no question. See [`has_title`].
pub const QUESTION_TITLE: &str = "Doorbell (virtual display)";

/// The title of Home.
pub const HOME_TITLE: &str = "Doorbell Home (virtual display)";

/// Whether a window's title is `expected`. The title of the question window says who asks what, so for
/// [`QUESTION_TITLE`] every title but Home's matches.
pub fn has_title(title: &str, expected: &str) -> bool {
    title == expected || (expected == QUESTION_TITLE && title != HOME_TITLE)
}

/// A build made by `cargo xtask`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// The build that users install.
    Plain,
    /// Has the feature `automation`: WebDriver can control it, and its window shows a banner.
    Automation,
    /// The optimised user build, measured by `cargo xtask bench`.
    Release,
}

impl Build {
    /// The path of the application.
    pub fn desktop(self) -> Result<PathBuf> {
        self.binary("doorbell-desktop")
    }

    /// A command that starts the application on a virtual desktop.
    pub fn command(self, desktop: &VirtualDesktop) -> Result<Command> {
        let mut command = desktop.command(self.desktop()?);
        command.arg(VIRTUAL_FLAG);
        if std::env::var_os(LOG_VARIABLE).is_none() {
            command.env(LOG_VARIABLE, LOG_FILTER);
        }
        Ok(command)
    }

    /// The path of the `doorbell` command.
    pub fn command_line(self) -> Result<PathBuf> {
        self.binary("doorbell")
    }

    fn binary(self, name: &str) -> Result<PathBuf> {
        let kind = match self {
            Self::Plain => "plain",
            Self::Automation => "automation",
            Self::Release => "release",
        };
        let path = output_directory().join(kind).join(name);
        if !path.is_file() {
            bail!(
                "{} is missing: `cargo xtask test` builds it, `cargo xtask bench` what it measures",
                path.display()
            );
        }
        Ok(path)
    }
}

/// The output directory of `cargo xtask`: `doorbell` in the target directory of this executable.
pub fn output_directory() -> PathBuf {
    let exe = std::env::current_exe().unwrap_or_default();
    exe.ancestors()
        .find(|directory| directory.join("CACHEDIR.TAG").is_file())
        .unwrap_or_else(|| Path::new("target"))
        .join("doorbell")
}

/// The path of a screenshot kept for review.
pub fn picture(folder: &str, name: &str) -> Result<PathBuf> {
    let directory = output_directory().join(folder);
    std::fs::create_dir_all(&directory)?;
    Ok(directory.join(format!("{}.png", name.replace(' ', "-"))))
}

/// The name of the application's process and log.
pub const APPLICATION: &str = "doorbell";

/// Fails if the application on this desktop has shown a question; see
/// [`Doorbell::check_no_question_shown`].
pub fn check_no_question_shown(desktop: &VirtualDesktop) -> Result<()> {
    let times = desktop.count_log_lines(APPLICATION, QUESTION_SHOWN);
    ensure!(times == 0, "a question was shown");
    Ok(())
}

/// The running application, controlled by keyboard, mouse and accessibility bus.
pub struct Doorbell {
    /// Dropped before its desktop.
    pub process: ChildProcess,
    /// The desktop it runs on.
    pub desktop: VirtualDesktop,
}

impl Doorbell {
    /// Starts a desktop and the application, and waits for the socket.
    pub fn start(build: Build, theme: Theme) -> Result<Self> {
        Self::start_on(VirtualDesktop::start(theme)?, build)
    }

    /// Starts the application on a running desktop, and waits for the socket.
    pub fn start_on(desktop: VirtualDesktop, build: Build) -> Result<Self> {
        let process = desktop.start_process(APPLICATION, build.command(&desktop)?)?;
        let doorbell = Self { process, desktop };
        doorbell.asker()?;
        Ok(doorbell)
    }

    /// A connected asker.
    pub fn asker(&self) -> Result<Asker> {
        Asker::greet(&self.desktop.socket()).with_context(|| self.desktop.log_tails())
    }

    /// The person at this desktop.
    pub fn person(&self) -> Person<'_> {
        Person::at(&self.desktop)
    }

    /// Fails if the application has shown a question or has a visible window.
    ///
    /// The application logs that it will show a question before it updates the tray or the
    /// notification. So call this once one of them mentions the question.
    pub fn check_no_question_shown(&self) -> Result<()> {
        check_no_question_shown(&self.desktop)?;
        ensure!(
            self.person().visible_windows(CLASS).is_empty(),
            "a window is visible"
        );
        Ok(())
    }

    /// How often the application has shown a question.
    pub fn questions_shown(&self) -> usize {
        self.desktop.count_log_lines(APPLICATION, QUESTION_SHOWN)
    }

    /// Waits until the application has detected this many clicks and keys from programs.
    pub fn waits_for_refused_presses(&self, times: usize) -> Result<()> {
        wait_until("a press of a program to be refused", TIMEOUT, || {
            let found = self.desktop.count_log_lines(APPLICATION, PROGRAM_PRESS);
            ensure!(found >= times, "{found} of {times}");
            Ok(())
        })
    }

    /// Waits until the application has ignored this many keys and clicks because the focus or the
    /// question had just changed.
    pub fn waits_for_ignored_input(&self, times: usize) -> Result<()> {
        wait_until("a key or click to be ignored", TIMEOUT, || {
            let count = |line| self.desktop.count_log_lines(APPLICATION, line);
            let found: usize = IGNORED_INPUT.into_iter().map(count).sum();
            ensure!(found >= times, "{found} of {times}");
            Ok(())
        })
    }

    /// Waits until the application has looked this often whether a session's terminal is in front.
    pub fn waits_for_terminal_checks(&self, times: usize) -> Result<()> {
        wait_until("the terminal to be looked for", TIMEOUT, || {
            let found = self.desktop.count_log_lines(APPLICATION, TERMINAL_CHECK);
            ensure!(found >= times, "{found} of {times}");
            Ok(())
        })
    }

    /// Waits until the application has started to handle an event of a notification or the tray.
    pub fn waits_for_outside_event(&self, what: &str) -> Result<()> {
        wait_until(&format!("{what} to be handled"), TIMEOUT, || {
            let log = self.desktop.log(APPLICATION);
            let mut lines = log.lines().filter(|line| line.contains(OUTSIDE_EVENT));
            lines.any(|line| line.contains(what))
        })
    }

    /// Opens a page of Home with `doorbell open`.
    pub fn opens_home(&self, page: &str) -> Result<Window> {
        let mut open = self.desktop.command(Build::Plain.command_line()?);
        output(open.args(["open", page]))?;
        self.person().sees_titled(CLASS, HOME_TITLE)
    }

    /// A screen reader user of Home.
    pub fn home_reader(&self) -> ScreenReader<'_> {
        ScreenReader::of(&self.desktop, HOME_TITLE)
    }

    /// A screen reader user of the question window.
    pub fn question_reader(&self) -> ScreenReader<'_> {
        ScreenReader::of(&self.desktop, QUESTION_TITLE)
    }
}

/// The automation build of the application, controlled by WebDriver.
pub struct DrivenDoorbell {
    /// The question window's page.
    pub page: Page,
    /// Dropped after the page and before the desktop.
    pub driver: WebDriver,
    /// The desktop it runs on.
    pub desktop: VirtualDesktop,
}

impl DrivenDoorbell {
    /// Starts a desktop and a driver, which starts the application.
    ///
    /// The application creates its page on the first hello, and the driver waits for that page. So
    /// an asker connects in parallel.
    pub fn start(theme: Theme) -> Result<Self> {
        Self::start_on(VirtualDesktop::start(theme)?)
    }

    /// Like [`start`](Self::start), on a running desktop.
    pub fn start_on(desktop: VirtualDesktop) -> Result<Self> {
        let application = Build::Automation.desktop()?;
        let driver = WebDriver::start(&desktop)?;
        let socket = desktop.socket();
        let page = std::thread::scope(|scope| {
            let opening = scope.spawn(|| driver.open(&application, &[VIRTUAL_FLAG]));
            let hello = Asker::greet(&socket);
            let page = opening
                .join()
                .unwrap_or_else(|_| bail!("the driver's thread panicked"));
            hello.and(page)
        })
        .with_context(|| desktop.log_tails())?;
        Ok(Self {
            page,
            driver,
            desktop,
        })
    }

    /// A connected asker.
    pub fn asker(&self) -> Result<Asker> {
        Asker::greet(&self.desktop.socket()).with_context(|| self.desktop.log_tails())
    }

    /// The person at this desktop.
    pub fn person(&self) -> Person<'_> {
        Person::at(&self.desktop)
    }

    /// Clicks a button with the mouse once it is enabled.
    pub fn press(&self, button: &str) -> Result<()> {
        self.window()?;
        let button = self.finds_enabled(button)?;
        self.clicks(&button)
    }

    /// Snoozes the question for five minutes.
    pub fn snoozes(&self) -> Result<()> {
        self.press("Remind me")?;
        let item = self.page.named("menuitem", "In 5 minutes")?;
        self.waits_until_enabled(&item)?;
        self.clicks(&item)
    }

    /// Waits until a button exists and is enabled.
    pub fn finds_enabled(&self, button: &str) -> Result<Element> {
        let found = self.page.named("button", button)?;
        self.waits_until_enabled(&found)
            .context(button.to_owned())?;
        Ok(found)
    }

    /// Waits until a button is enabled.
    pub fn waits_until_enabled(&self, button: &Element) -> Result<()> {
        wait_until("a button to be enabled", TIMEOUT, || {
            let disabled = button.attribute("aria-disabled")?;
            ensure!(disabled.as_deref() != Some("true"), "it is disabled");
            Ok(())
        })
    }

    /// Clicks an element with the mouse. A WebDriver click never returns if it hides the window.
    pub fn clicks(&self, element: &Element) -> Result<()> {
        let window = self.window()?;
        let (x, y) = self.page.scroll_to(element)?;
        self.person().clicks(window, x, y)
    }

    /// Replaces the content of a text field.
    pub fn fill(&self, field: &str, text: &str) -> Result<()> {
        let field = self.page.named("textbox", field)?;
        self.page.scroll_to(&field)?;
        field.clear()?;
        field.type_text(text)
    }

    /// Clicks an option in a group, both given as role and name.
    pub fn choose(&self, group: (&str, &str), option: (&str, &str)) -> Result<()> {
        let group = self.page.named(group.0, group.1)?;
        let option = self.page.named_in(&group, option.0, option.1)?;
        self.page.scroll_to(&option)?;
        option.click()
    }

    /// Waits until the page shows this text.
    pub fn shows_text(&self, text: &str) -> Result<()> {
        wait_until(text, TIMEOUT, || {
            let page = self.page.text()?;
            ensure!(page.contains(text), "{page}");
            Ok(())
        })
    }

    /// Waits until the page contains this text, visible or not. Typed text appears in "What will be
    /// sent" once Rust has received it.
    pub fn contains_text(&self, text: &str) -> Result<()> {
        wait_until(text, TIMEOUT, || {
            let page = self.page.script("return document.body.textContent", &[])?;
            ensure!(page.to_string().contains(text), "{page}");
            Ok(())
        })
    }

    /// Takes a [`picture`] of the question window once it stops changing.
    pub fn photographs(&self, folder: &str, name: &str) -> Result<PathBuf> {
        let file = picture(folder, name)?;
        self.person().photographs_at_rest(self.window()?, &file)?;
        Ok(file)
    }

    /// Opens Home with `doorbell open` and directs the driver to it.
    pub fn switches_to_home(&self) -> Result<Window> {
        let existing = self.page.handles()?;
        let mut open = self.desktop.command(Build::Automation.command_line()?);
        output(open.args(["open", "waiting"]))?;
        let window = self.person().sees_titled(CLASS, HOME_TITLE)?;
        let home = wait_until("Home's page", TIMEOUT, || {
            let mut pages = self.page.handles()?;
            pages.retain(|page| !existing.contains(page));
            pages.pop().context("no new page")
        })?;
        self.page.switches_to(&home)?;
        Ok(window)
    }

    /// Waits for the question window.
    pub fn window(&self) -> Result<Window> {
        self.person().sees(CLASS)
    }
}

impl Drop for DrivenDoorbell {
    fn drop(&mut self) {
        // Closing the page ends the application.
        self.desktop.save_screenshot();
    }
}
