//! The keys of the settings file and their values.

use std::fmt::Display;
use std::ops::RangeInclusive;

use doorbell_core::settings::{
    Arrival, Detail, MAX_DAYS, MAX_DELAY, MAX_RELEASE, MAX_SHORTCUT, MAX_SIZE, MIN_DAYS, MIN_DELAY,
    MIN_RELEASE, MIN_SIZE, SessionNotices, SettingChange, Settings, SystemChoice, Theme,
};
use toml_edit::{Item, Value};

const ARRIVALS: [(&str, Arrival); 4] = [
    ("automatic", Arrival::Automatic),
    ("window", Arrival::Window),
    ("notification", Arrival::Notification),
    ("focus", Arrival::Focus),
];
const DETAILS: [(&str, Detail); 3] = [
    ("full", Detail::Full),
    ("asker", Detail::Asker),
    ("private", Detail::Private),
];
const SESSION_NOTICES: [(&str, SessionNotices); 3] = [
    ("off", SessionNotices::Off),
    ("away", SessionNotices::Away),
    ("always", SessionNotices::Always),
];
const THEMES: [(&str, Theme); 3] = [
    ("system", Theme::System),
    ("light", Theme::Light),
    ("dark", Theme::Dark),
];

const SYSTEM_CHOICES: [(&str, SystemChoice); 3] = [
    ("system", SystemChoice::System),
    ("on", SystemChoice::On),
    ("off", SystemChoice::Off),
];

pub struct Key {
    pub table: &'static str,
    pub name: &'static str,
    /// Stores the parsed value. The error continues a sentence that begins with the key's name.
    pub read: fn(&Item, &mut Settings) -> Result<(), String>,
}

/// All keys, in the order of the file.
pub const KEYS: [Key; 17] = [
    key("arrival", "window", |item, settings| {
        word(item, &ARRIVALS, &mut settings.arrival)
    }),
    key("notifications", "detail", |item, settings| {
        word(item, &DETAILS, &mut settings.detail)
    }),
    key("notifications", "answer_buttons", |item, settings| {
        switch(item, &mut settings.answer_buttons)
    }),
    key("notifications", "sound", |item, settings| {
        switch(item, &mut settings.sound)
    }),
    key("notifications", "sessions", |item, settings| {
        word(item, &SESSION_NOTICES, &mut settings.session_notices)
    }),
    key("answering", "delay_ms", |item, settings| {
        number(item, MIN_DELAY..=MAX_DELAY, &mut settings.delay)
    }),
    key("answering", "from_programs", |item, settings| {
        switch(item, &mut settings.from_programs)
    }),
    key("history", "keep", |item, settings| {
        switch(item, &mut settings.history)
    }),
    key("history", "days", |item, settings| {
        number(item, MIN_DAYS..=MAX_DAYS, &mut settings.days)
    }),
    key("history", "first_line", |item, settings| {
        switch(item, &mut settings.first_lines)
    }),
    key("look", "theme", |item, settings| {
        word(item, &THEMES, &mut settings.theme)
    }),
    key("look", "high_contrast", |item, settings| {
        word(item, &SYSTEM_CHOICES, &mut settings.high_contrast)
    }),
    key("look", "reduced_motion", |item, settings| {
        word(item, &SYSTEM_CHOICES, &mut settings.reduced_motion)
    }),
    key("look", "text_size", |item, settings| {
        number(item, MIN_SIZE..=MAX_SIZE, &mut settings.size)
    }),
    key("window", "keep_warm", |item, settings| {
        switch(item, &mut settings.keep_warm)
    }),
    key("window", "release_after", |item, settings| {
        number(item, MIN_RELEASE..=MAX_RELEASE, &mut settings.release_after)
    }),
    key("keys", "shortcut", |item, settings| {
        shortcut(item, &mut settings.shortcut)
    }),
];

const fn key(
    table: &'static str,
    name: &'static str,
    read: fn(&Item, &mut Settings) -> Result<(), String>,
) -> Key {
    Key { table, name, read }
}

/// Returns the table, key and value of a change.
pub fn toml_entry(change: &SettingChange) -> (&'static str, &'static str, Value) {
    match change {
        SettingChange::Arrival(value) => ("arrival", "window", word_for(&ARRIVALS, *value).into()),
        SettingChange::Detail(value) => {
            ("notifications", "detail", word_for(&DETAILS, *value).into())
        }
        SettingChange::AnswerButtons(value) => ("notifications", "answer_buttons", (*value).into()),
        SettingChange::Sound(value) => ("notifications", "sound", (*value).into()),
        SettingChange::SessionNotices(value) => (
            "notifications",
            "sessions",
            word_for(&SESSION_NOTICES, *value).into(),
        ),
        SettingChange::Delay(value) => ("answering", "delay_ms", i64::from(*value).into()),
        SettingChange::FromPrograms(value) => ("answering", "from_programs", (*value).into()),
        SettingChange::History(value) => ("history", "keep", (*value).into()),
        SettingChange::Days(value) => ("history", "days", i64::from(*value).into()),
        SettingChange::FirstLines(value) => ("history", "first_line", (*value).into()),
        SettingChange::HighContrast(value) => (
            "look",
            "high_contrast",
            word_for(&SYSTEM_CHOICES, *value).into(),
        ),
        SettingChange::ReducedMotion(value) => (
            "look",
            "reduced_motion",
            word_for(&SYSTEM_CHOICES, *value).into(),
        ),
        SettingChange::Theme(value) => ("look", "theme", word_for(&THEMES, *value).into()),
        SettingChange::Size(value) => ("look", "text_size", i64::from(*value).into()),
        SettingChange::KeepWarm(value) => ("window", "keep_warm", (*value).into()),
        SettingChange::Shortcut(value) => {
            ("keys", "shortcut", value.as_deref().unwrap_or("").into())
        }
    }
}

fn word<T: Copy>(item: &Item, words: &[(&str, T)], target: &mut T) -> Result<(), String> {
    let found = words.iter().find(|(word, _)| item.as_str() == Some(word));
    let (_, value) = found.ok_or_else(|| {
        let words: Vec<_> = words
            .iter()
            .map(|(word, _)| format!("\"{word}\""))
            .collect();
        match words.as_slice() {
            [others @ .., last] => format!("must be {} or {last}", others.join(", ")),
            [] => String::new(),
        }
    })?;
    *target = *value;
    Ok(())
}

fn word_for<T: Copy + PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    let found = words.iter().find(|(_, other)| *other == value);
    found.expect("every value has its word").0
}

fn switch(item: &Item, target: &mut bool) -> Result<(), String> {
    *target = item.as_bool().ok_or("must be true or false")?;
    Ok(())
}

fn number<N>(item: &Item, bounds: RangeInclusive<N>, target: &mut N) -> Result<(), String>
where
    N: TryFrom<i64> + PartialOrd + Display,
{
    let (least, most) = (bounds.start(), bounds.end());
    let number = item
        .as_integer()
        .ok_or_else(|| format!("must be a whole number between {least} and {most}"))?;
    *target = N::try_from(number)
        .ok()
        .filter(|number| bounds.contains(number))
        .ok_or_else(|| format!("must be between {least} and {most}"))?;
    Ok(())
}

fn shortcut(item: &Item, target: &mut Option<String>) -> Result<(), String> {
    let keys = item.as_str().ok_or("must be text in quotation marks")?;
    if keys.len() > MAX_SHORTCUT {
        return Err(format!("must have at most {MAX_SHORTCUT} letters"));
    }
    *target = Some(keys.to_owned()).filter(|keys| !keys.is_empty());
    Ok(())
}
