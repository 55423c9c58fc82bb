//! WebDriver cannot control the user build.

use anyhow::{Context, Result};
use doorbell_tests::app::{Build, CLASS, VIRTUAL_FLAG};
use doorbell_tests::asker::Asker;
use doorbell_tests::person::Person;
use doorbell_tests::process::listening_ports;
use doorbell_tests::virtual_desktop::{Theme, VirtualDesktop};
use doorbell_tests::webdriver::WebDriver;
use serde_json::json;

use crate::questions;

/// WebDriver connects through a port that WebKit opens before it creates the page.
#[test]
fn user_build_ignores_automation_variables() -> Result<()> {
    let application = Build::Plain.desktop()?;
    let desktop = VirtualDesktop::start(Theme::Light)?;
    let driver = WebDriver::start(&desktop)?;
    std::thread::scope(|scope| {
        let attaching = scope.spawn(|| driver.open(&application, &[VIRTUAL_FLAG]));
        let result = (|| {
            let mut asker = Asker::greet(&desktop.socket())?;
            asker.ask("Who is there?", &questions::name_form())?;
            Person::at(&desktop).sees(CLASS)?;
            open_ports(&mut asker)
        })();
        // Unblocks the other thread.
        driver.kill();
        assert_eq!(result?, Vec::<u16>::new());
        let attached = attaching.join().expect("the driver's thread panicked");
        assert!(attached.is_err(), "WebDriver reached the page");
        Ok(())
    })
}

fn open_ports(asker: &mut Asker) -> Result<Vec<u16>> {
    let id = asker.request("doorbell/status", json!({}))?;
    let status = asker.answer(id)?;
    let pid = status["pid"].as_u64().context("a process")?;
    listening_ports(u32::try_from(pid)?)
}

#[test]
fn automation_build_shows_a_banner() -> Result<()> {
    let doorbell = doorbell_tests::app::DrivenDoorbell::start(Theme::Light)?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &questions::name_form())?;
    doorbell.window()?;
    doorbell.page.named("button", "Send")?;
    assert_eq!(open_ports(&mut doorbell.asker()?)?.len(), 1);
    let text = doorbell.page.text()?;
    assert!(text.contains("Test build: programs can answer"), "{text}");
    Ok(())
}
