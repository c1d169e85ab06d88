import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../config/settings.ts';
import { describeDesk } from '../testing/desk-suite.ts';
import { describeFigures } from '../testing/figures-suite.ts';
import { arrival, newEntry } from '../testing/new-entry.ts';
import { describePeople } from '../testing/people-suite.ts';
import { describePrivacy } from '../testing/privacy-suite.ts';
import { describeReceipts } from '../testing/receipts-suite.ts';
import { describeStore } from '../testing/store-suite.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { describeVersions } from '../testing/version-suite.ts';
import { openPostgresStore, openPostgresStoreBeside } from './postgres-store.ts';
import { administer, databaseFor, holding, temporaryDatabase } from './testing/temporary-database.ts';

const settings = serverSettings;
const open = async (folder: string) => openPostgresStore({ url: await databaseFor(folder), settings });

describeStore('openPostgresStore', open);
describeVersions('openPostgresStore', open);
describePeople('openPostgresStore', open);
describePrivacy('openPostgresStore', open);
describeDesk('openPostgresStore', open);
describeFigures('openPostgresStore', open);
describeReceipts('openPostgresStore', open);

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
    const url = await temporaryDatabase();
    const stores = [await opened(url), await opened(url)];
    for (const store of stores) expect(await store.becomeSender()).toBe(true);
    await Promise.all(Array.from({ length: 20 }, () => stores[0]?.accept(newEntry())));
    const looks = Array.from({ length: 12 }, (_, at) => stores[at % 2]?.dueMails({ now: arrival, limit: 3 }));
    const taken = (await Promise.all(looks)).map((mails) => mails?.map(({ enquiryId }) => enquiryId) ?? []);
    const [first = [], second = []] = [0, 1].map((mine) => taken.filter((_, at) => at % 2 === mine).flat());
    expect(new Set([...first, ...second]).size).toBe(new Set(first).size + new Set(second).size);
    expect(second.filter((id) => first.includes(id))).toEqual([]);
  });

  it('send what another has taken once that has closed, and once it has not been heard of for long', async () => {
    const url = await temporaryDatabase();
    const [closing, silent, last] = [await opened(url), await opened(url), await opened(url)];
    for (const store of [closing, silent, last]) await store.becomeSender();
    await closing.accept(newEntry());
    const due = async (store: typeof last) => (await store.dueMails({ now: arrival, limit: 9 })).length;
    expect([await due(closing), await due(silent)]).toEqual([1, 0]);
    await closing.close();
    expect([await due(silent), await due(last)]).toEqual([1, 0]);
    await administer(url, 'UPDATE senders SET alive_until = now() WHERE id = (SELECT sender FROM mails)');
    expect([await due(last), await due(silent)]).toEqual([1, 0]);
  });

  it('answer one key once, whichever of them is asked', async () => {
    const url = await temporaryDatabase();
    const stores = await Promise.all([1, 2, 3].map(() => opened(url)));
    const sends = Array.from({ length: 30 }, (_, at) =>
      newEntry({ idempotency: { key: `k${at % 5}`, bodyHash: 'h' } }),
    );
    const answers = await Promise.all(sends.map((entry, at) => stores[at % 3]?.accept(entry)));
    expect(answers.filter((answer) => answer?.kind === 'accepted')).toHaveLength(5);
    expect(new Set(answers.map((answer) => answer && 'id' in answer && answer.id)).size).toBe(5);
    expect((await stores[0]?.page({ limit: 99 }))?.enquiries).toHaveLength(5);
  });
});

describe('a database that does not do its work', () => {
  const failure = (url: string) => openPostgresStore({ url, settings }).then(() => undefined, String);
  const lineOf = (reason: string) =>
    new RegExp(`^StoreError: Cannot use the database in DATABASE_URL: [^\\n]*${reason}[^\\n]*$`);
  const changed = (url: string, changes: Partial<URL>) => Object.assign(new URL(url), changes).href;

  it('is told of in one line that says what to mend', async () => {
    const url = await temporaryDatabase();
    await administer(url, `CREATE ROLE "${nameOf(url)}" LOGIN PASSWORD 'right'`);
    onTestFinished(async () => void (await administer(url, `DROP ROLE "${nameOf(url)}"`)));
    const another = { username: nameOf(url), password: 'wrong' };
    expect(await failure(changed(url, another))).toMatch(
      lineOf('see the name and the password in DATABASE_URL'),
    );
    expect(await failure(changed(url, { pathname: '/nowhere' }))).toMatch(lineOf('make the database'));
    expect(await failure(changed(url, { port: '1' }))).toMatch(lineOf('see that PostgreSQL runs'));
    expect(await failure(changed(url, { hostname: 'nowhere.invalid' }))).toMatch(lineOf('see the host'));
    const empty = await temporaryDatabase({ template: 'template0' });
    const weak = changed(empty, { ...another, password: 'right' });
    expect(await failure(weak)).toMatch(lineOf('give the role of DATABASE_URL the right'));
    await administer(url, 'INSERT INTO slipway_steps (step, serves) VALUES (99, 99)');
    expect(await failure(url)).toMatch(lineOf('a newer version wrote it'));
  });

  it('is refused where it would acknowledge what is not on its disk', async () => {
    const url = await temporaryDatabase();
    await administer(url, `ALTER DATABASE "${nameOf(url)}" SET synchronous_commit = off`);
    expect(await failure(url)).toMatch(lineOf('synchronous_commit is off there'));
  });

  it('is refused where it holds not every character', async () => {
    const url = await temporaryDatabase({ template: 'template0', encoding: 'LATIN1' });
    expect(await failure(url)).toMatch(lineOf('its encoding is LATIN1'));
  });

  it('is not taken for new where a data folder says that there was one, unless somebody begins anew', async () => {
    const url = await temporaryDatabase({ template: 'template0' });
    const dataFolder = temporaryFolder();
    writeFileSync(`${dataFolder}/secret`, 'x');
    const open = (whenAbsent?: 'make' | 'refuse') =>
      openPostgresStore({ url, settings, dataFolder, whenAbsent });
    const lost =
      'Cannot find the enquiries: the database in DATABASE_URL is missing or empty, but beside it there is secret; restore it from a backup, or begin anew with --begin-anew';
    await expect(open()).rejects.toMatchObject({ code: 'lost', message: lost });
    await expect(open('refuse')).rejects.toMatchObject({ code: 'lost' });
    expect(await openPostgresStoreBeside({ url, settings })).toBeUndefined();
    await (await open('make')).close();
    await (await open()).close();
    await (await openPostgresStoreBeside({ url, settings }))?.close();
  });

  it('takes nothing while it is read-only, says so, and goes on afterwards', async () => {
    const url = await temporaryDatabase();
    const readOnly = changed(url, { search: '?options=-c%20default_transaction_read_only%3Don' });
    const store = await opened(readOnly);
    const refused = {
      code: 'full',
      message: expect.stringMatching(/it is read-only; name its primary[^\n]*$/),
    };
    await expect(store.accept(newEntry())).rejects.toMatchObject(refused);
    await expect(store.probe()).rejects.toMatchObject(refused);
    expect(await store.page({ limit: 1 })).toEqual({ enquiries: [] });
  });

  it('loses connections without losing what was acknowledged, and is asked again by new ones', async () => {
    const url = await temporaryDatabase();
    const store = await opened(url);
    const acknowledged = new Set<string>();
    const failures: unknown[] = [];
    const sends = Array.from({ length: 200 }, async () => {
      const entry = newEntry();
      await store.accept(entry).then(
        () => acknowledged.add(entry.id),
        (error) => failures.push(error),
      );
    });
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'slipway' AND datname = '${nameOf(url)}'`;
    for (let round = 0; round < 5; round += 1) await administer(url, cut);
    await Promise.all(sends);
    for (const error of failures) expect(error).toMatchObject({ name: 'StoreError', code: 'broken' });
    const stored = (await store.page({ limit: 999 })).enquiries.map(({ id }) => id);
    expect(new Set(stored).size).toBe(stored.length);
    expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([]);
  });

  it('that holds a statement up lets go of it, and says so', async () => {
    const url = await temporaryDatabase();
    const store = await opened(url, { statementTimeoutMs: 50 });
    const late = { code: 'broken', message: expect.stringContaining('it took too long') };
    await holding(url, 'LOCK TABLE enquiries', async () => {
      await expect(store.accept(newEntry())).rejects.toMatchObject(late);
    });
    expect(await store.accept(newEntry())).toMatchObject({ kind: 'accepted' });
  });
});

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
