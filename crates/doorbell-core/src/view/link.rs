//! A link, its warnings and how far the person has gone with it.

use std::fmt;

use serde::Serialize;

/// A link, split so that the page can highlight the domain.
///
/// `url` is ASCII without white space. `before`, `domain` and `after` joined are exactly `url`.
#[derive(Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct LinkView {
    /// Exactly as it is opened and copied.
    pub url: String,
    pub before: String,
    /// The part to highlight. Equals `registrable`.
    pub domain: String,
    pub after: String,
    pub host: String,
    /// The host in its own script, if it is not ASCII and no warning says what it imitates. Needs an
    /// element of its own: it may run from right to left.
    pub unicode_host: Option<String>,
    /// The registered domain, or the host if there is none.
    pub registrable: String,
    /// True if it opens a page of a program on this computer.
    pub this_computer: bool,
    /// The most severe first.
    pub warnings: Vec<WarningView>,
    /// True if opening it takes a second press.
    pub second_press: bool,
}

/// Names only the domain: the rest of a link may grant access to something.
impl fmt::Debug for LinkView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinkView")
            .field("registrable", &self.registrable)
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct WarningView {
    pub severity: Severity,
    /// A sentence or two, with hosts in ASCII.
    pub text: String,
}

/// The most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum Severity {
    /// Honest links do not do this; opening takes a second press.
    Severe,
    Caution,
    Note,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub enum LinkStep {
    Looking,
    /// It has a severe warning and Open was pressed once.
    Armed,
    Copied,
    Opening,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub struct GroupMemberView {
    pub domain: String,
    /// True if it is the one on the screen.
    pub current: bool,
    /// True if the person agreed to open it.
    pub opened: bool,
}
