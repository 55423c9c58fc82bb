//! GNOME's dark style and text size.

use anyhow::{Result, bail, ensure};
use doorbell_tests::gnome::{brightness, set};
use doorbell_tests::wait::{TIMEOUT, wait_until};

use crate::{name_form, opens_question, photographs, start_doorbell};

const INTERFACE: &str = "org.gnome.desktop.interface";

#[test]
fn window_follows_the_dark_style() -> Result<()> {
    let doorbell = start_doorbell()?;
    let mut asker = doorbell.asker()?;
    asker.ask("Who is there?", &name_form())?;
    let window = opens_question(&doorbell)?;
    let style = |style: &str, is_dark: bool| {
        set(&doorbell.desktop, INTERFACE, "color-scheme", style)?;
        wait_until(style, TIMEOUT, || {
            let seen = brightness(&doorbell.desktop, window.area)?;
            ensure!((seen < 0.5) == is_dark, "its brightness is {seen}");
            Ok(())
        })
    };
    style("default", false)?;
    style("prefer-dark", true)?;
    photographs(&doorbell.desktop, "question dark")?;
    style("default", false)
}

#[test]
fn window_grows_with_the_text_size() -> Result<()> {
    let doorbell = start_doorbell()?;
    let mut asker = doorbell.asker()?;
    let mut sizes = Vec::new();
    for scale in ["1.0", "1.5"] {
        set(&doorbell.desktop, INTERFACE, "text-scaling-factor", scale)?;
        let id = asker.ask("Who is there?", &name_form())?;
        let [.., width, height] = opens_question(&doorbell)?.area;
        sizes.push((width, height));
        photographs(&doorbell.desktop, &format!("question {scale}"))?;
        asker.withdraw(id)?;
        doorbell.desktop.shell()?.waits_for_no_window()?;
    }
    let [(width, height), larger] = sizes[..] else {
        bail!("{sizes:?}");
    };
    assert_eq!(width * 3 / 2, larger.0, "{sizes:?}");
    assert!(height * 5 / 4 < larger.1, "{sizes:?}");
    Ok(())
}
