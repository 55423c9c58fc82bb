//! The keys of the settings file, and what each of them takes.

use std::fmt::Display;
use std::ops::RangeInclusive;

use doorbell_core::settings::{
    Arrival, Detail, MIN_DAYS, MIN_DELAY, MIN_RELEASE, MIN_SIZE, MAX_DAYS, MAX_DELAY,
    MAX_RELEASE, MAX_SHORTCUT, MAX_SIZE, SettingChange, Settings, Theme,
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
const THEMES: [(&str, Theme); 3] = [
    ("system", Theme::System),
    ("light", Theme::Light),
    ("dark", Theme::Dark),
];

/// One key of the file.
pub struct Key {
    /// The table it stands in.
    pub table: &'static str,
    /// Its name there.
    pub name: &'static str,
    /// Sets what the file says, or tells how the sentence that begins with its name goes on.
    pub read: fn(&Item, &mut Settings) -> Result<(), String>,
}

/// Every key, in the order of the file.
pub const KEYS: [Key; 13] = [
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
    key("look", "theme", |item, settings| {
        word(item, &THEMES, &mut settings.theme)
    }),
    key("look", "text_size", |item, settings| {
        number(item, MIN_SIZE..=MAX_SIZE, &mut settings.size)
    }),
    key("window", "keep_warm", |item, settings| {
        switch(item, &mut settings.keep_warm)
    }),
    key("window", "release_after", |item, settings| {
        number(
            item,
            MIN_RELEASE..=MAX_RELEASE,
            &mut settings.release_after,
        )
    }),
    key("keys", "shortcut", |item, settings| {
        keys(item, &mut settings.shortcut)
    }),
];

const fn key(
    table: &'static str,
    name: &'static str,
    read: fn(&Item, &mut Settings) -> Result<(), String>,
) -> Key {
    Key { table, name, read }
}

/// Where a change is written: the table, the key, the value.
pub fn written(change: &SettingChange) -> (&'static str, &'static str, Value) {
    match change {
        SettingChange::Arrival(to) => ("arrival", "window", spoken(&ARRIVALS, *to).into()),
        SettingChange::Detail(to) => ("notifications", "detail", spoken(&DETAILS, *to).into()),
        SettingChange::AnswerButtons(to) => ("notifications", "answer_buttons", (*to).into()),
        SettingChange::Sound(to) => ("notifications", "sound", (*to).into()),
        SettingChange::Delay(to) => ("answering", "delay_ms", i64::from(*to).into()),
        SettingChange::FromPrograms(to) => ("answering", "from_programs", (*to).into()),
        SettingChange::History(to) => ("history", "keep", (*to).into()),
        SettingChange::Days(to) => ("history", "days", i64::from(*to).into()),
        SettingChange::Theme(to) => ("look", "theme", spoken(&THEMES, *to).into()),
        SettingChange::Size(to) => ("look", "text_size", i64::from(*to).into()),
        SettingChange::KeepWarm(to) => ("window", "keep_warm", (*to).into()),
        SettingChange::Shortcut(to) => ("keys", "shortcut", to.as_deref().unwrap_or("").into()),
    }
}

fn word<T: Copy>(item: &Item, words: &[(&str, T)], to: &mut T) -> Result<(), String> {
    let found = words.iter().find(|(word, _)| item.as_str() == Some(word));
    let (_, meant) = found.ok_or_else(|| {
        let words: Vec<_> = words
            .iter()
            .map(|(word, _)| format!("\"{word}\""))
            .collect();
        match words.as_slice() {
            [before @ .., last] => format!("must be {} or {last}", before.join(", ")),
            [] => String::new(),
        }
    })?;
    *to = *meant;
    Ok(())
}

fn spoken<T: Copy + PartialEq>(words: &[(&'static str, T)], meant: T) -> &'static str {
    let found = words.iter().find(|(_, meaning)| *meaning == meant);
    found.expect("every value has its word").0
}

fn switch(item: &Item, to: &mut bool) -> Result<(), String> {
    *to = item.as_bool().ok_or("must be true or false")?;
    Ok(())
}

fn number<N>(item: &Item, bounds: RangeInclusive<N>, to: &mut N) -> Result<(), String>
where
    N: TryFrom<i64> + PartialOrd + Display,
{
    let (least, most) = (bounds.start(), bounds.end());
    let number = item
        .as_integer()
        .ok_or_else(|| format!("must be a whole number between {least} and {most}"))?;
    *to = N::try_from(number)
        .ok()
        .filter(|number| bounds.contains(number))
        .ok_or_else(|| format!("must be between {least} and {most}"))?;
    Ok(())
}

fn keys(item: &Item, to: &mut Option<String>) -> Result<(), String> {
    let keys = item.as_str().ok_or("must be text in quotation marks")?;
    if keys.len() > MAX_SHORTCUT {
        return Err(format!("must have at most {MAX_SHORTCUT} letters"));
    }
    *to = Some(keys.to_owned()).filter(|keys| !keys.is_empty());
    Ok(())
}
