//! Makes untrusted text safe to show.
//!
//! Characters that are invisible, or that change how others are drawn, are replaced by their code
//! points.

use std::ops::RangeInclusive;

use unicode_security::skeleton;

/// This many blank lines in a row are shown as a count, so that they cannot push text out of sight.
const MIN_COUNTED_BLANK_LINES: usize = 3;

/// Makes hidden characters visible.
///
/// Control characters, bidirectional marks and zero-width characters become `⟨U+202E⟩`; line
/// feeds and tabs stay, CR LF becomes a line feed, and three or more blank lines in a row become
/// `⟨12 empty lines⟩`. Joiners stay where a script or an emoji needs them.
pub fn visible(text: &str) -> String {
    let lines: Vec<_> = visible_lines(text)
        .into_iter()
        .map(|(_, line)| line)
        .collect();
    lines.join("\n")
}

/// The lines of [`visible`], each with the number of its first line in `text`, counted from 1.
pub(crate) fn visible_lines(text: &str) -> Vec<(usize, String)> {
    let text = text.replace("\r\n", "\n");
    let mut lines = Vec::new();
    let mut blank_lines = 0;
    let mut number = 1;
    for line in text.split('\n') {
        if line.trim().is_empty() && !has_hidden_characters(line) {
            blank_lines += 1;
        } else {
            push_blank_lines(&mut lines, blank_lines, number);
            blank_lines = 0;
            lines.push((number, visible_line(line)));
        }
        number += 1;
    }
    push_blank_lines(&mut lines, blank_lines, number);
    lines
}

/// Like [`visible`], in one line with single spaces, so that a name cannot imitate another line of text.
pub fn one_line(text: &str) -> String {
    let text = visible(text);
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}

/// Like [`visible`], also with quotation marks as code points.
pub(crate) fn visible_name(name: &str) -> String {
    escape_quotation_marks(visible(name))
}

/// Replaces quotation marks by their code points, so that a quoted name cannot end its quotation.
/// Apostrophes inside words stay.
pub(crate) fn escape_quotation_marks(name: String) -> String {
    if !name.contains(is_quotation_mark) {
        return name;
    }
    let mut shown = String::with_capacity(name.len());
    let mut before = None;
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let is_inside_word = [before, characters.peek().copied()]
            .into_iter()
            .all(|next| next.is_some_and(is_letter_or_digit));
        if is_quotation_mark(character) && !(is_apostrophe(character) && is_inside_word) {
            shown.push_str(&code_point(character));
        } else {
            shown.push(character);
        }
        before = Some(character);
    }
    shown
}

/// Returns true if the name looks like `plain`, which consists of lower-case ASCII letters, apart from
/// case, accents, spaces and punctuation.
pub(crate) fn looks_like(name: &str, plain: &str) -> bool {
    let is_equal = |name: &str| appearance(name).eq(plain.chars());
    // The second pass finds letters whose lower case imitates another letter.
    is_equal(name) || (!name.is_ascii() && is_equal(&appearance(name).collect::<String>()))
}

/// Cuts the text to at most `max` characters, including an ellipsis. Never cuts after a joiner, which
/// would be a hidden character there.
pub fn clamp(text: &str, max: usize) -> String {
    if text.chars().nth(max).is_none() {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(max.saturating_sub(1)).collect();
    let joined = short.trim_end_matches(['\u{200C}', '\u{200D}']).len();
    short.truncate(joined);
    short.push('…');
    short
}

/// Cuts the text to at most `max` characters after making it visible.
pub(crate) fn visible_prefix(text: &str, max: usize) -> String {
    clamp(&visible(&clamp(text, max)), max)
}

/// Returns true if [`visible`] would replace a character.
pub fn has_hidden_characters(text: &str) -> bool {
    let text = text.replace("\r\n", "\n");
    text.split('\n').any(|line| visible_line(line) != line)
}

/// Escapes hidden characters, without changing the meaning of the JSON.
pub(crate) fn escape_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        if character != '\n' && is_hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}

fn visible_line(line: &str) -> String {
    let mut shown = String::with_capacity(line.len());
    let mut before = None;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let after = characters.peek().copied();
        if is_hidden(character) && !is_required(character, before, after) {
            shown.push_str(&code_point(character));
        } else {
            shown.push(character);
        }
        before = Some(character);
    }
    shown
}

fn code_point(character: char) -> String {
    format!("⟨U+{:04X}⟩", u32::from(character))
}

/// Returns true for Unicode's quotation marks and for characters that look like them.
fn is_quotation_mark(character: char) -> bool {
    is_apostrophe(character)
        || matches!(
            character,
            '"' | '«' | '»'
                | '\u{2018}'..='\u{201F}'
                | '\u{2039}'..='\u{203A}'
                | '\u{275B}'..='\u{2760}'
                | '\u{276E}'..='\u{276F}'
                | '\u{2E42}'
                | '\u{300C}'..='\u{300F}'
                | '\u{301D}'..='\u{301F}'
                | '\u{FE41}'..='\u{FE44}'
                | '\u{FF62}'..='\u{FF63}'
                | '\u{1F676}'..='\u{1F678}'
        )
        || looks_like_apostrophes(character, 1..=4)
}

fn is_apostrophe(character: char) -> bool {
    looks_like_apostrophes(character, 1..=1)
}

/// Returns true if the character looks like a number of apostrophes in this range.
fn looks_like_apostrophes(character: char, count: RangeInclusive<usize>) -> bool {
    match character {
        '\'' | '`' => return count.contains(&1),
        _ if character.is_ascii() => return false,
        _ => {}
    }
    let mut buffer = [0; 4];
    let text = &*character.encode_utf8(&mut buffer);
    skeleton(text).all(|mark| mark == '\'') && count.contains(&skeleton(text).count())
}

fn is_letter_or_digit(character: char) -> bool {
    character.is_alphanumeric() && !is_quotation_mark(character)
}

fn appearance(name: &str) -> impl Iterator<Item = char> {
    skeleton(name)
        .filter(|character| character.is_alphanumeric())
        .flat_map(char::to_lowercase)
}

/// `end` is the number of the line after them.
fn push_blank_lines(lines: &mut Vec<(usize, String)>, count: usize, end: usize) {
    let numbers = end - count..end;
    if count >= MIN_COUNTED_BLANK_LINES {
        lines.push((numbers.start, format!("⟨{count} empty lines⟩")));
    } else {
        lines.extend(numbers.map(|number| (number, String::new())));
    }
}

/// Returns true for characters that are invisible or change how others are drawn.
fn is_hidden(character: char) -> bool {
    if character == '\t' {
        return false;
    }
    character.is_control()
        || matches!(
            character,
            '\u{00AD}'
                | '\u{034F}'
                | '\u{061C}'
                | '\u{115F}'..='\u{1160}'
                | '\u{17B4}'..='\u{17B5}'
                | '\u{180B}'..='\u{180F}'
                | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{FE00}'..='\u{FE0F}'
                | '\u{FEFF}'
                | '\u{FFA0}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{1D173}'..='\u{1D17A}'
                | '\u{E0000}'..='\u{E0FFF}'
        )
}

/// Returns true for joiners and variation selectors that Persian words, Indic conjuncts or combined
/// emoji need.
fn is_required(character: char, before: Option<char>, after: Option<char>) -> bool {
    match character {
        '\u{FE0E}' | '\u{FE0F}' => before.is_some_and(takes_variation_selector),
        '\u{200C}' | '\u{200D}' => match (before, after) {
            (Some(before), Some(after)) => {
                (joins_letters(before) && joins_letters(after))
                    || (character == '\u{200D}' && joins_emoji(before) && joins_emoji(after))
            }
            _ => false,
        },
        _ => false,
    }
}

fn takes_variation_selector(character: char) -> bool {
    joins_emoji(character) || matches!(character, '0'..='9' | '#' | '*' | '©' | '®')
}

fn joins_letters(character: char) -> bool {
    character.is_alphanumeric()
        && matches!(character, '\u{0600}'..='\u{08FF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
        // Whole Indic blocks, because vowel signs and viramas are marks, not letters.
        || matches!(character, '\u{0900}'..='\u{0DFF}' | '\u{1780}'..='\u{17B3}')
}

fn joins_emoji(character: char) -> bool {
    matches!(
        character,
        '\u{2190}'..='\u{2BFF}' | '\u{FE0F}' | '\u{1F000}'..='\u{1FAFF}'
    )
}

#[cfg(test)]
mod tests;
