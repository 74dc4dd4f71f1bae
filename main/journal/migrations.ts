/**
 * Numbered by their place; each runs once, in a transaction. Never change one that was released: add another.
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
];
