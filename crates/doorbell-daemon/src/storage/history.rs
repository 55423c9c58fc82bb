//! The table of history entries.

use doorbell_core::view::{HistoryEntryView, HistoryQuery, HistoryView, QuestionKindView};
use rusqlite::{Connection, Row, params};

pub(super) const PAGE_SIZE: usize = 50;
/// How many servers, and how many agents, can be chosen as a filter.
pub(super) const MAX_NAMES: u32 = 500;

const COLUMNS: &str =
    "id, at, agent, server, kind, domain, tool, project, outcome, reason, asked, shown, question";

/// Identifies an entry, which has no id before it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryTimes {
    at: i64,
    asked: Option<i64>,
}

impl EntryTimes {
    pub fn of(entry: &HistoryEntryView) -> Self {
        Self {
            at: entry.at,
            asked: entry.asked,
        }
    }
}

/// Changes the outcome of an entry that is still kept.
pub fn correct(
    connection: &Connection,
    entry: &EntryTimes,
    outcome: &str,
    reason: &str,
) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE history SET outcome = ?3, reason = ?4
         WHERE id = (SELECT max(id) FROM history WHERE at = ?1 AND asked IS ?2)",
        params![entry.at, entry.asked, outcome, reason],
    )?;
    Ok(())
}

pub fn insert(connection: &Connection, entry: &HistoryEntryView) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO history
         (at, agent, server, kind, domain, tool, project, outcome, reason, asked, shown, question)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?;
    statement.execute(params![
        entry.at,
        entry.agent,
        entry.server,
        kind_word(entry.kind),
        entry.domain,
        entry.tool,
        entry.project,
        entry.outcome,
        entry.reason,
        entry.asked,
        entry.shown,
        entry.question
    ])?;
    Ok(())
}

/// Returns all entries, newest first.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<HistoryEntryView>> {
    connection
        .prepare(&format!("SELECT {COLUMNS} FROM history ORDER BY id DESC"))?
        .query_map([], read_entry)?
        .collect()
}

/// Returns one page of the matching entries.
pub fn page(connection: &Connection, query: &HistoryQuery) -> rusqlite::Result<HistoryView> {
    let mut view = HistoryView {
        kept: connection.query_row("SELECT count(*) FROM history", [], |row| row.get(0))?,
        servers: names(connection, "server")?,
        agents: names(connection, "agent")?,
        ..HistoryView::default()
    };
    let words: Vec<_> = query
        .text
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let mut statement = connection.prepare(&format!(
        "SELECT {COLUMNS} FROM history
         WHERE (?1 IS NULL OR server = ?1)
         AND (?2 IS NULL OR agent = ?2)
         AND (?3 IS NULL OR outcome = ?3)
         ORDER BY id DESC"
    ))?;
    let filters = params![query.server, query.agent, query.outcome];
    for entry in statement.query_map(filters, read_entry)? {
        let entry = entry?;
        // SQLite ignores case only for ASCII.
        if !contains_words(&entry, &words) {
            continue;
        }
        view.found += 1;
        if query.before.is_some_and(|before| entry.id >= before) {
            continue;
        }
        if view.entries.len() < PAGE_SIZE {
            view.entries.push(entry);
        } else {
            view.more = true;
        }
    }
    Ok(view)
}

fn contains_words(entry: &HistoryEntryView, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let optional = [
        &entry.question,
        &entry.domain,
        &entry.tool,
        &entry.project,
        &entry.reason,
    ];
    let texts = [
        entry.agent.as_str(),
        &entry.server,
        kind_word(entry.kind),
        &entry.outcome,
    ];
    // Words contain no line break, so none can match across two texts.
    let text = texts
        .into_iter()
        .chain(optional.into_iter().flatten().map(String::as_str))
        .collect::<Vec<_>>()
        .join("\n")
        .to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}

/// Returns the distinct names in a column, at most the newest `MAX_NAMES`.
fn names(connection: &Connection, column: &'static str) -> rusqlite::Result<Vec<String>> {
    let mut names: Vec<String> = connection
        .prepare(&format!(
            "SELECT {column} FROM history GROUP BY {column} ORDER BY max(id) DESC LIMIT ?1"
        ))?
        .query_map([MAX_NAMES], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    names.sort_by_cached_key(|name| (name.to_lowercase(), name.clone()));
    Ok(names)
}

fn read_entry(row: &Row<'_>) -> rusqlite::Result<HistoryEntryView> {
    Ok(HistoryEntryView {
        id: row.get(0)?,
        at: row.get(1)?,
        agent: row.get(2)?,
        server: row.get(3)?,
        kind: match row.get_ref(4)?.as_str()? {
            "link" => QuestionKindView::Link,
            "permission" => QuestionKindView::Permission,
            "questions" => QuestionKindView::Questions,
            "plan" => QuestionKindView::Plan,
            "notice" => QuestionKindView::Notice,
            _ => QuestionKindView::Form,
        },
        domain: row.get(5)?,
        tool: row.get(6)?,
        project: row.get(7)?,
        outcome: row.get(8)?,
        reason: row.get(9)?,
        asked: row.get(10)?,
        shown: row.get(11)?,
        question: row.get(12)?,
    })
}

pub(super) fn kind_word(kind: QuestionKindView) -> &'static str {
    match kind {
        QuestionKindView::Form => "form",
        QuestionKindView::Link => "link",
        QuestionKindView::Permission => "permission",
        QuestionKindView::Questions => "questions",
        QuestionKindView::Plan => "plan",
        QuestionKindView::Notice => "notice",
    }
}
