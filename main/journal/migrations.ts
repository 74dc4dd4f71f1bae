import { latestMigrations } from './latest-migrations.ts';
import { inOneSpelling } from './one-spelling.ts';

/**
 * Each migration runs once, in a transaction. The version is its place in this list: never change a released one, append.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE connection (
    id TEXT PRIMARY KEY,
    fields TEXT NOT NULL,
    colour INTEGER NOT NULL,
    signed_in TEXT NOT NULL,
    has_secret INTEGER NOT NULL,
    username TEXT,
    person TEXT,
    saved_copies TEXT NOT NULL,
    created INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE deadline (
    connection_id TEXT NOT NULL REFERENCES connection (id),
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (connection_id, name)
  ) STRICT;

  CREATE TABLE document_seen (
    connection_id TEXT NOT NULL REFERENCES connection (id),
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (connection_id, id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The history: appended to, never changed, each link holding the hash of the one before.
  CREATE TABLE journal_event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    subject TEXT NOT NULL,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    previous BLOB NOT NULL,
    hash BLOB NOT NULL
  ) STRICT;
  CREATE INDEX journal_event_subject ON journal_event (subject);
  CREATE TRIGGER journal_event_unchanged BEFORE UPDATE ON journal_event
    BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;
  CREATE TRIGGER journal_event_kept BEFORE DELETE ON journal_event
    BEGIN SELECT RAISE(ABORT, 'the history is never shortened'); END;
  CREATE TRIGGER journal_event_chained BEFORE INSERT ON journal_event
    WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM journal_event), 0)
      OR NEW.previous <> coalesce((SELECT hash FROM journal_event ORDER BY seq DESC LIMIT 1), zeroblob(32))
    BEGIN SELECT RAISE(ABORT, 'not the next link of the history'); END;

  -- One row per file handed over. The number is the order of acceptance, whatever the clock said.
  CREATE TABLE submission (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL,
    state TEXT NOT NULL,
    open INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    file_name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    document_id TEXT,
    uploaded_at INTEGER,
    finished_at INTEGER,
    words TEXT NOT NULL,
    content TEXT NOT NULL,
    event INTEGER NOT NULL REFERENCES journal_event (seq)
  ) STRICT;
  CREATE INDEX submission_list ON submission (connection_id);
  CREATE INDEX submission_state ON submission (connection_id, state);
  CREATE INDEX submission_open ON submission (open) WHERE open = 1;
  CREATE INDEX submission_name ON submission (connection_id, file_name);
  CREATE INDEX submission_content ON submission (sha256);
  CREATE INDEX submission_document ON submission (connection_id, document_id) WHERE document_id IS NOT NULL;
  CREATE INDEX submission_budget ON submission (connection_id, uploaded_at)
    WHERE uploaded_at IS NOT NULL AND finished_at IS NULL;

  -- The words come folded and parted by blanks, so that every other letter is a letter: that is what ascii does. State
  -- and connection are among them, so that a search among few of many rows touches only those.
  CREATE VIRTUAL TABLE submission_words USING fts5 (
    words, content = 'submission', content_rowid = 'number', prefix = '2 3', detail = 'none',
    tokenize = "ascii tokenchars '=@-'"
  );
  CREATE TRIGGER submission_words_added AFTER INSERT ON submission
    BEGIN INSERT INTO submission_words (rowid, words) VALUES (NEW.number, NEW.words); END;
  CREATE TRIGGER submission_words_changed AFTER UPDATE OF words ON submission WHEN OLD.words <> NEW.words
    BEGIN
      INSERT INTO submission_words (submission_words, rowid, words) VALUES ('delete', OLD.number, OLD.words);
      INSERT INTO submission_words (rowid, words) VALUES (NEW.number, NEW.words);
    END;

  -- Documents by id, as they were seen last, long after the service has forgotten them.
  CREATE TABLE document (
    number INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    id TEXT NOT NULL,
    status TEXT NOT NULL,
    entry TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    UNIQUE (connection_id, id)
  ) STRICT;

  CREATE TABLE saved_copy (
    number INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX saved_copy_document ON saved_copy (connection_id, document_id);

  CREATE TABLE person (
    number INTEGER PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    words TEXT NOT NULL,
    used INTEGER NOT NULL,
    last_used INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX person_recent ON person (last_used);

  -- What a person arranged: profiles for sending and watched folders.
  CREATE TABLE profile (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL
  ) STRICT;

  CREATE TABLE folder (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL,
    path TEXT NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- A reading of all documents of an account that needs more than one window of the service.
  CREATE TABLE reading (
    connection_id TEXT PRIMARY KEY,
    account TEXT,
    began_at INTEGER NOT NULL,
    read INTEGER NOT NULL,
    largest INTEGER NOT NULL,
    unreadable INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE reading_document (
    connection_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    UNIQUE (connection_id, id)
  ) STRICT;
  `,
  `
  -- What is known about a document beyond the overview: moments for its deadlines, its people, and how saving went.
  CREATE TABLE document_fact (
    connection_id TEXT NOT NULL,
    id TEXT NOT NULL,
    status TEXT NOT NULL,
    since INTEGER NOT NULL,
    not_before INTEGER,
    created INTEGER,
    started INTEGER,
    completed INTEGER,
    people TEXT,
    gone_at INTEGER,
    save_problem TEXT,
    PRIMARY KEY (connection_id, id)
  ) STRICT;
  `,
  `
  -- Reminders that were opened in the mail program. The person is a hash of the address.
  CREATE TABLE reminder (
    number INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    person TEXT NOT NULL,
    language TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX reminder_document ON reminder (connection_id, document_id);
  CREATE INDEX reminder_person ON reminder (person);
  `,
  `
  -- Whose document it is: the details of another account's documents look like those of deleted ones.
  ALTER TABLE document_fact ADD COLUMN account TEXT;
  UPDATE document_fact SET account = (SELECT username FROM connection WHERE connection.id = document_fact.connection_id);
  -- When its details were read last.
  ALTER TABLE document_fact ADD COLUMN read_at INTEGER;
  -- Is there a saved copy? Few signed documents have none, and each check asks for them.
  ALTER TABLE document_fact ADD COLUMN copied INTEGER NOT NULL DEFAULT 0;
  UPDATE document_fact SET copied = EXISTS (
    SELECT 1 FROM saved_copy
    WHERE saved_copy.connection_id = document_fact.connection_id AND saved_copy.document_id = document_fact.id);
  CREATE INDEX document_fact_uncopied ON document_fact (connection_id) WHERE status = 'signed' AND copied = 0;
  CREATE INDEX document_fact_running ON document_fact (connection_id)
    WHERE status = 'in-progress' AND gone_at IS NULL;
  CREATE INDEX document_fact_vanished ON document_fact (connection_id, gone_at)
    WHERE status = 'in-progress' AND gone_at IS NOT NULL;
  CREATE TRIGGER saved_copy_noted AFTER INSERT ON saved_copy
    BEGIN
      UPDATE document_fact SET copied = 1 WHERE connection_id = NEW.connection_id AND id = NEW.document_id;
    END;
  CREATE INDEX saved_copy_path ON saved_copy (path);
  `,
  `
  -- The originals of watched folders. A row comes with its submission, in the same transaction, and tells where the file
  -- is until it was moved or has gone. The contents spare a second reading of files that stay.
  CREATE TABLE folder_taken (
    submission_id TEXT PRIMARY KEY,
    folder_id TEXT NOT NULL,
    path TEXT NOT NULL,
    at INTEGER NOT NULL,
    goal TEXT NOT NULL,
    settled_at INTEGER,
    moved_to TEXT
  ) STRICT;
  CREATE INDEX folder_taken_at ON folder_taken (folder_id, at);
  CREATE INDEX folder_taken_here ON folder_taken (folder_id) WHERE settled_at IS NULL;
  CREATE TRIGGER folder_taken_added AFTER INSERT ON submission
    WHEN json_extract(NEW.content, '$.folder.id') IS NOT NULL
    BEGIN
      INSERT OR IGNORE INTO folder_taken (submission_id, folder_id, path, at, goal) VALUES (
        NEW.id, json_extract(NEW.content, '$.folder.id'), json_extract(NEW.content, '$.folder.path'),
        json_extract(NEW.content, '$.acceptedAt'), json_extract(NEW.content, '$.goal'));
    END;
  CREATE TABLE folder_content (
    folder_id TEXT NOT NULL,
    path TEXT NOT NULL,
    look TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    parsed INTEGER NOT NULL,
    PRIMARY KEY (folder_id, path)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What a person ordered for a document of the service: stored before the call, and until a check shows its effect.
  CREATE TABLE document_command (
    connection_id TEXT NOT NULL,
    id TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (connection_id, id)
  ) STRICT;
  `,
  `
  -- The list searches in memory. Each submission was written to this index for nothing.
  DROP TRIGGER submission_words_added;
  DROP TRIGGER submission_words_changed;
  DROP TABLE submission_words;
  `,
  `
  -- Rows of the list that a person put out of sight, with the end they had then: a row that changes again comes back.
  CREATE TABLE archived_row (
    number INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    row_key TEXT NOT NULL,
    submission_end TEXT,
    document_status TEXT,
    UNIQUE (connection_id, row_key)
  ) STRICT;
  `,
  `
  -- Copies that were moved or changed: people ask to save them again.
  CREATE INDEX document_fact_damaged ON document_fact (connection_id) WHERE copied = 1 AND save_problem IS NOT NULL;
  -- A new copy ends the problem of the one before in the same moment.
  DROP TRIGGER saved_copy_noted;
  CREATE TRIGGER saved_copy_noted AFTER INSERT ON saved_copy
    BEGIN
      UPDATE document_fact SET copied = 1, save_problem = NULL
        WHERE connection_id = NEW.connection_id AND id = NEW.document_id;
    END;
  `,
  `
  -- The status at which the details were read. A document of another status still has to be read.
  ALTER TABLE document_fact ADD COLUMN read_status TEXT;
  UPDATE document_fact SET read_status = status WHERE read_at >= since;
  CREATE INDEX document_fact_unread ON document_fact (connection_id, status, read_at)
    WHERE gone_at IS NULL AND read_status IS NOT status;
  DROP INDEX document_fact_running;
  CREATE INDEX document_fact_running ON document_fact (connection_id, read_at)
    WHERE status = 'in-progress' AND gone_at IS NULL;
  `,
  `
  -- Was an earlier document of this name taken from the folder?
  CREATE INDEX folder_taken_path ON folder_taken (folder_id, path);
  `,
  `
  -- Is a file of a watched folder one of our signed copies?
  CREATE INDEX saved_copy_content ON saved_copy (sha256);
  `,
  `
  -- Documents that the service has deleted stay in the list.
  CREATE INDEX document_fact_gone ON document_fact (connection_id) WHERE gone_at IS NOT NULL;
  `,
  `
  -- A copy belongs to an account at a service: another connection of that account knows it, too.
  ALTER TABLE saved_copy ADD COLUMN service TEXT;
  ALTER TABLE saved_copy ADD COLUMN account TEXT;
  UPDATE saved_copy SET
    service = (SELECT CASE WHEN json_valid(fields) THEN json_extract(fields, '$.base') END
      FROM connection WHERE connection.id = saved_copy.connection_id),
    account = (SELECT account FROM document_fact
      WHERE document_fact.connection_id = saved_copy.connection_id AND document_fact.id = saved_copy.document_id);
  CREATE INDEX saved_copy_of_document ON saved_copy (document_id);
  `,
  `
  -- Sub-folders of watched folders in which another drive is mounted: its files are not deleted when it is not there.
  CREATE TABLE folder_drive (
    folder_id TEXT NOT NULL,
    path TEXT NOT NULL,
    PRIMARY KEY (folder_id, path)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Is there a draft at the service?
  CREATE INDEX document_fact_drafts ON document_fact (connection_id) WHERE status = 'draft' AND gone_at IS NULL;
  `,
  `
  -- The service user whose documents document_seen has.
  ALTER TABLE connection ADD COLUMN listed_for TEXT;
  UPDATE connection SET listed_for = username;
  `,
  `
  -- What a reading knows of the number and the order of the documents, and how often it came to the end without all of them.
  ALTER TABLE reading ADD COLUMN total INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE reading ADD COLUMN steady INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE reading ADD COLUMN mixed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE reading ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Does any connection have a submission with this document? Another one of its account may.
  CREATE INDEX submission_owner ON submission (document_id) WHERE document_id IS NOT NULL;
  -- GUIDs in one spelling.
  UPDATE submission SET document_id = lower(trim(document_id, '{}'))
    WHERE trim(document_id, '{}') LIKE '________-____-____-____-____________';
  `,
  `
  -- What was read of files of watched folders said that they can be read, and not that they are neither signed nor locked.
  DELETE FROM folder_content;
  `,
  inOneSpelling(
    ['document_seen', 'id', 'entry', '$.id'],
    ['document', 'id', 'entry', '$.id'],
    ['saved_copy', 'document_id'],
  ) +
    inOneSpelling(['reminder', 'document_id'], ['reading_document', 'id'], ['document_fact', 'id']) +
    inOneSpelling(['document_command', 'id', 'content', '$.documentId'], ['archived_row', 'row_key']) +
    `
  -- A fact that was there in both spellings lost the copy of the one that went.
  UPDATE document_fact SET copied = 1 WHERE copied = 0 AND EXISTS (SELECT 1 FROM saved_copy
    WHERE saved_copy.connection_id = document_fact.connection_id AND document_id = document_fact.id);
  `,
  ...latestMigrations,
];
