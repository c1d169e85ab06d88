import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { copyDatabase } from './copy-database.ts';
import { runInSnapshot, runTransaction } from './transaction.ts';

/**
 * The migrations of the schema, in order: the first one creates it, each further one changes it. A released
 * migration is never edited. `user_version` of the database is the number of migrations that were applied.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE enquiries (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    reference TEXT NOT NULL UNIQUE,
    received_at INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT;

  CREATE TABLE mails (
    enquiry INTEGER PRIMARY KEY REFERENCES enquiries (sequence),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'no-recipient')),
    recipient TEXT,
    content TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER,
    reason TEXT
  ) STRICT;

  CREATE INDEX mails_by_due_at ON mails (due_at) WHERE state = 'waiting';

  CREATE TABLE idempotency_keys (
    key TEXT PRIMARY KEY,
    body_hash TEXT NOT NULL,
    enquiry INTEGER NOT NULL REFERENCES enquiries (sequence),
    remembered_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX idempotency_keys_by_end ON idempotency_keys (remembered_until);
  `,
  `
  CREATE TABLE photos (
    number INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    max_bytes INTEGER NOT NULL,
    issued_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'issued' CHECK (state IN ('issued', 'stored', 'ready', 'withheld')),
    stored_at INTEGER,
    bytes INTEGER,
    preview BLOB,
    is_claimed INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE INDEX photos_to_make ON photos (stored_at) WHERE state = 'stored';
  CREATE INDEX photos_unclaimed ON photos (issued_at) WHERE is_claimed = 0;

  CREATE TABLE enquiry_photos (
    enquiry INTEGER NOT NULL REFERENCES enquiries (sequence),
    position INTEGER NOT NULL,
    path TEXT NOT NULL REFERENCES photos (path),
    PRIMARY KEY (enquiry, position)
  ) STRICT, WITHOUT ROWID;
  `,
  // A CHECK cannot be changed, so the table is created again.
  `
  CREATE TABLE changed_mails (
    enquiry INTEGER PRIMARY KEY REFERENCES enquiries (sequence),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'no-recipient', 'suspected')),
    recipient TEXT,
    fallback TEXT,
    refused_by TEXT,
    content TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    queued_at INTEGER,
    due_at INTEGER,
    reason TEXT
  ) STRICT;
  INSERT INTO changed_mails (enquiry, state, recipient, content, attempts, tries, queued_at, due_at, reason)
    SELECT enquiry, state, recipient, mails.content, attempts, tries, received_at, due_at, reason
    FROM mails JOIN enquiries ON sequence = enquiry;
  DROP TABLE mails;
  ALTER TABLE changed_mails RENAME TO mails;
  CREATE INDEX mails_by_due_at ON mails (due_at) WHERE state = 'waiting';
  CREATE INDEX mails_unsent ON mails (state) WHERE state <> 'sent';
  `,
  // Photos are re-encoded once an enquiry contains them. Failed ones are tried again or wait for a person.
  `
  ALTER TABLE photos ADD COLUMN make_at INTEGER;
  ALTER TABLE photos ADD COLUMN makes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE photos ADD COLUMN fault TEXT;
  UPDATE photos SET make_at = stored_at WHERE state = 'stored' AND is_claimed = 1;
  DROP INDEX photos_to_make;
  CREATE INDEX photos_to_make ON photos (make_at) WHERE state = 'stored';
  `,
  // Saved answers of unfinished forms, by the hash of the token in their links.
  `
  CREATE TABLE saved_answers (
    hash TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL,
    owner TEXT NOT NULL,
    content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX saved_answers_by_expiry ON saved_answers (expires_at);
  CREATE INDEX saved_answers_by_owner ON saved_answers (owner);
  `,
  // People of the studio, their credentials, and the audit log, which cannot be changed.
  `
  CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name_key TEXT NOT NULL UNIQUE,
    email_key TEXT UNIQUE,
    subject TEXT UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'publisher', 'owner')),
    content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL REFERENCES people (id),
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    browser TEXT NOT NULL,
    address TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_person ON sessions (person);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);

  CREATE TABLE words (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    use TEXT NOT NULL CHECK (use IN ('first-owner', 'owner', 'invitation', 'reset')),
    about TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX words_by_use ON words (use, about);
  CREATE INDEX words_by_expiry ON words (expires_at);

  CREATE TABLE tokens (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL REFERENCES people (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tokens_by_person ON tokens (person);

  CREATE TABLE given_password (
    mark TEXT NOT NULL
  ) STRICT;

  CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    person TEXT,
    words TEXT NOT NULL,
    content TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_person ON audit (person, number);
  CREATE INDEX audit_by_action ON audit (action, number);
  CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
  CREATE TRIGGER audit_kept BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
  `,
  // Versions of the form, which are never deleted: their numbers have no gap, and at most one is live.
  `
  CREATE TABLE versions (
    number INTEGER PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('scheduled', 'live', 'replaced', 'cancelled')),
    goes_live_at INTEGER,
    live_at INTEGER,
    replaced_at INTEGER,
    content TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX versions_live ON versions (state) WHERE state = 'live';
  CREATE INDEX versions_scheduled ON versions (goes_live_at) WHERE state = 'scheduled';

  CREATE TABLE version_documents (
    number INTEGER PRIMARY KEY REFERENCES versions (number),
    documents TEXT NOT NULL,
    consequences TEXT
  ) STRICT;

  CREATE TABLE version_hashes (
    hash TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES versions (number),
    PRIMARY KEY (hash, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE deployed_documents (
    digest TEXT NOT NULL
  ) STRICT;
  `,
  // The full-text index, each try to send a mail, and the events of enquiries. Triggers keep the index up to
  // date for servers of every release, and a deleted term leaves no byte behind. Each index also contains the
  // columns of the other filters, so that no filter reads an enquiry that it does not return.
  `
  ALTER TABLE enquiries ADD COLUMN handling TEXT NOT NULL DEFAULT 'new' CHECK (handling IN ('new', 'in-hand', 'answered'));
  ALTER TABLE enquiries ADD COLUMN assignee TEXT;
  ALTER TABLE enquiries ADD COLUMN forwarded_to TEXT;
  ALTER TABLE enquiries ADD COLUMN type TEXT
    GENERATED ALWAYS AS (CAST(content ->> '$.enquiryType' AS TEXT)) VIRTUAL;
  ALTER TABLE enquiries ADD COLUMN site TEXT GENERATED ALWAYS AS (content ->> '$.domain') VIRTUAL;
  ALTER TABLE enquiries ADD COLUMN office TEXT
    GENERATED ALWAYS AS (coalesce(forwarded_to, CAST(content ->> '$.office' AS TEXT))) VIRTUAL;
  CREATE INDEX enquiries_by_type ON enquiries (type, sequence, office, site, handling, received_at);
  CREATE INDEX enquiries_by_office ON enquiries (office, sequence, type, site, handling, received_at);
  CREATE INDEX enquiries_by_site ON enquiries (site, sequence, type, office, handling, received_at);
  CREATE INDEX enquiries_by_handling ON enquiries (handling, sequence, type, office, site, received_at);
  CREATE INDEX enquiries_by_assignee ON enquiries (assignee) WHERE assignee IS NOT NULL;
  CREATE INDEX enquiries_by_time ON enquiries (received_at, sequence, type, office, site, handling);
  CREATE INDEX enquiries_by_sequence ON enquiries (sequence, type, office, site, handling, received_at, assignee);

  CREATE VIRTUAL TABLE enquiry_words USING fts5 (words, content = '', tokenize = 'unicode61 remove_diacritics 2');
  INSERT INTO enquiry_words (enquiry_words, rank) VALUES ('secure-delete', 1);
  CREATE VIEW words_of_enquiries AS SELECT sequence, concat_ws(' ', reference, id,
      content ->> '$.visitor.name', content ->> '$.visitor.email',
      (SELECT group_concat(atom, ' ') FROM json_tree(content, '$.values') WHERE type IN ('text', 'integer', 'real'))
    ) AS words FROM enquiries;
  INSERT INTO enquiry_words (rowid, words) SELECT sequence, words FROM words_of_enquiries;
  CREATE TRIGGER enquiry_words_added AFTER INSERT ON enquiries BEGIN
    INSERT INTO enquiry_words (rowid, words) SELECT sequence, words FROM words_of_enquiries WHERE sequence = new.sequence;
  END;
  CREATE TRIGGER enquiry_words_deleted BEFORE DELETE ON enquiries BEGIN
    INSERT INTO enquiry_words (enquiry_words, rowid, words)
      SELECT 'delete', sequence, words FROM words_of_enquiries WHERE sequence = old.sequence;
  END;

  CREATE TABLE mail_tries (
    number INTEGER PRIMARY KEY,
    enquiry INTEGER NOT NULL REFERENCES enquiries (sequence) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    recipient TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'waiting', 'redirected', 'failed')),
    reason TEXT
  ) STRICT;
  CREATE INDEX mail_tries_by_enquiry ON mail_tries (enquiry);

  CREATE TABLE enquiry_events (
    number INTEGER PRIMARY KEY,
    enquiry INTEGER NOT NULL REFERENCES enquiries (sequence) ON DELETE CASCADE,
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX enquiry_events_by_enquiry ON enquiry_events (enquiry);
  `,
  // Files of erased enquiries that must still be removed, and the retention rules.
  `
  CREATE TABLE erased_files (
    kind TEXT NOT NULL CHECK (kind IN ('mail', 'photo')),
    name TEXT NOT NULL,
    PRIMARY KEY (kind, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE retention (
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX enquiry_photos_by_path ON enquiry_photos (path);
  CREATE INDEX idempotency_keys_by_enquiry ON idempotency_keys (enquiry);
  `,
  // Actions of visitors, as sums without personal data.
  `
  CREATE TABLE figures (
    day TEXT NOT NULL,
    site TEXT NOT NULL,
    type TEXT NOT NULL,
    step TEXT NOT NULL CHECK (step IN ('began', 'met', 'sent', 'left', 'returned', 'changed')),
    field TEXT NOT NULL,
    code TEXT NOT NULL,
    count REAL NOT NULL,
    PRIMARY KEY (day, site, type, step, field, code)
  ) STRICT, WITHOUT ROWID;
  `,
  // Due mails are searched address by address, so that thousands of mails for one address can be skipped at
  // once.
  `
  DROP INDEX mails_by_due_at;
  CREATE INDEX mails_due ON mails (recipient, due_at) WHERE state = 'waiting';
  `,
  // Enquiries are indexed in batches after they were acknowledged. All up to this number are indexed. It
  // never exceeds the latest number, because a deleted latest number is used again.
  `
  CREATE TABLE enquiry_words_until (
    sequence INTEGER NOT NULL
  ) STRICT;
  INSERT INTO enquiry_words_until SELECT coalesce(max(sequence), 0) FROM enquiries;
  DROP TRIGGER enquiry_words_added;
  DROP TRIGGER enquiry_words_deleted;
  CREATE TRIGGER enquiry_words_deleted BEFORE DELETE ON enquiries BEGIN
    INSERT INTO enquiry_words (enquiry_words, rowid, words)
      SELECT 'delete', sequence, words FROM words_of_enquiries
      WHERE sequence = old.sequence AND sequence <= (SELECT sequence FROM enquiry_words_until);
    UPDATE enquiry_words_until SET sequence = min(
      sequence, (SELECT coalesce(max(enquiries.sequence), 0) FROM enquiries WHERE enquiries.sequence <> old.sequence)
    );
  END;
  `,
  // The visitors' receipts. They are separate from mails, so that a slow mail server of a visitor does not
  // delay the mails to offices.
  `
  CREATE TABLE receipts (
    enquiry INTEGER PRIMARY KEY REFERENCES enquiries (sequence) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'held', 'withheld')),
    recipient TEXT,
    content TEXT,
    queued_at INTEGER,
    due_at INTEGER,
    tried_at INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    reason TEXT
  ) STRICT;
  CREATE INDEX receipts_due ON receipts (due_at) WHERE state = 'waiting';
  `,
  // The deliveries of enquiries to destinations other than mail. They are deleted with their enquiry, because
  // its number may be used again.
  `
  CREATE TABLE deliveries (
    enquiry INTEGER NOT NULL REFERENCES enquiries (sequence) ON DELETE CASCADE,
    destination TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'held')),
    body TEXT,
    queued_at INTEGER NOT NULL,
    due_at INTEGER,
    tries INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (enquiry, destination)
  ) STRICT;
  CREATE INDEX deliveries_due ON deliveries (destination, due_at) WHERE state = 'waiting';
  CREATE INDEX deliveries_open ON deliveries (destination, state, queued_at) WHERE state <> 'sent';
  CREATE TABLE delivery_tries (
    enquiry INTEGER NOT NULL REFERENCES enquiries (sequence) ON DELETE CASCADE,
    destination TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT
  ) STRICT;
  CREATE INDEX delivery_tries_by_enquiry ON delivery_tries (enquiry, destination);
  CREATE INDEX delivery_tries_sent ON delivery_tries (destination, at) WHERE outcome = 'sent';
  CREATE TABLE destinations_off (
    destination TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    reason TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // The time until which an erased file may reappear, because it may have been in flight.
  'ALTER TABLE erased_files ADD COLUMN until INTEGER',
  // Additional search terms of enquiries. Existing enquiries have none and are deleted from the index with
  // the same terms as before.
  `
  ALTER TABLE enquiries ADD COLUMN further_words TEXT;
  DROP VIEW words_of_enquiries;
  CREATE VIEW words_of_enquiries AS SELECT sequence, concat_ws(' ', reference, id,
      content ->> '$.visitor.name', content ->> '$.visitor.email',
      (SELECT group_concat(atom, ' ') FROM json_tree(content, '$.values') WHERE type IN ('text', 'integer', 'real')),
      further_words
    ) AS words FROM enquiries;
  `,
  // The encrypted keys of this installation, and the other installations that it knows.
  `
  CREATE TABLE installation_keys (
    number INTEGER PRIMARY KEY,
    sealed TEXT NOT NULL
  ) STRICT;
  CREATE TABLE other_installations (
    fingerprint TEXT PRIMARY KEY,
    is_trusted INTEGER NOT NULL DEFAULT 0,
    last_number INTEGER,
    last_documents TEXT
  ) STRICT, WITHOUT ROWID;
  `,
  // The studio's draft: its head and its lines are JSON. Copies are for a person to examine.
  `
  CREATE TABLE drafts (
    id TEXT PRIMARY KEY,
    head TEXT NOT NULL,
    lines INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE draft_lines (
    draft TEXT NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (draft, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE draft_copies (
    number INTEGER PRIMARY KEY,
    copied_at INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  `,
  // The name of the campaign (`getCampaignName`). Few enquiries have one, so the index is small.
  `
  ALTER TABLE enquiries ADD COLUMN campaign TEXT
    GENERATED ALWAYS AS (coalesce(content ->> '$.campaign.campaign', content ->> '$.campaign.source')) VIRTUAL;
  CREATE INDEX enquiries_by_campaign ON enquiries (campaign, sequence, type, site, received_at) WHERE campaign IS NOT NULL;
  `,
  // Replies to visitors: the words stay with the enquiry (`content`), the mail only until it is sent or given up.
  `
  CREATE TABLE replies (
    number INTEGER PRIMARY KEY,
    enquiry INTEGER NOT NULL REFERENCES enquiries (sequence) ON DELETE CASCADE,
    key TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL,
    at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    content TEXT NOT NULL,
    mail TEXT,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
    recipient TEXT NOT NULL,
    due_at INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    reason TEXT
  ) STRICT;
  CREATE INDEX replies_by_enquiry ON replies (enquiry);
  CREATE INDEX replies_by_person ON replies (person, at);
  CREATE INDEX replies_by_change ON replies (changed_at);
  CREATE INDEX replies_due ON replies (due_at, number) WHERE state = 'waiting';
  `,
  // The guide of each person (closed for people who were there before), and the last good copies of lists of the
  // content that come from addresses.
  `
  CREATE TABLE guides (
    person TEXT PRIMARY KEY,
    content TEXT NOT NULL
  ) STRICT;
  INSERT INTO guides (person, content) SELECT id, '{"done":[],"isDismissed":true}' FROM people;

  CREATE TABLE content_copies (
    key TEXT PRIMARY KEY,
    list TEXT NOT NULL,
    revision INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    details TEXT NOT NULL,
    entries TEXT
  ) STRICT;
  `,
  // What people block as spam. `folded` is the value as it is compared.
  `
  CREATE TABLE spam_blocks (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('address', 'domain', 'phrase')),
    folded TEXT NOT NULL,
    value TEXT NOT NULL,
    reason TEXT,
    person TEXT NOT NULL,
    person_name TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    caught INTEGER NOT NULL DEFAULT 0,
    caught_at INTEGER,
    UNIQUE (kind, folded)
  ) STRICT;
  `,
  // Notifications of people by mail: their settings with the state of the mail under way, what has happened and
  // is to be distributed, and what is to be mailed to whom.
  `
  CREATE TABLE notification_settings (
    person TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    mail TEXT,
    due_at INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    sent_at INTEGER,
    reason TEXT
  ) STRICT;
  CREATE TABLE notification_events (
    number INTEGER PRIMARY KEY,
    enquiry INTEGER NOT NULL REFERENCES enquiries (sequence) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    person TEXT
  ) STRICT;
  CREATE INDEX notification_events_due ON notification_events (due_at, number);
  CREATE INDEX notification_events_by_enquiry ON notification_events (enquiry);
  CREATE TABLE notifications (
    person TEXT NOT NULL,
    enquiry INTEGER NOT NULL REFERENCES enquiries (sequence) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    mail TEXT,
    PRIMARY KEY (person, enquiry, kind)
  ) STRICT;
  CREATE INDEX notifications_by_enquiry ON notifications (enquiry);
  `,
  // The saved views of the inbox, one row per person: JSON. The revision increases with each change.
  `
  CREATE TABLE inbox_views (
    person TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  `,
  // Links to previews, comments on the draft, and requests to publish it. A link that shows the draft as it
  // changes has no documents; `frozen` stays when they are deleted. The id of a thread is that of its first comment.
  `
  CREATE TABLE preview_links (
    id TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER,
    opened INTEGER NOT NULL DEFAULT 0,
    opened_at INTEGER,
    frozen INTEGER NOT NULL,
    content TEXT NOT NULL,
    documents TEXT
  ) STRICT;
  CREATE TABLE comments (
    id TEXT PRIMARY KEY,
    thread TEXT NOT NULL,
    target TEXT NOT NULL,
    at INTEGER NOT NULL,
    person TEXT,
    link TEXT,
    resolved_at INTEGER,
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX comments_by_thread ON comments (thread);
  CREATE INDEX comments_by_target ON comments (target);
  CREATE TABLE reviews (
    number INTEGER PRIMARY KEY,
    draft TEXT NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'returned', 'withdrawn', 'published')),
    published_as INTEGER,
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX reviews_by_version ON reviews (published_as) WHERE published_as IS NOT NULL;
  `,
];

/**
 * Up to this migration, databases were written without `secure_delete`: their free pages contain deleted
 * data.
 */
const lastInsecureMigration = 8;

/**
 * Writes the application id, which is in the file already, to test that the disk accepts a commit. Throws the
 * error of SQLite if it does not.
 */
export function touchDatabase(db: DatabaseSync): void {
  db.exec(`PRAGMA application_id = ${applicationId}`);
}

/** The id that marks a file as ours: the letters `SLPW`. */
const applicationId = 0x53_4c_50_57;

/**
 * Applies the missing migrations, each in a transaction, so that an interrupted migration continues where it
 * stopped, and of two processes that start at once only one applies each. Before that, an existing database
 * that lacks some is copied to `<file>.step-<migrations applied>`, unless that file exists, and is rewritten
 * if its free pages may contain deleted data. Does nothing if none is missing.
 * @throws StoreError `foreign` if a newer version or another program wrote the database
 */
export function migrateSqlite(db: DatabaseSync, file: string, steps = migrations): void {
  const before = readSchemaVersion(db, file, steps);
  if (before > 0 && before < steps.length) {
    copyDatabase(db, `${file}.step-${before}`);
    if (before <= lastInsecureMigration && hasEnquiries(db)) db.exec('VACUUM');
  }
  while (readSchemaVersion(db, file, steps) < steps.length) {
    runTransaction(db, () => {
      const version = readSchemaVersion(db, file, steps);
      const step = steps[version];
      if (step === undefined) return;
      db.exec(step);
      db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version + 1}`);
    });
  }
}

/**
 * Returns true if there is an enquiry; false also if the table is missing. A new database, which several
 * servers may be creating at once, is thus not compacted.
 */
function hasEnquiries(db: DatabaseSync): boolean {
  const isThere = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'enquiries'`).get() !== undefined;
  return isThere && db.prepare('SELECT 1 FROM enquiries LIMIT 1').get() !== undefined;
}

/**
 * Returns true if exactly the migrations of this version were applied, so that its server may still write:
 * another server may have applied newer ones meanwhile. False also for an older schema.
 */
export function isCurrentSchema(db: DatabaseSync): boolean {
  return readPragma(db, 'user_version') === migrations.length;
}

/**
 * Checks the schema without migrating it, since a server of another version may be using the database.
 * @throws StoreError `foreign` if it does not have exactly the schema of this version
 */
export function requireCurrentSqlite(db: DatabaseSync, file: string): void {
  if (readSchemaVersion(db, file) === migrations.length) return;
  throw new StoreError(
    'foreign',
    `Cannot read the database "${file}": an older version wrote it; start this version's server once to bring it up to date`,
  );
}

/**
 * Returns the number of applied migrations; 0 for an empty database.
 * @throws StoreError `foreign` if a newer version or another program wrote the database
 */
function readSchemaVersion(db: DatabaseSync, file: string, steps = migrations): number {
  const { version, isOurs, isEmpty } = readDatabaseMark(db);
  if (version > steps.length && isOurs) {
    throw new StoreError(
      'foreign',
      `Cannot open the database "${file}": a newer version wrote it (step ${version}, this version knows ${steps.length}); run the newer version, or name another folder in SLIPWAY_DATA`,
    );
  }
  if (!isOurs && (version > 0 || !isEmpty)) {
    throw new StoreError(
      'foreign',
      `Cannot open the database "${file}": another program wrote it; name another folder in SLIPWAY_DATA`,
    );
  }
  return version;
}

/** The number of applied migrations, the presence of our application id, and the absence of tables. */
interface DatabaseMark {
  readonly version: number;
  readonly isOurs: boolean;
  readonly isEmpty: boolean;
}

/** Reads the mark in one snapshot, since another process may apply a migration between two separate reads. */
function readDatabaseMark(db: DatabaseSync): DatabaseMark {
  if (!db.isTransaction) return runInSnapshot(db, () => readDatabaseMark(db));
  return {
    version: readPragma(db, 'user_version'),
    isOurs: readPragma(db, 'application_id') === applicationId,
    isEmpty: !hasTables(db),
  };
}

/** Returns true if the database has any table, also one of another program. */
export function hasTables(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
}

/** Returns the integer value of a pragma; 0 if it was never set. */
function readPragma(db: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}
