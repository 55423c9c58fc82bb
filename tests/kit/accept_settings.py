"""Records settings as approved by the person: accept_settings.py DATABASE SETTINGS

Creates only this table; Doorbell adds the others. Any program of the same user can do this.
"""

import os
import sqlite3
import sys

database, settings = sys.argv[1:]
os.makedirs(os.path.dirname(database), mode=0o700, exist_ok=True)
os.close(os.open(database, os.O_CREAT | os.O_WRONLY, 0o600))
with sqlite3.connect(database) as connection:
    if connection.execute("PRAGMA user_version").fetchone() != (0,):
        sys.exit("Doorbell has run: settings can only be approved in Home now")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS accepted"
        " (id INTEGER PRIMARY KEY CHECK (id = 1), settings TEXT NOT NULL) STRICT"
    )
    connection.execute("INSERT OR REPLACE INTO accepted VALUES (1, ?)", (settings,))
