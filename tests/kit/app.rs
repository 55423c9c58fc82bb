//! The real application on a virtual desktop.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::asker::Asker;
use crate::person::{Person, Window};
use crate::process::{Running, output};
use crate::reader::Reader;
use crate::virtual_desktop::{Theme, VirtualDesktop};
use crate::wait::{PATIENCE, wait_until};
use crate::webdriver::{Element, Page, WebDriver};

/// The window class X11 knows the application by.
pub const CLASS: &str = "doorbell-desktop";

/// Lets the application use a display that nobody sits before.
pub const VIRTUAL: &str = "--virtual";

/// Says what the application logs.
pub const LOG: &str = "DOORBELL_LOG";

/// What the kit looks for in the log, and what tells why a test failed.
pub const LOGGED: &str = "info,doorbell_daemon=debug,doorbell_desktop=debug";

/// What the application logs when it has a question put on the screen.
const QUESTION_SHOWN: &str = "the window is to show a question";
/// What it logs when a click or key was made by another program.
const FOREIGN: &str = "a press came from another program";
/// What it logs when it has handled something outside its windows.
const OUTSIDE: &str = "outside the window";

/// What the window with a question is called.
pub const QUESTION: &str = "Doorbell (virtual display)";

/// What Home is called.
pub const HOME: &str = "Doorbell Home (virtual display)";

/// Which of the builds that `cargo xtask` makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// As people get it.
    Plain,
    /// With the feature `automation`: WebDriver can drive it, and it says so on its window.
    Automation,
    /// As people get it, optimised: what `cargo xtask bench` measures.
    Release,
}

impl Build {
    /// The application.
    ///
    /// # Errors
    /// It was not built.
    pub fn desktop(self) -> Result<PathBuf> {
        self.binary("doorbell-desktop")
    }

    /// A command that starts the application on a virtual desktop.
    ///
    /// # Errors
    /// It was not built.
    pub fn command(self, desktop: &VirtualDesktop) -> Result<Command> {
        let mut command = desktop.command(self.desktop()?);
        command.arg(VIRTUAL);
        if std::env::var_os(LOG).is_none() {
            command.env(LOG, LOGGED);
        }
        Ok(command)
    }

    /// The command line beside it.
    ///
    /// # Errors
    /// It was not built.
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

/// Where `cargo xtask` puts what it makes: `doorbell` in the target directory we run from.
pub fn output_directory() -> PathBuf {
    let exe = std::env::current_exe().unwrap_or_default();
    exe.ancestors()
        .find(|directory| directory.join("CACHEDIR.TAG").is_file())
        .unwrap_or_else(|| Path::new("target"))
        .join("doorbell")
}

/// Where a picture is kept, so that it can be looked at.
///
/// # Errors
/// There is no place for it.
pub fn picture(folder: &str, name: &str) -> Result<PathBuf> {
    let directory = output_directory().join(folder);
    std::fs::create_dir_all(&directory)?;
    Ok(directory.join(format!("{}.png", name.replace(' ', "-"))))
}

/// What its process is called in the logs.
pub const APPLICATION: &str = "doorbell";

/// Fails if the application on this desktop ever wanted a question on the screen; see
/// [`Doorbell::has_shown_no_question`].
///
/// # Errors
/// It did.
pub fn has_shown_no_question(desktop: &VirtualDesktop) -> Result<()> {
    let times = desktop.logged(APPLICATION, QUESTION_SHOWN);
    ensure!(times == 0, "a question was to be shown");
    Ok(())
}

/// The application as people get it, for hands and eyes.
pub struct Doorbell {
    /// Ended before its desktop.
    pub running: Running,
    /// Where it runs.
    pub desktop: VirtualDesktop,
}

impl Doorbell {
    /// Starts a desktop and the application on it, and waits until it listens.
    ///
    /// # Errors
    /// A part did not start.
    pub fn start(build: Build, theme: Theme) -> Result<Self> {
        Self::start_on(VirtualDesktop::start(theme)?, build)
    }

    /// Starts the application on a desktop that is there, and waits until it listens.
    ///
    /// # Errors
    /// It did not start.
    pub fn start_on(desktop: VirtualDesktop, build: Build) -> Result<Self> {
        let running = desktop.start_process(APPLICATION, build.command(&desktop)?)?;
        let doorbell = Self { running, desktop };
        doorbell.asker()?;
        Ok(doorbell)
    }

    /// An asker that has said hello.
    ///
    /// # Errors
    /// Doorbell does not listen.
    pub fn asker(&self) -> Result<Asker> {
        Asker::greet(&self.desktop.socket()).with_context(|| self.desktop.logs_to_show())
    }

    /// Someone to answer.
    pub fn person(&self) -> Person<'_> {
        Person::at(&self.desktop)
    }

    /// Fails if the application ever wanted a question on the screen, or has a window there.
    ///
    /// Its log decides: the application writes there that it will show a question before it
    /// tells of the question in the tray or in a notification. So this is to be called when one
    /// of these tells of it.
    ///
    /// # Errors
    /// A question was to be shown.
    pub fn has_shown_no_question(&self) -> Result<()> {
        has_shown_no_question(&self.desktop)?;
        ensure!(self.person().visible(CLASS).is_empty(), "a window is there");
        Ok(())
    }

    /// How often the application wanted a question on the screen.
    pub fn questions_shown(&self) -> usize {
        self.desktop.logged(APPLICATION, QUESTION_SHOWN)
    }

    /// Waits until the application has found so many clicks and keys to be made by programs.
    ///
    /// # Errors
    /// It found fewer.
    pub fn refuses_programs(&self, times: usize) -> Result<()> {
        wait_until("a press of a program to be refused", PATIENCE, || {
            let found = self.desktop.logged(APPLICATION, FOREIGN);
            ensure!(found >= times, "{found} of {times}");
            Ok(())
        })
    }

    /// Waits until the application has begun to handle something that the person did in a
    /// notification or in the tray.
    ///
    /// # Errors
    /// It did not.
    pub fn handles_outside(&self, what: &str) -> Result<()> {
        wait_until(&format!("{what} to be handled"), PATIENCE, || {
            let log = self.desktop.log(APPLICATION);
            let mut lines = log.lines().filter(|line| line.contains(OUTSIDE));
            lines.any(|line| line.contains(what))
        })
    }

    /// Opens a page of Home with the command line, as a person would in a terminal.
    ///
    /// # Errors
    /// Home did not come up.
    pub fn opens_home(&self, page: &str) -> Result<Window> {
        let mut open = self.desktop.command(Build::Plain.command_line()?);
        output(open.args(["open", page]))?;
        self.person().sees_titled(CLASS, HOME)
    }

    /// Someone who uses Home by keyboard.
    pub fn at_home(&self) -> Reader<'_> {
        Reader::of(&self.desktop, HOME)
    }

    /// Someone who uses the question window by keyboard.
    pub fn at_question(&self) -> Reader<'_> {
        Reader::of(&self.desktop, QUESTION)
    }
}

/// The application in its test build, with a driver at its page.
pub struct DrivenDoorbell {
    /// The question window's page.
    pub page: Page,
    /// Ended after the page and before the desktop.
    pub driver: WebDriver,
    /// Where it runs.
    pub desktop: VirtualDesktop,
}

impl DrivenDoorbell {
    /// Starts a desktop, a driver, and has it start the application.
    ///
    /// The page is made when the first asker says hello, and the driver waits for a page; so one
    /// says hello while the driver waits.
    ///
    /// # Errors
    /// A part did not start.
    pub fn start(theme: Theme) -> Result<Self> {
        Self::start_on(VirtualDesktop::start(theme)?)
    }

    /// The same on a desktop that is there.
    ///
    /// # Errors
    /// A part did not start.
    pub fn start_on(desktop: VirtualDesktop) -> Result<Self> {
        let application = Build::Automation.desktop()?;
        let driver = WebDriver::start(&desktop)?;
        let socket = desktop.socket();
        let page = std::thread::scope(|scope| {
            let opening = scope.spawn(|| driver.open(&application, &[VIRTUAL]));
            let hello = Asker::greet(&socket);
            let page = opening
                .join()
                .unwrap_or_else(|_| bail!("the driver's thread panicked"));
            hello.and(page)
        })
        .with_context(|| desktop.logs_to_show())?;
        Ok(Self {
            page,
            driver,
            desktop,
        })
    }

    /// An asker that has said hello.
    ///
    /// # Errors
    /// Doorbell does not listen.
    pub fn asker(&self) -> Result<Asker> {
        Asker::greet(&self.desktop.socket()).with_context(|| self.desktop.logs_to_show())
    }

    /// Someone to answer.
    pub fn person(&self) -> Person<'_> {
        Person::at(&self.desktop)
    }

    /// Presses a button of the page with the mouse, once it is enabled.
    ///
    /// # Errors
    /// There is no such button, or it stays disabled.
    pub fn press(&self, button: &str) -> Result<()> {
        self.window()?;
        let button = self.finds_ready(button)?;
        self.clicks(&button)
    }

    /// Waits for a button of the page to be enabled: a press on it is accepted then.
    ///
    /// # Errors
    /// There is no such button, or it stays disabled.
    pub fn finds_ready(&self, button: &str) -> Result<Element> {
        let found = self.page.named("button", button)?;
        self.waits_until_ready(&found).context(button.to_owned())?;
        Ok(found)
    }

    /// The same for a button that was found.
    ///
    /// # Errors
    /// It stays disabled, or is gone.
    pub fn waits_until_ready(&self, button: &Element) -> Result<()> {
        wait_until("a button to be enabled", PATIENCE, || {
            let disabled = button.attribute("aria-disabled")?;
            ensure!(disabled.as_deref() != Some("true"), "it is disabled");
            Ok(())
        })
    }

    /// Clicks an element with the mouse: the driver never finishes a click that takes the window off
    /// the screen.
    ///
    /// # Errors
    /// It is gone.
    pub fn clicks(&self, element: &Element) -> Result<()> {
        let window = self.window()?;
        let (x, y) = self.page.scroll_to(element)?;
        self.person().clicks(window, x, y)
    }

    /// Types into a text field in the place of what it holds.
    ///
    /// # Errors
    /// There is no such field.
    pub fn fill(&self, field: &str, text: &str) -> Result<()> {
        let field = self.page.named("textbox", field)?;
        self.page.scroll_to(&field)?;
        field.clear()?;
        field.type_text(text)
    }

    /// Chooses one of a group of radio buttons or check boxes.
    ///
    /// # Errors
    /// There is no such choice.
    pub fn choose(&self, group: (&str, &str), option: (&str, &str)) -> Result<()> {
        let group = self.page.named(group.0, group.1)?;
        let option = self.page.named_in(&group, option.0, option.1)?;
        self.page.scroll_to(&option)?;
        option.click()
    }

    /// Waits until the page shows this text.
    ///
    /// # Errors
    /// It does not.
    pub fn reads(&self, text: &str) -> Result<()> {
        wait_until(text, PATIENCE, || {
            let page = self.page.text()?;
            ensure!(page.contains(text), "{page}");
            Ok(())
        })
    }

    /// Waits until this text is in the page, shown or not: what was typed is in "What will be sent"
    /// once it has arrived.
    ///
    /// # Errors
    /// It is not.
    pub fn holds(&self, text: &str) -> Result<()> {
        wait_until(text, PATIENCE, || {
            let page = self.page.script("return document.body.textContent", &[])?;
            ensure!(page.to_string().contains(text), "{page}");
            Ok(())
        })
    }

    /// Takes a [`picture`] of the question window when it is at rest.
    ///
    /// # Errors
    /// There is no window.
    pub fn photographs(&self, folder: &str, name: &str) -> Result<PathBuf> {
        let file = picture(folder, name)?;
        self.person().photographs_at_rest(self.window()?, &file)?;
        Ok(file)
    }

    /// Opens Home with the command line, and has the driver drive it.
    ///
    /// # Errors
    /// Home did not come up.
    pub fn turns_to_home(&self) -> Result<Window> {
        let question = self.page.handles()?;
        let mut open = self.desktop.command(Build::Automation.command_line()?);
        output(open.args(["open", "waiting"]))?;
        let window = self.person().sees_titled(CLASS, HOME)?;
        let home = wait_until("Home's page", PATIENCE, || {
            let mut pages = self.page.handles()?;
            pages.retain(|page| !question.contains(page));
            pages.pop().context("there is none")
        })?;
        self.page.turns_to(&home)?;
        Ok(window)
    }

    /// The question window once it is on the screen.
    ///
    /// # Errors
    /// It did not come.
    pub fn window(&self) -> Result<Window> {
        self.person().sees(CLASS)
    }
}

impl Drop for DrivenDoorbell {
    fn drop(&mut self) {
        // The application ends with its page.
        self.desktop.keep_picture();
    }
}
