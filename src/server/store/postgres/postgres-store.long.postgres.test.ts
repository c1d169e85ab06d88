import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
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
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openExistingPostgresStore, openPostgresStore } from './postgres-store.ts';
import { mountSmallDisk } from './testing/small-disk.ts';
import {
  createTemporaryDatabase,
  getFolderDatabase,
  runStatements,
  withOpenTransaction,
} from './testing/temporary-database.ts';

const settings = serverSettings;
const open = async (folder: string) => openPostgresStore({ url: await getFolderDatabase(folder), settings });

describeDeliveries('openPostgresStore', open);
describeReceipts('openPostgresStore', open);
describeReplies('openPostgresStore', open);
describeNotifications('openPostgresStore', open);
describeReviews('openPostgresStore', open);
describePeople('openPostgresStore', open);
describePrivacy('openPostgresStore', open);
describeInbox('openPostgresStore', open);
describeContentCopies('openPostgresStore', open);
describeFigures('openPostgresStore', open);
describeDamage('openPostgresStore', {
  open,
  run: async (folder, ...statements) => runStatements(await getFolderDatabase(folder), ...statements),
  unlockAudit: 'ALTER TABLE audit DISABLE TRIGGER USER',
});

async function opened(url: string, changes: Partial<typeof settings.postgres> = {}) {
  const store = await openPostgresStore({
    url,
    settings: { ...settings, postgres: { ...settings.postgres, ...changes } },
  });
  onTestFinished(store.close);
  return store;
}

describe('stores of one database', () => {
  it('send each mail once between them, however often both look', async () => {
    const url = await createTemporaryDatabase();
    const stores = [await opened(url), await opened(url)];
    for (const store of stores) expect(await store.becomeSender()).toBe(true);
    await Promise.all(Array.from({ length: 20 }, () => stores[0]?.accept(createEntry())));
    const looks = Array.from({ length: 12 }, (_, at) => stores[at % 2]?.dueMails({ now: arrival, limit: 3 }));
    const taken = (await Promise.all(looks)).map((mails) => mails?.map(({ enquiryId }) => enquiryId) ?? []);
    const [first = [], second = []] = [0, 1].map((mine) => taken.filter((_, at) => at % 2 === mine).flat());
    expect(new Set([...first, ...second]).size).toBe(new Set(first).size + new Set(second).size);
    expect(second.filter((id) => first.includes(id))).toEqual([]);
  });

  it('send what another has taken once that has closed, and once it has not been heard of for long', async () => {
    const url = await createTemporaryDatabase();
    const [closing, silent, last] = [await opened(url), await opened(url), await opened(url)];
    for (const store of [closing, silent, last]) await store.becomeSender();
    await closing.accept(createEntry());
    const due = async (store: typeof last) => (await store.dueMails({ now: arrival, limit: 9 })).length;
    expect([await due(closing), await due(silent)]).toEqual([1, 0]);
    await closing.close();
    expect([await due(silent), await due(last)]).toEqual([1, 0]);
    await runStatements(url, 'UPDATE senders SET alive_until = now() WHERE id = (SELECT sender FROM mails)');
    expect([await due(last), await due(silent)]).toEqual([1, 0]);
  });

  it('take no delivery that another is making, whatever their clocks say', async () => {
    const url = await createTemporaryDatabase();
    const [slow, fast] = [await opened(url), await opened(url)];
    await slow.accept(createEntry({ deliveries: [{ destination: 'crm', body: '{}' }] }));
    const take = async (store: typeof slow, now: number) => {
      const places = [{ destination: 'crm', limit: 9 }];
      return (await store.claimDeliveries({ now, leasedUntil: now + 60_000, places, photosWaitMs: 0 }))
        .length;
    };
    const hourMs = 3_600_000;
    expect([await take(slow, arrival), await take(fast, arrival + hourMs)]).toEqual([1, 0]);
    await runStatements(
      url,
      'UPDATE senders SET alive_until = now() WHERE id = (SELECT sender FROM deliveries)',
    );
    expect(await take(fast, arrival + hourMs)).toBe(1);
  });

  it('are heard of no more once they have closed, however many ask at once as they begin', async () => {
    const url = await createTemporaryDatabase();
    const store = await openPostgresStore({ url, settings });
    await Promise.all(Array.from({ length: 9 }, () => store.becomeSender()));
    expect(await runStatements(url, 'SELECT FROM senders')).toHaveLength(1);
    await store.close();
    expect(await runStatements(url, 'SELECT FROM senders')).toEqual([]);
  });

  it('answer one key once, whichever of them is asked', async () => {
    const url = await createTemporaryDatabase();
    const stores = await Promise.all([1, 2, 3].map(() => opened(url)));
    const sends = Array.from({ length: 30 }, (_, at) =>
      createEntry({ idempotency: { key: `k${at % 5}`, bodyHash: 'h' } }),
    );
    const answers = await Promise.all(sends.map((entry, at) => stores[at % 3]?.accept(entry)));
    expect(answers.filter((answer) => answer?.kind === 'accepted')).toHaveLength(5);
    expect(new Set(answers.map((answer) => answer && 'id' in answer && answer.id)).size).toBe(5);
    expect((await stores[0]?.page({ limit: 99 }))?.enquiries).toHaveLength(5);
  });
});

describe('stores of one database, while others write', () => {
  const note = { at: arrival, action: 'erased', who: { name: 'Ada' } } as const;
  const email = 'zoe@example.org';
  const zoe = () => createEntry({ visitor: { email }, values: { email } });

  it('erase each enquiry once, whoever erases and notes at the same time', async () => {
    const url = await createTemporaryDatabase();
    const stores = [await opened(url), await opened(url)] as const;
    const entries = Array.from({ length: 12 }, zoe);
    for (const entry of entries) await stores[0].accept(entry);
    const noting = entries.map(({ id }) =>
      stores[1].recordMailAttempt({
        enquiryId: id,
        at: arrival,
        state: 'waiting',
        dueAt: arrival,
        reason: 'x',
      }),
    );
    const notes = entries.map(({ id }) => stores[0].commentOnEnquiry({ id, now: arrival, text: 'Rang' }));
    const erased = await Promise.all(stores.map((store) => store.erasePerson({ email, limit: 99, note })));
    await Promise.all([...noting, ...notes]);
    expect(erased.reduce((sum, { enquiries }) => sum + enquiries, 0)).toBe(entries.length);
    expect((await stores[1].page({ limit: 9 })).enquiries).toEqual([]);
    expect(await stores[0].erasedFiles({ limit: 99 })).toHaveLength(entries.length);
    expect(await runStatements(url, 'SELECT FROM mail_tries UNION ALL SELECT FROM enquiry_events')).toEqual(
      [],
    );
  });

  it('keep a photo that another enquiry names by the time that it would go', async () => {
    const url = await createTemporaryDatabase();
    const [erasing, accepting] = [await opened(url), await opened(url)];
    for (let round = 0; round < 10; round += 1) {
      const path = `photos/${round}.jpg`;
      await erasing.issuePhoto({
        path,
        name: 'keel.jpg',
        type: 'image/jpeg',
        maxBytes: 9,
        issuedAt: arrival,
      });
      await erasing.accept({ ...zoe(), photos: [path] });
      const other = createEntry({ photos: [path] });
      const [erased] = await Promise.all([
        erasing.erasePerson({ email, limit: 99, note }),
        accepting.accept(other),
      ]);
      const named = await runStatements(url, `SELECT FROM enquiry_photos WHERE path = '${path}'`);
      expect(await erasing.findPhotos([path])).toHaveLength(named.length);
      expect(erased.photos).toBe(1 - named.length);
    }
  });

  it('erase what is due once between them, and set rules one after another', async () => {
    const url = await createTemporaryDatabase();
    const stores = [await opened(url), await opened(url)] as const;
    const set = await Promise.all(
      stores.map((store, at) => store.setRetention({ rules: [{ enquiries: 1 + at }], seen: [], note })),
    );
    expect(set.toSorted()).toEqual(['changed', 'set']);
    for (let count = 0; count < 8; count += 1) await stores[0].accept(createEntry());
    const now = arrival + 9 * 86_400_000;
    const erased = await Promise.all(stores.map((store) => store.eraseDue({ now, limit: 5 })));
    expect(erased.map(({ enquiries }) => enquiries).toSorted()).toEqual([3, 5]);
  });

  it('let one of two take an enquiry up, and note what each did', async () => {
    const url = await createTemporaryDatabase();
    const stores = [await opened(url), await opened(url)] as const;
    const { id } = createEntry();
    await stores[0].accept(createEntry({ id }));
    const outcomes = await Promise.all(
      stores.map((store, at) => {
        const by = { id: String(at), name: `Ada ${at}` };
        const change = { handling: 'in-hand', assignee: by, seen: { handling: 'new' } } as const;
        return store.handleEnquiry({ id, by, now: arrival, ...change });
      }),
    );
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'done']);
    const addresses = { to: 'kiel@example.com', fallback: null };
    await Promise.all(
      stores.map((store, at) => store.forwardEnquiry({ id, now: arrival, office: 18 + at, addresses })),
    );
    const file = await stores[0].enquiryDetails(id);
    expect(file?.events.map(({ kind }) => kind)).toEqual(['handled', 'assigned', 'forwarded', 'forwarded']);
    const [first, second] = file?.events.slice(2) ?? [];
    expect(second).toMatchObject({ from: String(first && 'office' in first && first.office) });
  });

  it('add up what each has counted', async () => {
    const url = await createTemporaryDatabase();
    const stores = [await opened(url), await opened(url)] as const;
    const figures = ['phone', 'email', 'name'].map((field) => ({
      day: '2026-11-23',
      site: '1',
      type: 'service',
      step: 'met' as const,
      field,
      code: 'required',
      count: 1,
    }));
    await Promise.all(
      Array.from({ length: 20 }, (_each, at) =>
        (stores[at % 2] ?? stores[0]).addFigures(at % 3 ? figures : figures.toReversed()),
      ),
    );
    const sums = await stores[1].figures({ from: '2026-01-01', until: '2026-12-31' });
    expect(sums.fields.map(({ count }) => count)).toEqual([20, 20, 20]);
  });
});

describe('a database that does not do its work', () => {
  const failure = (url: string) => openPostgresStore({ url, settings }).then(() => undefined, String);
  const lineOf = (reason: string) =>
    new RegExp(`^StoreError: Cannot use the database in DATABASE_URL: [^\\n]*${reason}[^\\n]*$`);
  const changed = (url: string, changes: Partial<URL>) => Object.assign(new URL(url), changes).href;

  it('is told of in one line that says what to mend', async () => {
    const url = await createTemporaryDatabase();
    await runStatements(url, `CREATE ROLE "${nameOf(url)}" LOGIN PASSWORD 'right'`);
    onTestFinished(async () => void (await runStatements(url, `DROP ROLE "${nameOf(url)}"`)));
    const another = { username: nameOf(url), password: 'wrong' };
    expect(await failure(changed(url, another))).toMatch(
      lineOf('check the name and the password in DATABASE_URL'),
    );
    expect(await failure(changed(url, { pathname: '/nowhere' }))).toMatch(lineOf('create the database'));
    expect(await failure(changed(url, { port: '1' }))).toMatch(lineOf('check that PostgreSQL runs'));
    expect(await failure(changed(url, { hostname: 'nowhere.invalid' }))).toMatch(lineOf('check the host'));
    const empty = await createTemporaryDatabase({ template: 'template0' });
    const weak = changed(empty, { ...another, password: 'right' });
    expect(await failure(weak)).toMatch(lineOf('give the role in DATABASE_URL the permission'));
    await runStatements(url, 'INSERT INTO slipway_steps (step, serves) VALUES (99, 99)');
    expect(await failure(url)).toMatch(lineOf('a newer version wrote it'));
  });

  it('is refused where it would acknowledge what is not on its disk', async () => {
    const url = await createTemporaryDatabase();
    await runStatements(url, `ALTER DATABASE "${nameOf(url)}" SET synchronous_commit = off`);
    expect(await failure(url)).toMatch(lineOf('synchronous_commit is off there'));
  });

  it('is refused where it holds not every character', async () => {
    const url = await createTemporaryDatabase({ template: 'template0', encoding: 'LATIN1' });
    expect(await failure(url)).toMatch(lineOf('its encoding is LATIN1'));
  });

  it('is not taken for new where a data folder says that there was one, unless somebody begins anew', async () => {
    const url = await createTemporaryDatabase({ template: 'template0' });
    const dataFolder = createTemporaryFolder();
    writeFileSync(`${dataFolder}/secret`, 'x');
    const open = (whenAbsent?: 'make' | 'refuse') =>
      openPostgresStore({ url, settings, dataFolder, whenAbsent });
    const lost =
      'Cannot find the enquiries: the database in DATABASE_URL is missing or empty, but next to it there is secret; restore it from a backup, or start with an empty one: --begin-anew';
    await expect(open()).rejects.toMatchObject({ code: 'lost', message: lost });
    await expect(open('refuse')).rejects.toMatchObject({ code: 'lost' });
    expect(await openExistingPostgresStore({ url, settings })).toBeUndefined();
    await (await open('make')).close();
    await (await open()).close();
    await (await openExistingPostgresStore({ url, settings }))?.close();
  });

  it('takes nothing while it is read-only, says so, and goes on afterwards', async () => {
    const url = await createTemporaryDatabase();
    const readOnly = changed(url, { search: '?options=-c%20default_transaction_read_only%3Don' });
    const store = await opened(readOnly);
    const refused = {
      code: 'full',
      message: expect.stringMatching(/it is read-only; use its primary[^\n]*$/),
    };
    await expect(store.accept(createEntry())).rejects.toMatchObject(refused);
    await expect(store.probe()).rejects.toMatchObject(refused);
    expect(await store.page({ limit: 1 })).toEqual({ enquiries: [] });
  });

  it('takes nothing while its disk is full, says so, and goes on once there is room', async ({ skip }) => {
    const url = await createTemporaryDatabase();
    const disk = await mountSmallDisk(url, '40m');
    skip(disk === undefined, 'nobody may mount a disk here');
    const server = changed(url, { pathname: '/postgres' });
    const name = nameOf(url);
    await runStatements(server, `CREATE TABLESPACE "${name}" LOCATION '${disk?.folder}'`);
    onTestFinished(() => runStatements(server, `DROP TABLESPACE "${name}"`).then(() => disk?.remove()));
    await runStatements(server, `ALTER DATABASE "${name}" SET TABLESPACE "${name}"`);
    onTestFinished(() =>
      runStatements(server, `ALTER DATABASE "${name}" SET TABLESPACE pg_default`).then(() => {}),
    );
    const store = await opened(url);
    const stored: string[] = [];
    const fill = async () => {
      for (let each = 0; each < 60; each += 1) {
        const entry = createEntry({ values: { message: randomBytes(1_000_000).toString('base64') } });
        await store.accept(entry);
        stored.push(entry.id);
      }
    };
    await expect(fill()).rejects.toMatchObject({
      code: 'full',
      message: expect.stringMatching(/No space left on device; free some space on its disk[^\n]*$/),
    });
    const ids = async () => (await store.page({ limit: 99 })).enquiries.map(({ id }) => id);
    expect(stored.length).toBeGreaterThan(5);
    expect(await ids()).toEqual(stored);
    disk?.grow('200m');
    const after = createEntry();
    await store.accept(after);
    expect(await ids()).toEqual([...stored, after.id]);
    await store.close();
  });

  it('refuses an enquiry that is too much for it, and none that came with it', async () => {
    const store = await opened(await createTemporaryDatabase());
    // More than an index of PostgreSQL's takes, since it is not compressed (54000).
    const tooMuch = createEntry({ enquiryType: randomBytes(9_000).toString('base64') });
    const others = Array.from({ length: 12 }, () => createEntry());
    const outcomes = await Promise.allSettled([...others, tooMuch].map((entry) => store.accept(entry)));
    expect(outcomes.map(({ status }) => status)).toEqual([...others.map(() => 'fulfilled'), 'rejected']);
    expect((await store.page({ limit: 99 })).enquiries).toHaveLength(12);
  });

  it('stores many large enquiries that come at once', async () => {
    const store = await opened(await createTemporaryDatabase());
    const message = randomBytes(700_000).toString('base64');
    const entries = Array.from({ length: 40 }, () => createEntry({ values: { message } }));
    await Promise.all(entries.map((entry) => store.accept(entry)));
    expect((await store.page({ limit: 99 })).enquiries).toHaveLength(40);
  });

  it('loses connections without losing what was acknowledged, and is asked again by new ones', async () => {
    const url = await createTemporaryDatabase();
    const store = await opened(url);
    const acknowledged = new Set<string>();
    const failures: unknown[] = [];
    const sends = Array.from({ length: 200 }, async () => {
      const entry = createEntry();
      await store.accept(entry).then(
        () => acknowledged.add(entry.id),
        (error) => failures.push(error),
      );
    });
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'slipway' AND datname = '${nameOf(url)}'`;
    for (let round = 0; round < 5; round += 1) await runStatements(url, cut);
    await Promise.all(sends);
    for (const error of failures) expect(error).toMatchObject({ name: 'StoreError', code: 'broken' });
    const stored = (await store.page({ limit: 999 })).enquiries.map(({ id }) => id);
    expect(new Set(stored).size).toBe(stored.length);
    expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([]);
  });

  it('that holds a statement up lets go of it, and says so', async () => {
    const url = await createTemporaryDatabase();
    // Far more than opening takes on a busy machine.
    const store = await opened(url, { statementTimeoutMs: 2000 });
    const late = { code: 'broken', message: expect.stringContaining('it took too long') };
    await withOpenTransaction(url, 'LOCK TABLE enquiries', async () => {
      await expect(store.accept(createEntry())).rejects.toMatchObject(late);
    });
    expect(await store.accept(createEntry())).toMatchObject({ kind: 'accepted' });
  });
});

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
