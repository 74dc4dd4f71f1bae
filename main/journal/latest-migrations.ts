/** The end of the list of `migrations.ts`: append here. Each runs once, and a released one never changes. */
export const latestMigrations: readonly string[] = [
  `
  -- What is technically in a signed copy, of the content that was checked. The figures stand with the fact, for the list.
  CREATE TABLE signature_check (
    connection_id TEXT NOT NULL, document_id TEXT NOT NULL, sha256 TEXT NOT NULL, report TEXT, more INTEGER NOT NULL,
    PRIMARY KEY (connection_id, document_id)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE document_fact ADD COLUMN signatures TEXT;
  -- A copy with another content was not checked.
  DROP TRIGGER saved_copy_noted;
  CREATE TRIGGER saved_copy_noted AFTER INSERT ON saved_copy
    BEGIN
      UPDATE document_fact SET copied = 1, save_problem = NULL,
        signatures = CASE WHEN json_valid(signatures) AND signatures ->> '$.sha256' = NEW.sha256 THEN signatures END
        WHERE connection_id = NEW.connection_id AND id = NEW.document_id;
    END;
  `,
  `
  -- What a person ordered for one person of a document, such as another invitation.
  CREATE TABLE person_command (
    connection_id TEXT NOT NULL, document_id TEXT NOT NULL, person TEXT NOT NULL, kind TEXT NOT NULL, content TEXT NOT NULL,
    PRIMARY KEY (connection_id, document_id, person, kind)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Files of documents that were rejected or withdrawn, saved on this computer: never signed copies.
  CREATE TABLE rescued_file (
    number INTEGER PRIMARY KEY, connection_id TEXT NOT NULL, document_id TEXT NOT NULL, path TEXT NOT NULL,
    sha256 TEXT NOT NULL, size INTEGER NOT NULL, at INTEGER NOT NULL, service TEXT, account TEXT
  ) STRICT;
  CREATE INDEX rescued_file_document ON rescued_file (document_id);
  CREATE INDEX rescued_file_path ON rescued_file (path);
  CREATE INDEX document_fact_unsigned ON document_fact (connection_id)
    WHERE status IN ('rejected', 'withdrawn') AND gone_at IS NULL;
  `,
  `
  -- When the computer had been switched on, by the clock that gave the time of the row: a clock that is set forward later
  -- does not make the row older.
  ALTER TABLE folder_taken ADD COLUMN booted_at INTEGER;
  DROP TRIGGER folder_taken_added;
  CREATE TRIGGER folder_taken_added AFTER INSERT ON submission
    WHEN json_extract(NEW.content, '$.folder.id') IS NOT NULL
    BEGIN
      INSERT OR IGNORE INTO folder_taken (submission_id, folder_id, path, at, goal, booted_at) VALUES (
        NEW.id, json_extract(NEW.content, '$.folder.id'), json_extract(NEW.content, '$.folder.path'),
        json_extract(NEW.content, '$.acceptedAt'), json_extract(NEW.content, '$.goal'),
        json_extract(NEW.content, '$.folder.bootedAt'));
    END;
  `,
  `
  -- The kind of signature and the law, as the details told them. Nothing else tells them of documents made elsewhere.
  ALTER TABLE document_fact ADD COLUMN mode TEXT;
  ALTER TABLE document_fact ADD COLUMN jurisdiction TEXT;
  `,
  `
  -- Where an original lay when it was taken: it may have another name since.
  ALTER TABLE folder_taken ADD COLUMN taken_as TEXT;
  UPDATE folder_taken SET taken_as = coalesce((SELECT CASE WHEN json_valid(content) THEN content ->> '$.folder.path' END
    FROM submission WHERE id = submission_id), path);
  CREATE INDEX folder_taken_as ON folder_taken (folder_id, lower(taken_as));
  DROP TRIGGER folder_taken_added;
  CREATE TRIGGER folder_taken_added AFTER INSERT ON submission
    WHEN json_extract(NEW.content, '$.folder.id') IS NOT NULL
    BEGIN
      INSERT OR IGNORE INTO folder_taken (submission_id, folder_id, path, at, goal, booted_at, taken_as) VALUES (
        NEW.id, json_extract(NEW.content, '$.folder.id'), json_extract(NEW.content, '$.folder.path'),
        json_extract(NEW.content, '$.acceptedAt'), json_extract(NEW.content, '$.goal'),
        json_extract(NEW.content, '$.folder.bootedAt'), json_extract(NEW.content, '$.folder.path'));
    END;
  `,
];
