import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { openExistingStore } from '../open-existing-store.ts';
import { openPostgresStore } from '../postgres/postgres-store.ts';
import {
  createTemporaryDatabase,
  runStatements,
  withOpenTransaction,
} from '../postgres/testing/temporary-database.ts';
import { getDatabasePath } from '../sqlite/database.ts';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import type { Store } from '../store.ts';
import { arrival, createEntry } from '../testing/new-entry.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { hasSameRows, type TableComparison } from './compare-databases.ts';
import { moveData } from './move-data.ts';
import type { MoveDatabase, MovedRow, MoveTarget } from './move-database.ts';
import { movedTables } from './moved-tables.ts';
import { withPostgresSource, withPostgresTarget } from './postgres-database.ts';
import { withSqliteSource, withSqliteTarget } from './sqlite-database.ts';
import { fillDatabase } from './testing/fill-database.ts';
import { leftOut } from './testing/left-out.ts';

const settings = serverSettings;
const emptyDatabase = () => createTemporaryDatabase({ template: 'template0' });

/** Changes the target before the move, to provoke a failure. */
type Meddle = (target: MoveTarget) => MoveTarget;

const moving =
  (meddle: Meddle, output: string[] = []) =>
  (source: MoveDatabase, target: MoveTarget) =>
    moveData({ source, target: meddle(target), report: (line) => void output.push(line) });

const unmeddled: Meddle = (target) => target;

function toPostgres(dataFolder: string, url: string, meddle = unmeddled, output?: string[]) {
  return withSqliteSource({ dataFolder, settings }, (source) =>
    withPostgresTarget({ url, settings, from: source.name }, (target) =>
      moving(meddle, output)(source, target),
    ),
  );
}

function toSqlite(url: string, dataFolder: string, meddle = unmeddled, output?: string[]) {
  return withPostgresSource({ url, settings }, (source) =>
    withSqliteTarget({ dataFolder, settings, from: source.name }, (target) =>
      moving(meddle, output)(source, target),
    ),
  );
}

/** A folder with something in every table. */
async function filled(options?: Parameters<typeof fillDatabase>[1]): Promise<string> {
  const folder = createTemporaryFolder();
  await fillDatabase(folder, options);
  return folder;
}

/** Every row of every table, as the file has them. */
function allRows(dataFolder: string) {
  const db = new DatabaseSync(getDatabasePath(dataFolder), { readOnly: true });
  onTestFinished(() => db.close());
  return Object.fromEntries(
    movedTables.map(({ name, keys }) => {
      const order = keys.map((key) => (name === 'delivery_tries' ? 'rowid' : key.name)).join(', ');
      return [name, db.prepare(`SELECT * FROM ${name} ORDER BY ${order}`).all()];
    }),
  );
}

/** Returns the rows as PostgreSQL stores them: it cannot store NUL, so NUL becomes U+FFFD. */
function heldByPostgres(rows: ReturnType<typeof allRows>): ReturnType<typeof allRows> {
  const held = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value);
  const heldRow = (row: object) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, held(value)]));
  return Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.map(heldRow)])) as never;
}

/** Reads some data of each kind from a store. */
async function readEveryKind(store: Store) {
  const { enquiries } = await store.page({ limit: 99 });
  const search = async (words: string) =>
    (await store.findEnquiries({ filter: { search: words }, limit: 9 })).map(({ id }) => id);
  const files = await Promise.all(enquiries.map(({ id }) => store.enquiryDetails(id)));
  const [deliveries, photos] = await Promise.all([
    Promise.all(enquiries.map(({ id }) => store.listDeliveries(id))),
    store.findPhotos(['photos/keel.jpg']),
  ]);
  return {
    enquiries,
    files,
    deliveries,
    photos,
    found: [await search('grünwald'), await search('zoe'), await search('7')],
    people: await store.people(),
    tokens: await store.tokens({}),
    ownership: await store.ownership(),
    versions: [await store.versions({ limit: 9 }), await store.version(1), await store.versionByHash('cafe')],
    audit: await store.audit({ after: 0, limit: 99 }),
    fault: await store.auditFault({ after: 0, limit: 99 }),
    retention: await store.retention(),
    figures: await store.figures({ from: '2026-01-01', until: '2027-01-01' }),
    answers: await store.savedAnswers({ hash: 'answers', now: arrival }),
    previews: (await store.photoPreviews(['photos/keel.jpg'])).map(({ preview }) => [...preview]),
    known: await store.recall({ key: 'key', bodyHash: 'hash', now: arrival }),
    destinations: await store.destinationStates(),
    erased: await store.erasedFiles({ limit: 9 }),
  };
}

async function readEveryKindIn(dataFolder: string, databaseUrl?: string) {
  const store = await openExistingStore({ dataFolder, databaseUrl, settings });
  if (!store) throw new Error('There is no database');
  try {
    return await readEveryKind(store);
  } finally {
    await store.close();
  }
}

const differing = (comparisons: readonly TableComparison[]) => comparisons.filter((one) => !hasSameRows(one));

describe('movedTables', () => {
  it('with what is left out are all that PostgreSQL has', async () => {
    const rows = (await runStatements(
      await createTemporaryDatabase(),
      `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
       WHERE table_schema = 'public' AND is_generated = 'NEVER'`,
    )) as readonly { readonly table: string; readonly column: string }[];
    const there = rows.map(({ table, column }) => (table in leftOut.postgres ? table : `${table}.${column}`));
    const known = [
      ...movedTables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
      ...Object.keys(leftOut.postgres),
    ];
    expect([...new Set(there)].toSorted()).toEqual(known.toSorted());
  });
});

describe('moveData', () => {
  it('moves everything to PostgreSQL and back, row by row the same, and changes nothing where it comes from', async () => {
    const folder = await filled();
    const [rows, calls] = [allRows(folder), await readEveryKindIn(folder)];
    for (const { name } of movedTables) expect([name, rows[name]?.length]).not.toEqual([name, 0]);
    const file = readFileSync(getDatabasePath(folder));

    const url = await emptyDatabase();
    const there = await toPostgres(folder, url);
    expect(differing(there)).toEqual([]);
    expect(there.map(({ rows: [count] }) => count)).toEqual(
      movedTables.map(({ name }) => rows[name]?.length),
    );
    expect(there.some(({ replacedCount: replaced }) => replaced > 0)).toBe(true);
    expect(readFileSync(getDatabasePath(folder)).equals(file)).toBe(true);
    const onPostgres = await readEveryKindIn(folder, url);
    expect(onPostgres.found).toEqual(calls.found);
    expect(onPostgres.fault).toEqual({});

    const back = createTemporaryFolder();
    expect(differing(await toSqlite(url, back))).toEqual([]);
    expect(allRows(back)).toEqual(heldByPostgres(rows));
    expect(await readEveryKindIn(back)).toEqual(onPostgres);
    expect(existsSync(`${back}/moving`)).toBe(false);
  });

  it('lets numbers go on behind those that have arrived', async () => {
    const folder = await filled();
    const url = await emptyDatabase();
    await toPostgres(folder, url);
    const store = await openPostgresStore({ url, settings });
    onTestFinished(store.close);
    const before = await store.page({ limit: 99 });
    const entry = createEntry();
    expect(await store.accept(entry)).toMatchObject({ kind: 'accepted' });
    const { enquiries } = await store.page({ limit: 99 });
    expect(enquiries.map(({ id }) => id)).toEqual([...before.enquiries.map(({ id }) => id), entry.id]);
    await store.commentOnEnquiry({ id: entry.id, now: arrival, text: 'new' });
    const path = 'photos/new.jpg';
    await store.issuePhoto({ path, name: 'new.jpg', type: 'image/jpeg', maxBytes: 9, issuedAt: arrival });
    expect(await store.findPhotos([path])).toHaveLength(1);
  });

  it.each([
    ['PostgreSQL', async () => ({ folder: await filled(), url: await emptyDatabase() })],
    ['a data folder', async () => movedAlready()],
  ])('goes on wherever it was killed on its way to %s', async (place, prepare) => {
    const { folder, url } = await prepare();
    let adds = 0;
    /** Now and then, after a batch that has arrived. */
    const dying: Meddle = (target) => ({
      ...target,
      async add(table, rows) {
        await target.add(table, rows);
        adds += 1;
        if (adds % 5 === 0) throw new Error('killed');
      },
    });
    const run = () =>
      place === 'PostgreSQL' ? toPostgres(folder, url, dying) : toSqlite(url, folder, dying);
    let comparisons: readonly TableComparison[] | undefined;
    while (comparisons === undefined)
      comparisons = await run().catch((error: Error) => {
        expect(error.message).toBe('killed');
        return undefined;
      });
    expect(adds).toBe(movedTables.length);
    expect(differing(comparisons)).toEqual([]);
  });

  it('waits for the lock of a move whose end PostgreSQL has not noticed yet', async () => {
    const folder = await filled();
    const url = await emptyDatabase();
    let move: ReturnType<typeof toPostgres> | undefined;
    await withOpenTransaction(url, `SELECT ${moveLock}`, async () => {
      move = toPostgres(folder, url);
      move.catch(() => undefined);
      const waiting = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
      await expect.poll(() => runStatements(url, waiting)).not.toEqual([]);
    });
    expect(differing((await move) ?? [])).toEqual([]);
  });

  it('begins anew where what it comes from has changed since', async () => {
    const folder = await filled();
    const url = await emptyDatabase();
    await expect(toPostgres(folder, url, dyingAt('mails'))).rejects.toThrow('killed');
    const store = openSqliteStore({ dataFolder: folder, settings });
    const [first] = (await store.page({ limit: 1 })).enquiries;
    await store.addAuditEntry({ at: arrival, action: 'published', who: { name: 'Ada' } });
    await store.handleEnquiry({ id: String(first?.id), now: arrival, handling: 'in-hand' });
    await store.close();
    const lines: string[] = [];
    expect(differing(await toPostgres(folder, url, unmeddled, lines))).toEqual([]);
    expect(lines[0]).toMatch(/^The data in postgres:.*starts again\.$/);
    expect(await readEveryKindIn(folder, url)).toMatchObject({ fault: {} });
  });

  it('names by table and key what is not the same, and lets no server take it up', async () => {
    const folder = await filled();
    const url = await emptyDatabase();
    const doubled = (row: MovedRow): MovedRow => [...row.slice(0, -1), Number(row.at(-1)) * 2];
    const careless: Meddle = (target) => ({
      ...target,
      async add(table, rows) {
        if (table.name === 'mail_tries') return;
        await target.add(table, table.name === 'figures' ? rows.map(doubled) : rows);
      },
    });
    const [tries, figures] = differing(await toPostgres(folder, url, careless));
    expect(tries).toMatchObject({ table: 'mail_tries', missing: { count: 1, first: ['1'] } });
    expect(figures).toMatchObject({ table: 'figures', differing: { count: 4 } });
    expect(figures?.differing.first[0]).toBe('["2026-11-21","1","sales","met","","required"]');
    const opening = openPostgresStore({ url, settings });
    await expect(opening).rejects.toThrow(/not everything has been moved into it from .*slipway migrate"/);
    await expect(readEveryKindIn(folder, url)).rejects.toThrow(/not everything has been moved/);
  });
});

describe('a move refuses', () => {
  it('a data folder that a server lives on, and one without a database', async () => {
    const folder = await filled();
    const url = await emptyDatabase();
    const server = openSqliteStore({ dataFolder: folder, settings });
    onTestFinished(server.close);
    await server.becomeSender();
    const lives = /a server, or another move, is using it; stop it first/;
    await expect(toPostgres(folder, url)).rejects.toThrow(lives);
    await expect(toPostgres(createTemporaryFolder(), url)).rejects.toThrow('there is no database in it');
    expect(await runStatements(url, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });

  it('a database that a server lives on, until it has not been heard of for long', async () => {
    const { url, folder } = await movedAlready();
    const server = await openPostgresStore({ url, settings });
    onTestFinished(server.close);
    const id = '0b0e7e0a-7a3f-4b52-8a66-cb3f7c1b0c11';
    const marks = { secrets: [], documents: '', content: '' };
    await server.shared.registerInstance({ id, name: 'yard:1', marks, aliveMs: 60_000 });
    await expect(toSqlite(url, folder)).rejects.toThrow('the server "yard:1" uses it');
    await runStatements(url, 'UPDATE instances SET alive_until = now()');
    expect(differing(await toSqlite(url, folder))).toEqual([]);
  });

  it('a target that holds something else', async () => {
    const { url, folder } = await movedAlready();
    const other = await filled();
    await expect(toPostgres(other, url)).rejects.toThrow(/it is not empty.*name an empty database/);
    await expect(toSqlite(url, other)).rejects.toThrow(/there is already ".*slipway.db"; move it elsewhere/);

    const halfway = await emptyDatabase();
    await expect(toPostgres(other, halfway, dyingAt('enquiries'))).rejects.toThrow('killed');
    await expect(toPostgres(await filled(), halfway)).rejects.toThrow(`an incomplete move from ${other}`);
    await expect(toSqlite(halfway, folder)).rejects.toThrow('not everything has been moved into it');
    expect(existsSync(getDatabasePath(folder))).toBe(false);
  });

  it('a target that another move keeps locked', async () => {
    const folder = await filled();
    const url = await emptyDatabase();
    await withOpenTransaction(url, `SELECT ${moveLock}`, async () => {
      await expect(toPostgres(folder, url)).rejects.toThrow('another move is filling it; wait until it ends');
    });
  });

  it('a source that somebody writes to, and lets nobody write while it lasts', async () => {
    const { url, folder } = await movedAlready();
    const store = await openPostgresStore({ url, settings: { ...settings, postgres: impatient } });
    onTestFinished(store.close);
    let refusal: unknown;
    const trying: Meddle = (target) => ({
      ...target,
      async clear() {},
      async add(table, rows) {
        refusal ??= await store.accept(createEntry()).catch((error) => error);
        await target.add(table, rows);
      },
    });
    expect(differing(await toSqlite(url, folder, trying))).toEqual([]);
    expect(refusal).toMatchObject({ code: 'broken', message: expect.stringContaining('it took too long') });
  });
});

/** The lock of a move into PostgreSQL. */
const moveLock = `pg_advisory_lock(${0x53_4c_50_4d}, hashtext(current_schema()))`;

const impatient = { ...settings.postgres, statementTimeoutMs: 100 };

/** Killed before anything of a table arrives. */
function dyingAt(name: string): Meddle {
  return (target) => ({
    ...target,
    add: async (table, rows) => {
      if (table.name === name) throw new Error('killed');
      await target.add(table, rows);
    },
  });
}

/** A database with something in every table, and a folder without any. */
async function movedAlready() {
  const url = await emptyDatabase();
  await toPostgres(await filled(), url);
  return { url, folder: createTemporaryFolder() };
}
