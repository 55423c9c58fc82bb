"""Fills the history with questions of a few days: history.py DATABASE"""

import sqlite3
import sys
import time

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
FULL = "This agent session has 8 open questions; ask again when one is answered."

# (seconds ago, agent, project, server, tool, domain of a link, outcome, reason, seconds until the end)
ENTRIES = [
    (4 * DAY + 2 * HOUR, "Codex", "api", "postgres", "migrate", None, "accepted", None, 21),
    (4 * DAY + HOUR, "Claude Code", "shop", "github", "create_release", None, "accepted", None, 9),
    (2 * DAY + 3 * HOUR, "Claude Code", "shop", "Shop deploy", "deploy", None, "accepted", None, 34),
    (2 * DAY + 2 * HOUR, "Gemini CLI", "docs", "notion", "search", "notion.so", "accepted", None, 48),
    (2 * DAY, "Codex", "api", "postgres", "drop_table", None, "declined", None, 6),
    (DAY + 5 * HOUR, "Claude Code", "shop", "github", "merge", None, "declined", None, 17),
    (DAY + 4 * HOUR, "Claude Code", "shop", "Shop deploy", "deploy", None, "withdrawn", None, 310),
    (DAY + 3 * HOUR, "Codex", "api", "sentry", "sign_in", "sentry.io", "accepted", None, 27),
    (DAY + 2 * HOUR, "Codex", "api", "postgres", "migrate", None, "expired", None, 600),
    (80 * MINUTE, "Claude Code", "shop", "github", "create_release", None, "accepted", None, 12),
    (52 * MINUTE, "Codex", "api", "postgres", "migrate", None, "accepted", None, 44),
    (41 * MINUTE, "Claude Code", "shop", "Shop deploy", "deploy", None, "declined", None, 8),
    (33 * MINUTE, "Gemini CLI", "docs", "notion", "sign_in", "notion.so", "accepted", None, 95),
    (21 * MINUTE, "opencode", "site", "browser", "navigate", None, "dismissed", None, 3),
    (14 * MINUTE, "opencode", "site", "browser", "navigate", None, "dismissed", None, 2),
    (9 * MINUTE, "opencode", "site", "browser", "navigate", None, "refused", FULL, 0),
]

# The first line of each question, by server and tool.
QUESTIONS = {
    ("postgres", "migrate"): "Apply 3 migrations to the database api?",
    ("github", "create_release"): "Which tag should the release have?",
    ("Shop deploy", "deploy"): "Where should shop-api 2.4.1 go?",
    ("notion", "search"): "Sign in to Notion",
    ("notion", "sign_in"): "Sign in to Notion",
    ("postgres", "drop_table"): "Drop the table orders_old?",
    ("github", "merge"): "Merge pull request 41 into main?",
    ("sentry", "sign_in"): "Sign in to Sentry",
    ("browser", "navigate"): "Open the checkout with your account?",
}

with sqlite3.connect(sys.argv[1]) as database:
    database.execute("INSERT OR IGNORE INTO answered (id) VALUES (1)")
    for ago, agent, project, server, tool, domain, outcome, reason, took in ENTRIES:
        at = int((time.time() - ago) * 1000)
        asked = at - took * 1000
        shown = None if outcome == "refused" else asked + 40
        database.execute(
            "INSERT INTO history"
            " (at, agent, server, kind, domain, tool, project, outcome, reason, asked, shown, question)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(at, agent, server, "link" if domain else "form", domain, tool, project),
                *(outcome, reason, asked, shown, QUESTIONS.get((server, tool))),
            ),
        )
