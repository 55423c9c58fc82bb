//! What must hold for a page whatever text is on it.

use anyhow::{Result, ensure};
use doorbell_tests::wait::{PATIENCE, wait_until};
use doorbell_tests::webdriver::Page;
use serde_json::json;

use super::corpus::{beginning, squeezed};

/// Gives what is wrong with the page, in words.
const LOOK: &str = r"
    const wrong = [];
    const ours = [...document.scripts].filter((script) => /^src\//.test(script.getAttribute('src')));
    if (ours.length !== document.scripts.length) wrong.push('a script of theirs');
    for (const one of ['a', 'img', 'iframe', 'object', 'embed', 'b', 'font', 'span[size]']) {
      if (document.querySelector(one)) wrong.push('an element: ' + one);
    }
    if (!document.title.startsWith('Doorbell')) wrong.push('the title: ' + document.title);
    const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u2800\u3164\ufeff\u{e0000}-\u{e0fff}]/u;
    const found = (text) => unseen.exec(text)?.[0].codePointAt(0).toString(16);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: { tagName, className } } = text;
      // What a field holds is the server's own suggestion, which is sent as it is; a copy that nobody
      // sees gives the field its height.
      if (tagName === 'TEXTAREA' || /\bcopy\b/.test(className)) continue;
      if (!unseen.test(text.data)) continue;
      wrong.push(`U+${found(text.data)} in ${tagName} ${className}`);
    }
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (/^on/.test(name)) wrong.push('a handler: ' + name);
        if (name !== 'value' && unseen.test(value)) wrong.push('U+' + found(value) + ' in ' + name);
      }
    }
    const width = document.scrollingElement.scrollWidth;
    if (width > innerWidth) wrong.push(`${width} pixels wide in ${innerWidth}`);
    return wrong;";

/// Whether a button is in view and nothing lies over it.
const IN_REACH: &str = "
    const { left, top, width, height } = arguments[0].getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return at !== null && at.closest('button') === arguments[0];";

/// Waits until a text is read on the page, and looks whether anything came of it.
pub fn shows_as_text(page: &Page, text: &str) -> Result<()> {
    let wanted = beginning(text);
    wait_until(&format!("the text {wanted:?}"), PATIENCE, || {
        let read = squeezed(&page.text()?);
        ensure!(read.contains(&wanted), "{read}");
        Ok(())
    })?;
    is_sound(page, text)
}

/// Whether the page is ours and nothing is hidden in it.
pub fn is_sound(page: &Page, text: &str) -> Result<()> {
    let wrong = page.script(LOOK, &[])?;
    ensure!(wrong == json!([]), "{wrong} with {text:?}");
    Ok(())
}

/// Whether the buttons that are ours can be pressed.
pub fn can_press(page: &Page, buttons: &[&str], text: &str) -> Result<()> {
    for name in buttons {
        let button = page.named("button", name)?;
        let in_reach = page.script(IN_REACH, &[button.argument()])?;
        ensure!(in_reach == json!(true), "{name} with {text:?}");
    }
    Ok(())
}
