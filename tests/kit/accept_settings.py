"""Writes down that the person accepted these settings before: accept_settings.py DATABASE SETTINGS

Doorbell finds the table there and makes the others. Any program of the same user can do this.
"""

import os
import sqlite3
import sys

database, settings = sys.argv[1:]
os.makedirs(os.path.dirname(database), mode=0o700, exist_ok=True)
os.close(os.open(database, os.O_CREAT | os.O_WRONLY, 0o600))
with sqlite3.connect(database) as connection:
    if connection.execute("PRAGMA user_version").fetchone() != (0,):
        sys.exit("Doorbell has run: only a press in Home makes it accept anything now")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS accepted"
        " (id INTEGER PRIMARY KEY CHECK (id = 1), settings TEXT NOT NULL) STRICT"
    )
    connection.execute("INSERT OR REPLACE INTO accepted VALUES (1, ?)", (settings,))
