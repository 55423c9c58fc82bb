//! The lines of history: written one by one, read a page at a time.

use doorbell_core::view::{HistoryView, HistoryQuery, QuestionKindView, HistoryEntryView};
use rusqlite::{Connection, Row, params};

/// How many lines are on one page.
pub(super) const PAGE: usize = 50;
/// How many names of servers, and of agents, there are to choose from.
pub(super) const NAMES: u32 = 500;

const COLUMNS: &str =
    "id, at, agent, server, kind, domain, tool, project, outcome, reason, asked, shown";

pub fn write(connection: &Connection, line: &HistoryEntryView) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO history
         (at, agent, server, kind, domain, tool, project, outcome, reason, asked, shown)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    statement.execute(params![
        line.at,
        line.agent,
        line.server,
        kind_word(line.kind),
        line.domain,
        line.tool,
        line.project,
        line.outcome,
        line.reason,
        line.asked,
        line.shown
    ])?;
    Ok(())
}

/// Every line, newest first.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<HistoryEntryView>> {
    connection
        .prepare(&format!("SELECT {COLUMNS} FROM history ORDER BY id DESC"))?
        .query_map([], line)?
        .collect()
}

/// One page of the lines that are wanted.
pub fn page(connection: &Connection, wanted: &HistoryQuery) -> rusqlite::Result<HistoryView> {
    let mut view = HistoryView {
        kept: connection.query_row("SELECT count(*) FROM history", [], |row| row.get(0))?,
        servers: names(connection, "server")?,
        agents: names(connection, "agent")?,
        ..HistoryView::default()
    };
    let words: Vec<_> = wanted
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
    let filters = params![wanted.server, wanted.agent, wanted.outcome];
    for line in statement.query_map(filters, line)? {
        let line = line?;
        // Looked for here, since SQLite knows upper and lower case of ASCII alone.
        if !has_words(&line, &words) {
            continue;
        }
        view.found += 1;
        if wanted.before.is_some_and(|before| line.id >= before) {
            continue;
        }
        if view.entries.len() < PAGE {
            view.entries.push(line);
        } else {
            view.more = true;
        }
    }
    Ok(view)
}

fn has_words(line: &HistoryEntryView, words: &[String]) -> bool {
    if words.is_empty() {
        return true;
    }
    let optional = [&line.domain, &line.tool, &line.project, &line.reason];
    let texts = [
        line.agent.as_str(),
        &line.server,
        kind_word(line.kind),
        &line.outcome,
    ];
    // No word has a line break in it, so none can be found in two texts at once.
    let text = texts
        .into_iter()
        .chain(optional.into_iter().flatten().map(String::as_str))
        .collect::<Vec<_>>()
        .join("\n")
        .to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}

/// The names in a column, of which those that came last if there are very many.
fn names(connection: &Connection, column: &'static str) -> rusqlite::Result<Vec<String>> {
    let mut names: Vec<String> = connection
        .prepare(&format!(
            "SELECT {column} FROM history GROUP BY {column} ORDER BY max(id) DESC LIMIT ?1"
        ))?
        .query_map([NAMES], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    names.sort_by_cached_key(|name| (name.to_lowercase(), name.clone()));
    Ok(names)
}

fn line(row: &Row<'_>) -> rusqlite::Result<HistoryEntryView> {
    Ok(HistoryEntryView {
        id: row.get(0)?,
        at: row.get(1)?,
        agent: row.get(2)?,
        server: row.get(3)?,
        kind: match row.get_ref(4)?.as_str()? {
            "link" => QuestionKindView::Link,
            "permission" => QuestionKindView::Permission,
            _ => QuestionKindView::Form,
        },
        domain: row.get(5)?,
        tool: row.get(6)?,
        project: row.get(7)?,
        outcome: row.get(8)?,
        reason: row.get(9)?,
        asked: row.get(10)?,
        shown: row.get(11)?,
    })
}

pub(super) fn kind_word(kind: QuestionKindView) -> &'static str {
    match kind {
        QuestionKindView::Form => "form",
        QuestionKindView::Link => "link",
        QuestionKindView::Permission => "permission",
    }
}
