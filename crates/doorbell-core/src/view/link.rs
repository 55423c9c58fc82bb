//! A link as the window shows it.

use std::fmt;

use serde::Serialize;

/// A link, taken apart so that the part that counts can be set apart.
///
/// All of `url` is ASCII without white space, so it reads as it stands; `before`, `domain` and
/// `after` joined are exactly `url`.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct LinkView {
    /// The whole link, exactly as it is opened and copied.
    pub url: String,
    /// What stands before the domain.
    pub before: String,
    /// Whose website it is, to be set apart. It equals `registrable`.
    pub domain: String,
    /// What stands after the domain.
    pub after: String,
    /// The host as it stands in `url`.
    pub host: String,
    /// The host in its own letters, if they are not plain ones. For an element of its own: it may
    /// run from right to left.
    pub unicode_host: Option<String>,
    /// The domain a person or company has registered, or the host if there is none such.
    pub registrable: String,
    /// Whether it opens a page of a program on this computer.
    pub this_computer: bool,
    /// What the person should know, the gravest first.
    pub warnings: Vec<WarningView>,
    /// Whether opening it takes a second, deliberate press.
    pub second_press: bool,
}

/// Names the domain only: the rest of a link may be a key to something.
impl fmt::Debug for LinkView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinkView")
            .field("registrable", &self.registrable)
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}

/// One thing the person should know before opening a link.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct WarningView {
    /// How grave it is.
    pub severity: Severity,
    /// A sentence or two for people, in ASCII wherever it names a host.
    pub text: String,
}

/// How grave a warning is, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Severity {
    /// Honest links do not do this; opening takes a second press.
    Severe,
    /// A reason to look twice.
    Caution,
    /// Good to know.
    Note,
}

/// How far the person has gone with a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum LinkStep {
    /// It is looked at.
    Looking,
    /// It has a severe warning and Open was pressed once: a second press opens it.
    Armed,
    /// It was copied: "Only for you: do not share it", and `I opened it`.
    Copied,
    /// The browser is being started.
    Opening,
}

/// One link of a request that has several.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct GroupMemberView {
    /// Whose website it is.
    pub domain: String,
    /// Whether it is the one on the screen.
    pub current: bool,
    /// Whether the person agreed to open it.
    pub opened: bool,
}
