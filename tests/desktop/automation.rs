//! The build people get cannot be driven by programs.

use anyhow::Result;
use doorbell_tests::app::{Build, CLASS, VIRTUAL};
use doorbell_tests::asker::Asker;
use doorbell_tests::person::Person;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::wait::never;
use doorbell_tests::webdriver::WebDriver;

use std::sync::mpsc;
use std::time::Duration;

use crate::questions;

/// A build that can be driven is attached to in half a second.
const LONG_ENOUGH: Duration = Duration::from_secs(5);

#[test]
fn the_installed_build_ignores_the_automation_variables() -> Result<()> {
    let application = Build::Plain.desktop()?;
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let driver = WebDriver::start(&desktop)?;
    std::thread::scope(|scope| {
        let (attached, news) = mpsc::channel();
        let driver = &driver;
        let application = &application;
        scope.spawn(move || attached.send(driver.open(application, &[VIRTUAL]).is_ok()));
        let mut asker = Asker::greet(&desktop.socket())?;
        asker.ask("Who is there?", &questions::name())?;
        Person::at(&desktop).sees(CLASS)?;
        let result = never("WebDriver reached the page", LONG_ENOUGH, || {
            news.try_recv() == Ok(true)
        });
        // Ends the wait of the other thread.
        driver.kill();
        result
    })
}

#[test]
fn the_test_build_says_so_on_its_window() -> Result<()> {
    let doorbell = doorbell_tests::app::DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name())?;
    doorbell.window()?;
    doorbell.page.named("button", "Send")?;
    let text = doorbell.page.text()?;
    assert!(text.contains("Test build: programs can answer"), "{text}");
    Ok(())
}
