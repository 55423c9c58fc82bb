//! Checks that every page must pass, whatever text it shows.

use anyhow::{Result, ensure};
use doorbell_tests::wait::{TIMEOUT, wait_until};
use doorbell_tests::webdriver::Page;
use serde_json::json;

use super::corpus::{beginning, squeezed};

/// A script that returns a list of problems.
const FIND_PROBLEMS: &str = r"
    const problems = [];
    const ourScripts = [...document.scripts].filter((script) => /^src\//.test(script.getAttribute('src')));
    if (ourScripts.length !== document.scripts.length) problems.push('a foreign script');
    for (const selector of ['a', 'img', 'iframe', 'object', 'embed', 'b', 'font', 'span[size]']) {
      if (document.querySelector(selector)) problems.push('an element: ' + selector);
    }
    if (!document.title.startsWith('Doorbell')) problems.push('the title: ' + document.title);
    const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u2800\u3164\ufeff\u{e0000}-\u{e0fff}]/u;
    const hiddenCode = (text) => hidden.exec(text)?.[0].codePointAt(0).toString(16);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: { tagName, className } } = text;
      // A field holds the server's default, which is sent unchanged. An invisible copy gives the field
      // its height.
      if (tagName === 'TEXTAREA' || /\bcopy\b/.test(className)) continue;
      if (!hidden.test(text.data)) continue;
      problems.push(`U+${hiddenCode(text.data)} in ${tagName} ${className}`);
    }
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (/^on/.test(name)) problems.push('a handler: ' + name);
        if (name !== 'value' && hidden.test(value)) problems.push('U+' + hiddenCode(value) + ' in ' + name);
      }
    }
    const width = document.scrollingElement.scrollWidth;
    if (width > innerWidth) problems.push(`${width} pixels wide in ${innerWidth}`);
    return problems;";

/// A script that returns whether a button is visible and not covered.
const IS_PRESSABLE: &str = "
    const { left, top, width, height } = arguments[0].getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return at !== null && at.closest('button') === arguments[0];";

/// Waits until the page shows a text, and checks the page.
pub fn check_shown_as_text(page: &Page, text: &str) -> Result<()> {
    let expected = beginning(text);
    wait_until(&format!("the text {expected:?}"), TIMEOUT, || {
        let shown = squeezed(&page.text()?);
        ensure!(shown.contains(&expected), "{shown}");
        Ok(())
    })?;
    check_page(page, text)
}

/// Checks that the page has no foreign elements and no hidden characters.
pub fn check_page(page: &Page, text: &str) -> Result<()> {
    let problems = page.script(FIND_PROBLEMS, &[])?;
    ensure!(problems == json!([]), "{problems} with {text:?}");
    Ok(())
}

/// Checks that these buttons can be pressed.
pub fn check_pressable(page: &Page, buttons: &[&str], text: &str) -> Result<()> {
    for name in buttons {
        let button = page.named("button", name)?;
        let is_pressable = page.script(IS_PRESSABLE, &[button.argument()])?;
        ensure!(is_pressable == json!(true), "{name} with {text:?}");
    }
    Ok(())
}
