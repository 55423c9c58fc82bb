//! Migrations from every schema version.

use super::*;

/// The migrations as released. Never change them.
const VERSION_1: &str = "
    CREATE TABLE history (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        agent TEXT NOT NULL,
        server TEXT NOT NULL,
        kind TEXT NOT NULL,
        domain TEXT,
        outcome TEXT NOT NULL,
        reason TEXT
    ) STRICT;
    CREATE INDEX history_at ON history (at);
    CREATE TABLE opened (
        server TEXT NOT NULL,
        domain TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (server, domain)
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 1;
";

const VERSION_2: &str = "
    ALTER TABLE history ADD COLUMN asked INTEGER;
    ALTER TABLE history ADD COLUMN shown INTEGER;
    ALTER TABLE history ADD COLUMN tool TEXT;
    ALTER TABLE history ADD COLUMN project TEXT;
    CREATE TABLE mutes (
        agent TEXT NOT NULL,
        server TEXT NOT NULL,
        until INTEGER,
        PRIMARY KEY (agent, server)
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 2;
";

const VERSION_3: &str = "
    CREATE TABLE drafts (
        subject BLOB PRIMARY KEY,
        typed INTEGER NOT NULL,
        inputs TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE undelivered (
        name BLOB PRIMARY KEY,
        params BLOB NOT NULL,
        boot TEXT NOT NULL,
        at INTEGER NOT NULL,
        result TEXT NOT NULL,
        subject BLOB,
        inputs TEXT
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 3;
";

const VERSION_4: &str = "
    CREATE TABLE acquaintances (
        face BLOB PRIMARY KEY,
        asked INTEGER NOT NULL,
        last INTEGER NOT NULL,
        inode INTEGER,
        size INTEGER,
        modified INTEGER
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 4;
";

const VERSION_5: &str = "
    CREATE TABLE accepted (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        settings TEXT NOT NULL
    ) STRICT;
    PRAGMA user_version = 5;
";

const VERSION_6: &str = "
    ALTER TABLE undelivered ADD COLUMN mac BLOB;
    PRAGMA user_version = 6;
";

const VERSION_7: &str = "
    CREATE TABLE answered (id INTEGER PRIMARY KEY CHECK (id = 1)) STRICT;
    INSERT INTO answered (id)
    SELECT 1 WHERE EXISTS (SELECT 1 FROM history WHERE outcome IN ('accepted', 'declined'));
    PRAGMA user_version = 7;
";

const VERSION_8: &str = "
    ALTER TABLE history ADD COLUMN question TEXT;
    PRAGMA user_version = 8;
";

fn database(statements: &[&str]) -> (TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("doorbell.db");
    let connection = Connection::open(&path).unwrap();
    connection
        .pragma_update(None, "journal_mode", "WAL")
        .unwrap();
    for statements in statements {
        connection.execute_batch(statements).unwrap();
    }
    (temp, path)
}

fn version_1_rows() -> String {
    format!(
        "INSERT INTO history (at, agent, server, kind, domain, outcome, reason)
         VALUES ({0}, 'Codex', 'acme', 'link', 'example.com', 'accepted', NULL);
         INSERT INTO opened (server, domain, at) VALUES ('acme', 'example.com', {0});",
        now().as_millisecond()
    )
}

#[test]
fn version_1_keeps_its_entries_and_accepts_new_ones() {
    let (_temp, path) = database(&[VERSION_1, &version_1_rows()]);
    let (storage, restored) = open(&path);
    assert_eq!(
        restored.opened_domains,
        [("acme".to_owned(), "example.com".to_owned())]
    );
    storage.write(StorageWrite::HistoryEntry(entry(now())));
    let entries = storage.history(HistoryQuery::default()).entries;
    let entries: Vec<_> = entries
        .iter()
        .map(|entry| {
            let question = entry.question.as_deref();
            (
                entry.outcome.as_str(),
                entry.asked,
                entry.tool.as_deref(),
                question,
            )
        })
        .collect();
    let asked = Some(now().as_millisecond());
    assert_eq!(
        entries,
        [
            ("refused", asked, Some("sign_in"), Some("Sign in to Shop")),
            ("accepted", None, None, None)
        ]
    );
    let (_, again) = open(&path);
    assert_eq!(again, restored);
}

#[test]
fn version_2_keeps_its_mutes() {
    let mute = "INSERT INTO mutes (agent, server, until) VALUES ('Codex', 'acme', NULL)";
    let (_temp, path) = database(&[VERSION_1, &version_1_rows(), VERSION_2, mute]);
    let (storage, restored) = open(&path);
    assert_eq!(
        restored.mutes,
        [("Codex".into(), "acme".into(), MutedUntil::Unmuted)]
    );
    assert_eq!(storage.entry_count(), 1);
}

#[test]
fn version_3_keeps_its_drafts_and_makes_drafts_of_its_answers() {
    let at = now().as_millisecond();
    let rows = format!(
        r#"INSERT INTO drafts (subject, typed, inputs)
           VALUES (x'{0}', {at}, '[null,{{"kind":"text","text":"Ada"}}]');
           INSERT INTO undelivered (name, params, boot, at, result, subject, inputs)
           VALUES (x'{1}', x'{2}', '{BOOT_ID}', {at},
                   '{{"action":"accept","content":{{"name":"Ada"}},"_meta":{{"dev.doorbell/outcome":{{"outcome":"accepted"}}}}}}',
                   x'{3}', '[{{"kind":"text","text":"Bob"}}]');"#,
        "01".repeat(32),
        "02".repeat(32),
        "03".repeat(32),
        "04".repeat(32),
    );
    let (_temp, path) = database(&[VERSION_1, VERSION_2, VERSION_3, &rows]);
    let (_, restored) = open(&path);
    let keys: Vec<_> = restored.drafts.iter().map(|(key, _)| *key).collect();
    assert_eq!(keys, [digest(1), digest(4)]);
    assert_eq!(restored.drafts[0].1, draft("Ada", now()));
    assert_eq!(
        restored.undelivered,
        [],
        "an answer without a MAC may be forged"
    );
}

#[test]
fn version_4_keeps_its_known_programs() {
    let rows = format!(
        "INSERT INTO acquaintances (face, asked, last, inode, size, modified)
         VALUES (x'{}', 12, {1}, 1, 2, 3), (x'{2}', 1, {1}, NULL, NULL, NULL);",
        "01".repeat(32),
        now().as_millisecond(),
        "02".repeat(32),
    );
    let (_temp, path) = database(&[VERSION_1, VERSION_2, VERSION_3, VERSION_4, &rows]);
    let (_, restored) = open(&path);
    let programs = restored
        .known_programs
        .iter()
        .map(|(fingerprint, program)| {
            let size = program.file.map(|file| file.size);
            (*fingerprint, program.asked, program.last, size)
        });
    let programs: Vec<_> = programs.collect();
    assert_eq!(
        programs,
        [(digest(1), 12, now(), Some(2)), (digest(2), 1, now(), None)]
    );
}

#[test]
fn version_5_keeps_its_accepted_settings() {
    let row =
        "INSERT INTO accepted (id, settings) VALUES (1, '[answering]\nfrom_programs = true\n')";
    let (_temp, path) = database(&[VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, row]);
    let (_, restored) = open(&path);
    assert_eq!(
        restored.accepted_settings.as_deref(),
        Some("[answering]\nfrom_programs = true\n")
    );
}

#[test]
fn version_6_knows_whether_the_person_has_answered() {
    let version_6 = [
        VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6,
    ];
    for (outcome, has_answered) in [("declined", true), ("accepted", true), ("withdrawn", false)] {
        let row = format!(
            "INSERT INTO history (at, agent, server, kind, outcome)
             VALUES ({}, 'Codex', 'acme', 'form', '{outcome}')",
            now().as_millisecond()
        );
        let (_temp, path) = database(&[&version_6[..], &[&row]].concat());
        let (storage, restored) = open(&path);
        assert_eq!(restored.has_answered, has_answered, "{outcome}");
        let entries = storage.history(HistoryQuery::default()).entries;
        assert_eq!(entries[0].question, None);
        // Clearing history does not bring the first run back.
        storage.write(StorageWrite::Answered);
        storage.request(|reply| StorageCommand::ClearHistory { reply });
        drop(storage);
        assert!(open(&path).1.has_answered);
    }
}

#[test]
fn every_version_migrates_to_the_same_tables() {
    let tables = |path: &Path| -> Vec<String> {
        drop(open(path));
        let connection = Connection::open(path).unwrap();
        let mut statement = connection
            .prepare("SELECT sql FROM sqlite_schema ORDER BY name")
            .unwrap();
        let tables = statement.query_map([], |row| row.get::<_, Option<String>>(0));
        // Whitespace may differ.
        let normalised = |sql: String| sql.split_whitespace().collect::<Vec<_>>().join(" ");
        tables
            .unwrap()
            .filter_map(Result::unwrap)
            .map(normalised)
            .collect()
    };
    let (_new, new) = temp_path();
    let newest = tables(&new);
    assert_eq!(newest.len(), 9);
    for statements in [
        &[VERSION_1][..],
        &[VERSION_1, VERSION_2],
        &[VERSION_1, VERSION_2, VERSION_3],
        &[VERSION_1, VERSION_2, VERSION_3, VERSION_4],
        &[VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5],
        &[
            VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6,
        ],
        &[
            VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6, VERSION_7,
        ],
        &[
            VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6, VERSION_7, VERSION_8,
        ],
    ] {
        let (_temp, path) = database(statements);
        assert_eq!(tables(&path), newest);
    }
}

#[test]
fn newer_database_is_left_alone() {
    let (_temp, path) = database(&[VERSION_1, VERSION_2, "PRAGMA user_version = 9"]);
    let before = std::fs::read(&path).unwrap();
    let refused = Storage::open(&path, Some(DAYS), BOOT_ID, now())
        .err()
        .unwrap();
    assert!(matches!(refused, StorageError::Newer { .. }), "{refused}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn foreign_file_is_left_alone() {
    let temp = tempfile::tempdir().unwrap();
    let other = temp.path().join("other.db");
    std::fs::write(&other, "these are my notes, not a database").unwrap();
    assert!(Storage::open(&other, Some(DAYS), BOOT_ID, now()).is_err());
    let text = std::fs::read_to_string(&other).unwrap();
    assert_eq!(text, "these are my notes, not a database");
}
