import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import type { EnquiryFilter } from '../records/inbox-entry.ts';
import type { Store } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { describeContentCopies } from '../testing/content-copies-suite.ts';
import { describeDamage } from '../testing/damage-suite.ts';
import { describeDeliveries } from '../testing/delivery-suite.ts';
import { describeFigures } from '../testing/figures-suite.ts';
import { describeInbox } from '../testing/inbox-suite.ts';
import { arrival, createEntry } from '../testing/new-entry.ts';
import { describeNotifications } from '../testing/notifications-suite.ts';
import { describePeople } from '../testing/people-suite.ts';
import { describePrivacy } from '../testing/privacy-suite.ts';
import { describeReceipts } from '../testing/receipts-suite.ts';
import { describeReplies } from '../testing/replies-suite.ts';
import { describeReviews } from '../testing/review-suite.ts';
import { describeStore } from '../testing/store-suite.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { describeVersions } from '../testing/version-suite.ts';
import { getDatabasePath, openDatabase } from './database.ts';
import { openExistingSqliteStore, openSqliteStore } from './sqlite-store.ts';

const settings = serverSettings;

describeStore('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describeDeliveries('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describeInbox('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describePrivacy('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describeContentCopies('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describeFigures('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describePeople('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describeVersions('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describeReceipts('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describeNotifications('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describeReplies('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describeReviews('openSqliteStore', (dataFolder) => openSqliteStore({ dataFolder, settings }));
describeDamage('openSqliteStore', {
  open: (dataFolder) => openSqliteStore({ dataFolder, settings }),
  async run(dataFolder, ...statements) {
    const db = new DatabaseSync(getDatabasePath(dataFolder));
    for (const statement of statements) db.exec(statement);
    db.close();
  },
  unlockAudit: 'DROP TRIGGER audit_unchanged',
});

describe('openSqliteStore', () => {
  it('waits for the disk at each commit', () => {
    const db = openDatabase({ whenAbsent: 'make', dataFolder: createTemporaryFolder(), busyTimeoutMs: 0 });
    onTestFinished(() => db.close());
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    // FULL (SQLite, "PRAGMA synchronous").
    expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  it('lets nobody else read what visitors wrote', async () => {
    const dataFolder = `${createTemporaryFolder()}/new`;
    const store = openSqliteStore({ dataFolder, settings });
    await store.accept(createEntry());
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
    for (const suffix of ['', '-wal', '-shm']) {
      expect(statSync(join(dataFolder, `slipway.db${suffix}`)).mode & 0o777).toBe(0o600);
    }
    await store.close();
  });

  it('refuses a file that is no database, in one line', () => {
    const dataFolder = createTemporaryFolder();
    writeFileSync(join(dataFolder, 'slipway.db'), 'This is a letter, not a database. '.repeat(50));
    expect(() => openSqliteStore({ dataFolder, settings })).toThrow(
      expect.objectContaining({
        code: 'foreign',
        message: expect.stringMatching(/^Cannot open the database ".+"[^\n]+$/),
      }),
    );
  });

  it('lets one store at a time send, and the next one when that has closed', async () => {
    const dataFolder = createTemporaryFolder();
    const [first, second] = [1, 2].map(() => openSqliteStore({ dataFolder, settings }));
    onTestFinished(() => second?.close());
    expect(await first?.becomeSender()).toBe(true);
    expect(await first?.becomeSender()).toBe(true);
    expect(await second?.becomeSender()).toBe(false);
    await first?.close();
    expect(await second?.becomeSender()).toBe(true);
  });

  it('drops keys whose time is over', async () => {
    const dataFolder = createTemporaryFolder();
    const store = openSqliteStore({ dataFolder, settings });
    const keys = ['a', 'b', 'c'].map((key) => createEntry({ idempotency: { key, bodyHash: 'h' } }));
    await Promise.all(keys.map(store.accept));
    await store.accept(createEntry({ receivedAt: arrival + settings.idempotency.rememberedMs }));
    await store.close();
    const db = new DatabaseSync(join(dataFolder, 'slipway.db'));
    onTestFinished(() => db.close());
    expect(db.prepare('SELECT count(*) AS count FROM idempotency_keys').get()).toEqual({ count: 0 });
  });
});

describe('what a server of an older version has stored in the same folder', () => {
  /** As step 3 of the shape had it, before photos had a time to be made at, and mails one at which they were queued. */
  async function storedByOlder(state: 'waiting' | 'suspected') {
    const dataFolder = createTemporaryFolder();
    const store = openSqliteStore({ dataFolder, settings });
    onTestFinished(() => store.close());
    await store.issuePhoto({ path: 'a', name: 'a', type: 'image/png', maxBytes: 9, issuedAt: arrival });
    await store.recordPhotoStored({ path: 'a', bytes: 9, storedAt: arrival });
    await store.accept(
      createEntry({ photos: ['a'], ...(state === 'suspected' && { suspicion: 'honeypot' }) }),
    );
    const db = new DatabaseSync(join(dataFolder, 'slipway.db'));
    db.exec('UPDATE photos SET make_at = NULL; UPDATE mails SET queued_at = NULL');
    db.close();
    return store;
  }

  it('has its photos made', async () => {
    const store = await storedByOlder('waiting');
    expect(await store.photosToMake({ now: arrival, limit: 9 })).toEqual([]);
    expect([await store.adoptPhotos({ now: arrival }), await store.adoptPhotos({ now: arrival })]).toEqual([
      1, 0,
    ]);
    expect(await store.photosToMake({ now: arrival, limit: 9 })).toMatchObject([{ path: 'a' }]);
  });

  it('has them not made while its enquiry is suspected', async () => {
    expect(await (await storedByOlder('suspected')).adoptPhotos({ now: arrival })).toBe(0);
  });

  it('is found like everything else, and is not once it has deleted it', async () => {
    const dataFolder = createTemporaryFolder();
    const store = openSqliteStore({ dataFolder, settings });
    onTestFinished(() => store.close());
    const { id, reference, mail, receivedAt, ...content } = createEntry({
      values: { message: 'antifouling' },
    });
    await store.accept(createEntry());
    // As step 7 of the shape had it.
    const older = new DatabaseSync(join(dataFolder, 'slipway.db'));
    onTestFinished(() => older.close());
    const insert = 'INSERT INTO enquiries (id, reference, received_at, content) VALUES (?, ?, ?, ?)';
    older.prepare(insert).run(id, reference, receivedAt, JSON.stringify(content));
    older
      .prepare(
        `INSERT INTO mails (enquiry, state, recipient, content, queued_at, due_at) VALUES (2, 'suspected', ?, ?, 1, 1)`,
      )
      .run(mail.to, JSON.stringify(mail.content));
    await store.commentOnEnquiry({ id, now: arrival, text: 'Looks odd' });
    await store.recordMailAttempt({ enquiryId: id, at: arrival, state: 'failed', reason: 'no such user' });
    const found = async (filter: EnquiryFilter) =>
      (await store.findEnquiries({ filter, limit: 9 })).map((enquiry) => enquiry.reference);
    expect(await found({ search: 'antifoul', type: '6', office: '17', handling: 'new' })).toEqual([
      reference,
    ]);
    older.exec('DELETE FROM mails WHERE enquiry = 2; DELETE FROM enquiries WHERE sequence = 2');
    expect(await found({ search: 'antifoul' })).toEqual([]);
    expect(await store.countEnquiries({ filter: { search: 'antifoul' }, most: 9 })).toBe(0);
    expect(await store.countEnquiries({ filter: { search: 'hello' }, most: 9 })).toBe(1);
  });

  it('goes out, whatever becomes of its photos', async () => {
    const store = await storedByOlder('waiting');
    const request = { limit: 9, photosWaitMs: 1000 };
    expect(await store.dueMails({ ...request, now: arrival + 999 })).toEqual([]);
    expect(await store.dueMails({ ...request, now: arrival + 1000 })).toHaveLength(1);
  });
});

describe('the words of a receipt', () => {
  it('are in the database until it is sent, and no longer', async () => {
    const dataFolder = createTemporaryFolder();
    const store = openSqliteStore({ dataFolder, settings });
    onTestFinished(() => store.close());
    const entry = createEntry();
    const { content } = entry.mail;
    await store.accept({ ...entry, receipt: { state: 'waiting', to: 'ada@example.org', content } });
    const db = new DatabaseSync(join(dataFolder, 'slipway.db'));
    onTestFinished(() => db.close());
    const readContent = () => db.prepare('SELECT content FROM receipts').get()?.content;
    expect(readContent()).toBe(JSON.stringify(content));
    await store.receipts.recordMailAttempt({ enquiryId: entry.id, at: arrival, state: 'sent' });
    expect(readContent()).toBeNull();
  });
});

describe('the words by which enquiries are found', () => {
  const database = (dataFolder: string) => {
    const db = new DatabaseSync(join(dataFolder, 'slipway.db'));
    onTestFinished(() => db.close());
    return db;
  };
  const opened = (dataFolder: string) => {
    const store = openSqliteStore({ dataFolder, settings });
    onTestFinished(() => store.close());
    return store;
  };
  const found = async (store: Store, search: string) =>
    (await store.findEnquiries({ filter: { search }, limit: 9 })).map(({ id }) => id);
  const email = 'zoe.winter@example.org';
  const zoe = () => createEntry({ visitor: { name: 'Zoë', email }, values: { message: 'antifouling' } });

  it('are indexed soon after, though nobody looks for them', async () => {
    const dataFolder = createTemporaryFolder();
    const store = opened(dataFolder);
    const indexed = database(dataFolder).prepare('SELECT sequence FROM enquiry_words_until');
    await Promise.all([zoe(), zoe(), zoe()].map(store.accept));
    expect(indexed.get()).toEqual({ sequence: 0 });
    await expect.poll(() => indexed.get()).toEqual({ sequence: 3 });
    expect(await found(store, 'antifoul')).toHaveLength(3);
  });

  it('are found, and erased with whose they are, where a process was killed before it had indexed them', async () => {
    const dataFolder = createTemporaryFolder();
    const killed = opened(dataFolder);
    const entries = Array.from({ length: settings.store.wordsBatch + 1 }, zoe);
    await Promise.all(entries.map(killed.accept));
    const store = opened(dataFolder);
    expect((await store.personData({ email })).enquiries).toBe(entries.length);
    const last = zoe();
    await killed.accept(last);
    expect(await found(store, last.reference)).toEqual([last.id]);
    await killed.accept(zoe());
    const note = { at: arrival, action: 'erased', who: { name: 'Ada' }, details: {} } as const;
    expect(await store.erasePerson({ email, limit: 999, note })).toMatchObject({
      enquiries: entries.length + 2,
    });
    expect(await found(store, 'antifoul')).toEqual([]);
  });

  it('are those of the enquiry that has a number now, whose ever it was', async () => {
    const dataFolder = createTemporaryFolder();
    const store = opened(dataFolder);
    const forget = () => store.forgetSuspected({ receivedBefore: arrival + 1, limit: 9 });
    const suspected = () => createEntry({ values: { message: 'osmosis' }, suspicion: 'honeypot' });
    await store.accept(suspected());
    await forget();
    await store.accept(suspected());
    expect(await found(store, 'osmosis')).toHaveLength(1);
    await forget();
    const entry = zoe();
    await store.accept(entry);
    expect([await found(store, 'osmosis'), await found(store, 'antifoul')]).toEqual([[], [entry.id]]);
    const words = database(dataFolder);
    words.exec(`INSERT INTO enquiry_words (enquiry_words) VALUES ('integrity-check')`);
    expect(words.prepare(`SELECT count(*) AS count FROM enquiries`).get()).toEqual({ count: 1 });
  });

  it('stay with enquiries that a release has stored which indexed them at once', async () => {
    const dataFolder = createTemporaryFolder();
    const [before, later] = [zoe(), zoe()];
    const first = openSqliteStore({ dataFolder, settings });
    await first.accept(before);
    expect(await found(first, 'antifoul')).toEqual([before.id]);
    await first.close();
    // As step 10 of the shape had it.
    database(dataFolder).exec(`
      DROP INDEX enquiries_by_campaign;
      ALTER TABLE enquiries DROP COLUMN campaign;
      DROP TABLE receipts;
      DROP TABLE replies;
      DROP TABLE guides;
      DROP TABLE content_copies;
      DROP TABLE spam_blocks;
      DROP TABLE notifications;
      DROP TABLE notification_events;
      DROP TABLE notification_settings;
      DROP TABLE inbox_views;
      DROP TABLE preview_links;
      DROP TABLE comments;
      DROP TABLE reviews;
      DROP TABLE enquiry_words_until;
      DROP TRIGGER enquiry_words_deleted;
      DROP VIEW words_of_enquiries;
      ALTER TABLE enquiries DROP COLUMN further_words;
      CREATE VIEW words_of_enquiries AS SELECT sequence, content ->> '$.values.message' AS words FROM enquiries;
      CREATE TRIGGER enquiry_words_added AFTER INSERT ON enquiries BEGIN SELECT 1; END;
      CREATE TRIGGER enquiry_words_deleted BEFORE DELETE ON enquiries BEGIN SELECT 1; END;
      DROP TABLE deliveries;
      DROP TABLE delivery_tries;
      DROP TABLE destinations_off;
      ALTER TABLE erased_files DROP COLUMN until;
      DROP TABLE installation_keys;
      DROP TABLE other_installations;
      DROP TABLE draft_lines;
      DROP TABLE drafts;
      DROP TABLE draft_copies;
      DROP INDEX mails_due;
      CREATE INDEX mails_by_due_at ON mails (due_at) WHERE state = 'waiting';
      PRAGMA user_version = 10`);
    const store = opened(dataFolder);
    await store.accept(later);
    expect(await found(store, 'antifoul')).toEqual([later.id, before.id]);
    expect(await store.dueMails({ now: arrival, limit: 9 })).toHaveLength(2);
  });
});

describe('openExistingSqliteStore', () => {
  it('names a database that cannot be opened', () => {
    const dataFolder = createTemporaryFolder();
    mkdirSync(join(dataFolder, 'slipway.db'));
    expect(() => openExistingSqliteStore({ dataFolder, settings })).toThrow(StoreError);
  });

  it('finds nothing where no server has been', () => {
    expect(openExistingSqliteStore({ dataFolder: createTemporaryFolder(), settings })).toBeUndefined();
  });

  it('reads and writes while a server has the database open', async () => {
    const dataFolder = createTemporaryFolder();
    const server = openSqliteStore({ dataFolder, settings });
    onTestFinished(() => server.close());
    const entry = createEntry();
    await server.accept(entry);
    await server.recordMailAttempt({
      enquiryId: entry.id,
      at: arrival,
      state: 'failed',
      reason: 'no such user',
    });

    const beside = openExistingSqliteStore({ dataFolder, settings });
    expect(await beside?.page({ limit: 10 })).toMatchObject({ enquiries: [{ id: entry.id }] });
    await beside?.resend({ id: entry.id, now: arrival });
    await beside?.close();
    expect(await server.dueMails({ now: arrival, limit: 1 })).toHaveLength(1);
  });

  it('leaves a database of an older version to its server', () => {
    const dataFolder = createTemporaryFolder();
    writeFileSync(join(dataFolder, 'slipway.db'), '');
    expect(() => openExistingSqliteStore({ dataFolder, settings })).toThrow(
      /older version.*start this version/,
    );
  });
});
