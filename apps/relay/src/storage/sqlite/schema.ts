import Database from 'libsql'
import { StorageError } from '../../errors.js'

/** Raised with every change of the tables; a file of another version is refused. */
const version = 4

/**
 * Pages of 4 KiB in the write-ahead log before it is written into the database. Everybody waits for that, and pages that changed often are
 * written once: with 4,000 a thousand turns of traffic had 1 % over 7 to 11 ms, with SQLite's 1,000 over 24 ms.
 */
const logPages = 4000

const tables = `
  CREATE TABLE message (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    topic TEXT NOT NULL,
    digest TEXT NOT NULL,
    message TEXT NOT NULL,
    attestation TEXT,
    tag INTEGER NOT NULL,
    publisher TEXT NOT NULL,
    size INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    sender INTEGER NOT NULL DEFAULT 0,
    UNIQUE (topic, digest)
  ) STRICT;
  CREATE INDEX message_by_expiry ON message (expires_at);
  CREATE TABLE acknowledgement (
    seq INTEGER NOT NULL REFERENCES message (seq) ON DELETE CASCADE,
    client TEXT NOT NULL,
    PRIMARY KEY (seq, client)
  ) STRICT, WITHOUT ROWID;
`

/** What came with version 2: who has how much. The row without a publisher is of all of them. */
const shares = `
  CREATE INDEX message_by_topic ON message (topic, seq, expires_at, size, publisher, sender);
  CREATE TABLE held (
    publisher TEXT PRIMARY KEY,
    messages INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO held SELECT publisher, count(*), sum(size) FROM message GROUP BY publisher;
  INSERT INTO held SELECT '', count(*), coalesce(sum(size), 0) FROM message;
  CREATE TRIGGER message_comes AFTER INSERT ON message BEGIN
    INSERT INTO held VALUES (NEW.publisher, 1, NEW.size), ('', 1, NEW.size)
      ON CONFLICT (publisher) DO UPDATE SET messages = messages + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER message_goes AFTER DELETE ON message BEGIN
    UPDATE held SET messages = messages - 1, bytes = bytes - OLD.size WHERE publisher IN (OLD.publisher, '');
    DELETE FROM held WHERE publisher = OLD.publisher AND messages = 0;
  END;
`

/** What came with version 3: who is told by Web Push, and the topics that they follow. */
const push = `
  CREATE TABLE registration (
    client TEXT PRIMARY KEY,
    endpoint TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    paused_until INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX registration_by_expiry ON registration (expires_at);
  CREATE TABLE followed (
    topic TEXT NOT NULL,
    client TEXT NOT NULL REFERENCES registration (client) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (topic, client)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX followed_by_client ON followed (client, at);
`

/** What came with version 4: how much a bucket of addresses has, as `@BUCKET` beside the publishers. What was there before is of none. */
const buckets = `
  ALTER TABLE message ADD COLUMN bucket INTEGER NOT NULL DEFAULT -1;
  ALTER TABLE registration ADD COLUMN bucket INTEGER NOT NULL DEFAULT -1;
  CREATE INDEX registration_by_bucket ON registration (bucket, expires_at);
  DROP TRIGGER message_comes;
  DROP TRIGGER message_goes;
  CREATE TRIGGER message_comes AFTER INSERT ON message BEGIN
    INSERT INTO held VALUES (NEW.publisher, 1, NEW.size), ('@' || NEW.bucket, 1, NEW.size), ('', 1, NEW.size)
      ON CONFLICT (publisher) DO UPDATE SET messages = messages + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER message_goes AFTER DELETE ON message BEGIN
    UPDATE held SET messages = messages - 1, bytes = bytes - OLD.size WHERE publisher IN (OLD.publisher, '@' || OLD.bucket, '');
    DELETE FROM held WHERE publisher IN (OLD.publisher, '@' || OLD.bucket) AND messages = 0;
  END;
  PRAGMA user_version = ${version};
`

/** From version 1. */
const upgrade = `
  ALTER TABLE message ADD COLUMN sender INTEGER NOT NULL DEFAULT 0;
  DROP INDEX message_by_topic;
`

/**
 * Opens a database for this process alone. A commit is on the disk once its write-ahead log was synchronised: SQLite does that before it
 * writes the log into the database, and else leaves it to us (synchronous = NORMAL), who do not hold up everybody for it.
 * @throws StorageError when the file can't be opened, is of another version, or another relay has it open
 */
export function openDatabase(file: string): Database.Database {
  let database: Database.Database | undefined
  try {
    database = new Database(file)
    // Exclusive before WAL: another process is refused, and no shared memory file is needed.
    database.pragma('locking_mode = EXCLUSIVE')
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma(`wal_autocheckpoint = ${logPages}`)
    database.pragma('foreign_keys = ON')
    database.exec('BEGIN IMMEDIATE')
    const { user_version: found } = Object(database.prepare('PRAGMA user_version').get())
    if (found === 0) database.exec(tables + shares + push + buckets)
    if (found === 1) database.exec(upgrade + shares + push + buckets)
    if (found === 2) database.exec(push + buckets)
    if (found === 3) database.exec(buckets)
    database.exec('COMMIT')
    if (found > version) throw new Error(`it is of version ${String(found)}, and this relay reads version ${version}`)
    return database
  } catch (error) {
    if (database) giveBack(database)
    const message = error instanceof Error ? error.message : String(error)
    const shown = /locked|busy/i.test(message) ? 'another process has it open' : message
    throw new StorageError(`The database ${file} can't be used: ${shown}.`, { option: 'database' })
  }
}

/** Leaves a database that can't be used to others. */
function giveBack(database: Database.Database): void {
  try {
    if (database.inTransaction) database.exec('ROLLBACK')
    closeDatabase(database)
  } catch {
    // It is another's already, or no database at all.
  }
}

/**
 * Closes a database so that another process, or this one, can open it at once. The driver keeps the file open until its
 * statements are collected, so the lock is given up first; that needs the write-ahead log to be gone.
 */
export function closeDatabase(database: Database.Database): void {
  try {
    database.pragma('journal_mode = DELETE')
    database.pragma('locking_mode = NORMAL')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
  } finally {
    database.close()
  }
}
