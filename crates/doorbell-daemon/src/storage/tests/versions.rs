//! Files of every version.

use super::*;

/// What the first version made of an empty file. Never to be changed.
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

/// What the second made of it.
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

/// What the third made of it.
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

/// What the fourth made of it.
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

/// What the fifth made of it.
const VERSION_5: &str = "
    CREATE TABLE accepted (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        settings TEXT NOT NULL
    ) STRICT;
    PRAGMA user_version = 5;
";

fn file(statements: &[&str]) -> (TempDir, PathBuf) {
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

fn a_line_of_version_1() -> String {
    format!(
        "INSERT INTO history (at, agent, server, kind, domain, outcome, reason)
         VALUES ({0}, 'Codex', 'acme', 'link', 'example.com', 'accepted', NULL);
         INSERT INTO opened (server, domain, at) VALUES ('acme', 'example.com', {0});",
        now().as_millisecond()
    )
}

#[test]
fn a_file_of_the_first_version_keeps_its_lines_and_takes_new_ones() {
    let (_temp, path) = file(&[VERSION_1, &a_line_of_version_1()]);
    let (storage, kept) = open(&path);
    assert_eq!(kept.opened, [("acme".to_owned(), "example.com".to_owned())]);
    storage.write(Note::Ended(line(now())));
    let lines = storage.history(HistoryQuery::default()).entries;
    let told: Vec<_> = lines
        .iter()
        .map(|line| (line.outcome.as_str(), line.asked, line.tool.as_deref()))
        .collect();
    let asked = Some(now().as_millisecond());
    assert_eq!(
        told,
        [
            ("refused", asked, Some("sign_in")),
            ("accepted", None, None)
        ]
    );
    let (_, again) = open(&path);
    assert_eq!(again, kept);
}

#[test]
fn a_file_of_the_second_version_is_as_it_was_left() {
    let mute = "INSERT INTO mutes (agent, server, until) VALUES ('Codex', 'acme', NULL)";
    let (_temp, path) = file(&[VERSION_1, &a_line_of_version_1(), VERSION_2, mute]);
    let (storage, kept) = open(&path);
    assert_eq!(
        kept.mutes,
        [("Codex".into(), "acme".into(), MutedUntil::Unmuted)]
    );
    assert_eq!(storage.kept(), 1);
}

#[test]
fn a_file_of_the_third_version_has_its_drafts_and_answers() {
    let at = now().as_millisecond();
    let rows = format!(
        r#"INSERT INTO drafts (subject, typed, inputs)
           VALUES (x'{0}', {at}, '[null,{{"kind":"text","text":"Ada"}}]');
           INSERT INTO undelivered (name, params, boot, at, result, subject, inputs)
           VALUES (x'{1}', x'{2}', '{BOOT}', {at},
                   '{{"action":"accept","content":{{"name":"Ada"}},"_meta":{{"dev.doorbell/outcome":{{"outcome":"accepted"}}}}}}',
                   NULL, NULL);"#,
        "01".repeat(32),
        "02".repeat(32),
        "03".repeat(32),
    );
    let (_temp, path) = file(&[VERSION_1, VERSION_2, VERSION_3, &rows]);
    let (_, kept) = open(&path);
    assert_eq!(kept.drafts, [(digest(1), draft("Ada", now()))]);
    let [answer] = &kept.undelivered[..] else {
        panic!("one answer was not received");
    };
    assert_eq!((answer.name, answer.params), (digest(2), digest(3)));
    let content = answer.result.content.as_ref().unwrap();
    assert_eq!(content["name"], "Ada");
}

#[test]
fn a_file_of_the_fourth_version_knows_who_has_asked() {
    let rows = format!(
        "INSERT INTO acquaintances (face, asked, last, inode, size, modified)
         VALUES (x'{}', 12, {1}, 1, 2, 3), (x'{2}', 1, {1}, NULL, NULL, NULL);",
        "01".repeat(32),
        now().as_millisecond(),
        "02".repeat(32),
    );
    let (_temp, path) = file(&[VERSION_1, VERSION_2, VERSION_3, VERSION_4, &rows]);
    let (_, kept) = open(&path);
    let known = kept.acquaintances.iter().map(|(face, known)| {
        let size = known.file.map(|file| file.size);
        (*face, known.asked, known.last, size)
    });
    let known: Vec<_> = known.collect();
    assert_eq!(
        known,
        [(digest(1), 12, now(), Some(2)), (digest(2), 1, now(), None)]
    );
}

#[test]
fn a_file_of_the_fifth_version_has_the_protections_that_were_set() {
    let row =
        "INSERT INTO accepted (id, settings) VALUES (1, '[answering]\nfrom_programs = true\n')";
    let (_temp, path) = file(&[VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, row]);
    let (_, kept) = open(&path);
    assert_eq!(
        kept.accepted.as_deref(),
        Some("[answering]\nfrom_programs = true\n")
    );
}

#[test]
fn every_version_is_brought_to_the_same_tables() {
    let tables = |path: &Path| -> Vec<String> {
        drop(open(path));
        let connection = Connection::open(path).unwrap();
        let mut statement = connection
            .prepare("SELECT sql FROM sqlite_schema ORDER BY name")
            .unwrap();
        let tables = statement.query_map([], |row| row.get::<_, Option<String>>(0));
        // Only what stands between the words may differ.
        let words = |sql: String| sql.split_whitespace().collect::<Vec<_>>().join(" ");
        tables
            .unwrap()
            .filter_map(Result::unwrap)
            .map(words)
            .collect()
    };
    let (_new, new) = place();
    let newest = tables(&new);
    assert_eq!(newest.len(), 8);
    for statements in [
        &[VERSION_1][..],
        &[VERSION_1, VERSION_2],
        &[VERSION_1, VERSION_2, VERSION_3],
        &[VERSION_1, VERSION_2, VERSION_3, VERSION_4],
        &[VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5],
    ] {
        let (_temp, path) = file(statements);
        assert_eq!(tables(&path), newest);
    }
}

#[test]
fn a_file_of_a_newer_doorbell_is_left_alone() {
    let (_temp, path) = file(&[VERSION_1, VERSION_2, "PRAGMA user_version = 6"]);
    let before = std::fs::read(&path).unwrap();
    let refused = Storage::open(&path, Some(DAYS), BOOT, now()).err().unwrap();
    assert!(matches!(refused, StorageError::Newer { .. }), "{refused}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_file_of_someone_else_is_left_alone() {
    let temp = tempfile::tempdir().unwrap();
    let other = temp.path().join("other.db");
    std::fs::write(&other, "these are my notes, not a database").unwrap();
    assert!(Storage::open(&other, Some(DAYS), BOOT, now()).is_err());
    let kept = std::fs::read_to_string(&other).unwrap();
    assert_eq!(kept, "these are my notes, not a database");
}
