//! Do not disturb, a locked screen and a shared screen, as GNOME tells of them.

use anyhow::Result;
use doorbell_tests::gnome::set;

use crate::{name_form, start_doorbell};

/// Nothing of the question may be read by others.
const PRIVATE: &str = "An agent needs you";

#[test]
fn shared_locked_and_undisturbed_desktops_hide_the_question() -> Result<()> {
    let doorbell = start_doorbell()?;
    let shell = doorbell.desktop.shell()?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &name_form())?;
    let says = |title: &str| {
        shell
            .waits_for_notification(title, |note| note.title.contains(title))
            .map(drop)
    };
    says(" asks")?;

    let banners = |shown: &str| {
        set(
            &doorbell.desktop,
            "org.gnome.desktop.notifications",
            "show-banners",
            shown,
        )
    };
    banners("false")?;
    says(PRIVATE)?;
    banners("true")?;
    says(" asks")?;

    let sharing = shell.shares_screen()?;
    says(PRIVATE)?;
    sharing.stops()?;
    says(" asks")?;

    shell.sets_locked(true)?;
    says(PRIVATE)?;
    shell.sets_locked(false)?;
    says(" asks")
}
