//! What the command line asks of Doorbell. None of it can answer a question.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::read::Members;
use crate::{Key, ProgressToken, RpcError};

/// Result of `doorbell/list`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListResult {
    /// Oldest first.
    pub questions: Vec<ListedQuestion>,
}

/// One open question. Of other askers' questions only the first three members are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedQuestion {
    /// Its name, for `doorbell/open`.
    pub question: String,
    /// The agent behind it.
    pub agent: String,
    /// How long it has waited, in seconds.
    pub age: u64,
    /// The server's words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub message: Option<String>,
    /// The server's name.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub server: Option<String>,
}

/// Result of `doorbell/status`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusResult {
    /// Doorbell's version.
    pub doorbell: String,
    /// The protocol it speaks.
    pub protocol: u64,
    /// Its process.
    pub pid: u32,
    /// How many questions are open.
    pub open: usize,
    /// Whether one of them is on the screen.
    pub showing: bool,
    /// The caller, as the system shows it to Doorbell; absent in older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub asker: Option<StatusAsker>,
    /// What this desktop can do; absent in older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub desktop: Option<DesktopStatus>,
}

/// The process that asked for the status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusAsker {
    /// Its number.
    pub pid: u32,
    /// Its program.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub program: Option<String>,
}

/// What a desktop can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DesktopStatus {
    /// What notifications can do.
    pub notifications: NotificationStatus,
    /// Whether there is a tray.
    pub tray: bool,
    /// Whether a window can come without taking the keyboard.
    pub polite_window: bool,
}

/// What notifications can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NotificationStatus {
    /// Nothing shows them.
    Missing,
    /// They are shown, without buttons.
    WithoutButtons,
    /// They are shown with buttons.
    Whole,
}

/// Params of `doorbell/open`. At most one of the two is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OpenParams {
    /// Which question; the next one if both are absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Which page of Home.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<Page>,
}

/// A page of Home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Page {
    /// What waits.
    Waiting,
    /// What happened.
    History,
    /// Who asked.
    Askers,
    /// Whose servers are paired.
    Agents,
    /// How Doorbell behaves.
    Settings,
}

/// Result of `doorbell/open`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenResult {
    /// The question that is now on the screen, if any is.
    pub showing: Option<String>,
}

/// Params of `doorbell/stop`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StopParams {
    /// Whether to stop although questions are open. They are cancelled, not declined.
    pub force: bool,
    /// Whether Doorbell comes back at once: then a question with a key is not cancelled, because
    /// its asker asks it again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
}

/// Result of `doorbell/stop`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopResult {
    /// Whether Doorbell stops now.
    pub stopping: bool,
    /// How many questions were open.
    pub open: usize,
}

/// Params of `doorbell/awaitDone`: a link the person was asked to open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum AwaitDoneParams {
    /// As the outcome of its question names it.
    Question(String),
    /// As the process that asked named it.
    Key(Key),
}

/// Params of `doorbell/withdraw`: which questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum WithdrawParams {
    /// The one with this key.
    Key(Key),
    /// All whose askers said that they belong to this session.
    Session(String),
}

/// Result of `doorbell/withdraw`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithdrawResult {
    /// Whether there was such a question and it was still open.
    pub withdrawn: bool,
}

/// Result of `doorbell/awaitDone`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AwaitDoneResult {
    /// How it was finished.
    pub state: DoneState,
    /// Who said so, if anybody did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub by: Option<DoneBy>,
}

/// How a link was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DoneState {
    /// The person did what the website asked.
    Done,
    /// They gave up, or the asker left.
    Cancelled,
    /// Nobody said anything for a quarter of an hour.
    Expired,
    /// There is no such link for this asker.
    Unknown,
}

/// Who said that a link is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DoneBy {
    /// The MCP server.
    Server,
    /// The person.
    Person,
}

/// Params of `notifications/progress`, sent while a person is being waited for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressParams {
    /// The token of the question.
    pub progress_token: ProgressToken,
    /// Rises by one each time.
    pub progress: u64,
    /// For people.
    pub message: String,
}

impl OpenParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        let Some(members) = Members::maybe(params, "params")? else {
            return Ok(Self::default());
        };
        let page = match members.string("page")? {
            None => None,
            Some(word) => Some(Page::named(&word).ok_or_else(|| {
                let words = Page::ALL.map(|page| format!("\"{}\"", page.word()));
                members.wrong("page", &format!("must be one of {}", words.join(", ")))
            })?),
        };
        let question = members.string("question")?;
        if question.is_some() && page.is_some() {
            return Err(one_of_them("question", "page"));
        }
        Ok(Self { question, page })
    }
}

impl Page {
    /// Every page, in the order in which Home shows them.
    pub const ALL: [Self; 5] = [
        Self::Waiting,
        Self::History,
        Self::Askers,
        Self::Agents,
        Self::Settings,
    ];

    /// What it is called on the wire and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::History => "history",
            Self::Askers => "askers",
            Self::Agents => "agents",
            Self::Settings => "settings",
        }
    }

    /// The page that is called so.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|page| page.word() == word)
    }
}

impl StopParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        Ok(match Members::maybe(params, "params")? {
            None => Self::default(),
            Some(members) => Self {
                force: members.flag("force")?,
                restart: members.flag("restart")?,
            },
        })
    }
}

impl AwaitDoneParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        let members = Members::of(params, "params")?;
        match (members.string("question")?, Key::maybe(&members)?) {
            (Some(question), None) => Ok(Self::Question(question)),
            (None, Some(key)) => Ok(Self::Key(key)),
            (None, None) => Err(members.wrong("question", "is missing, and so is params.key")),
            (Some(_), Some(_)) => Err(one_of_them("question", "key")),
        }
    }
}

impl WithdrawParams {
    pub(crate) fn read(params: Option<&Value>) -> Result<Self, RpcError> {
        let members = Members::of(params, "params")?;
        match (Key::maybe(&members)?, members.name("session")?) {
            (Some(key), None) => Ok(Self::Key(key)),
            (None, Some(session)) => Ok(Self::Session(session)),
            (None, None) => Err(members.wrong("key", "is missing, and so is params.session")),
            (Some(_), Some(_)) => Err(one_of_them("key", "session")),
        }
    }
}

fn one_of_them(one: &str, other: &str) -> RpcError {
    RpcError::invalid_params(format!(
        "params.{one} and params.{other} exclude each other; give one of them"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_written_by_its_word() {
        for page in Page::ALL {
            assert_eq!(serde_json::json!(page), page.word());
            assert_eq!(Page::named(page.word()), Some(page));
        }
        assert_eq!(Page::named("home"), None);
    }
}
