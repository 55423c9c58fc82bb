//! How the daemon follows the person's settings.

use std::fs;
use std::time::Duration;

use doorbell_daemon::view::{Press, PressReply};
use doorbell_daemon::{Settings, SettingsFile};

use crate::support::{Called, Doorbell, name_form, wait_until};

#[test]
fn a_delay_that_is_saved_in_the_file_counts_while_doorbell_runs() {
    let doorbell = Doorbell::start_patient();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("settings.toml");
    let file = SettingsFile::at(path.clone());
    assert_eq!(file.load(), (Settings::STANDARD, None));
    file.watch(doorbell.handle.clone()).unwrap();
    fs::write(&path, "[answering]\ndelay_ms = 3000\n").unwrap();
    // Until it is read, a press counts at once in these tests.
    let (mut asker, person) = (doorbell.asker(), doorbell.person());
    let mut asked = 0;
    let guarded = loop {
        asked += 1;
        let message = format!("Question {asked}");
        asker.asks(asked, &message, name_form());
        let question = person.sees(&message);
        match question.presses(Press::Decline) {
            PressReply::TooSoon => break question,
            PressReply::Done => asker.hears_result(asked),
            other => panic!("{other:?}"),
        };
    };
    fs::write(&path, "[answering]\ndelay_ms = 500\n").unwrap();
    wait_until("the press counts", || {
        guarded.presses(Press::Decline) == PressReply::Done
    });
    assert_eq!(asker.hears_result(asked)["action"], "decline");
}

#[test]
fn a_window_that_is_to_stay_ready_is_not_released() {
    /// Long enough for a loaded machine to get from hello to a question.
    const RELEASE: Duration = Duration::from_millis(1000);
    let doorbell = Doorbell::start_with(|config| {
        config.release_after = RELEASE;
        config.settings.keep_warm = true;
    });
    let mut asker = doorbell.asker();
    asker.asks(1, "Once", name_form());
    doorbell.person().sees("Once").does(Press::Decline);
    asker.hears_result(1);
    std::thread::park_timeout(RELEASE * 3 / 2);
    asker.has_heard_everything();
    assert!(!doorbell.screen.lock().calls.contains(&Called::Release));
    doorbell.handle.settings_changed(Settings::STANDARD, None);
    doorbell.screen.wait_for("the release", |state| {
        state.calls.contains(&Called::Release).then_some(())
    });
}
