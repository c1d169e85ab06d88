import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { arrival, createEntry } from '../testing/new-entry.ts';
import { openPostgresStore } from './postgres-store.ts';
import { createTemporaryDatabase, runStatements, withOpenTransaction } from './testing/temporary-database.ts';

async function opened(url: string, changes: Partial<typeof serverSettings.postgres> = {}) {
  const postgres = { ...serverSettings.postgres, ...changes };
  const store = await openPostgresStore({ url, settings: { ...serverSettings, postgres } });
  onTestFinished(store.close);
  return store;
}

const note = { at: arrival, action: 'erased', who: { name: 'Ada' } } as const;
const email = 'zoe.rare@example.org';
const zoe = () =>
  createEntry({ visitor: { name: 'Zoe', email }, values: { email, message: 'Xylographer quokka' } });
const ben = () => createEntry({ values: { message: 'Wombat keel' } });

/** True if the file of the search index contains the bytes of a term. */
async function standsInIndex(url: string, word: string): Promise<boolean> {
  const [row] = await runStatements(
    url,
    'CHECKPOINT',
    `SELECT position('${word}'::bytea IN pg_read_binary_file(pg_relation_filepath('enquiries_by_words'))) > 0 AS stands`,
  );
  return (row as { readonly stands: boolean }).stands;
}

/** Returns the number of deleted rows whose space is not freed yet. */
async function deadRows(url: string, table: string): Promise<number> {
  const [, row] = [
    await runStatements(url, 'CREATE EXTENSION IF NOT EXISTS pgstattuple'),
    (await runStatements(url, `SELECT dead_tuple_count::int AS dead FROM pgstattuple('${table}')`))[0],
  ];
  return (row as { readonly dead: number }).dead;
}

describe('what was erased', () => {
  it('leaves no word in the index of words, and no row that is dead', async () => {
    const url = await createTemporaryDatabase();
    const store = await opened(url);
    for (const entry of [zoe(), ben(), zoe()]) await store.accept(entry);
    expect(await standsInIndex(url, 'xylographer')).toBe(true);
    await store.erasePerson({ email, limit: 9, note });
    await expect.poll(() => store.emptyLog()).toBe(true);
    expect([await standsInIndex(url, 'xylographer'), await standsInIndex(url, 'wombat')]).toEqual([
      false,
      true,
    ]);
    for (const table of ['enquiries', 'mails']) expect(await deadRows(url, table)).toBe(0);
    expect(await store.countEnquiries({ filter: { search: 'wombat' }, most: 9 })).toBe(1);
    expect(await store.countEnquiries({ filter: { search: 'quokka' }, most: 9 })).toBe(0);
  });

  it('is not tidied while somebody still reads it, which holds up nobody else; and afterwards is', async () => {
    const url = await createTemporaryDatabase();
    const [store, other] = [await opened(url), await opened(url)];
    await store.accept(zoe());
    const reading = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT FROM enquiries';
    await withOpenTransaction(url, reading, async () => {
      await store.erasePerson({ email, limit: 9, note });
      expect([await store.emptyLog(), await other.emptyLog()]).toEqual([false, false]);
      expect(await other.accept(ben())).toMatchObject({ kind: 'accepted' });
      expect([await store.emptyLog(), await other.emptyLog()]).toEqual([false, false]);
      expect(await standsInIndex(url, 'xylographer')).toBe(true);
    });
    await expect.poll(() => other.emptyLog()).toBe(true);
    expect(await store.emptyLog()).toBe(true);
    expect(await standsInIndex(url, 'xylographer')).toBe(false);
  });

  it('is tidied by the next one where a server stopped amid it', async () => {
    const url = await createTemporaryDatabase();
    const store = await opened(url);
    await store.accept(zoe());
    const reading = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT FROM enquiries';
    await withOpenTransaction(url, reading, async () => {
      await store.erasePerson({ email, limit: 9, note });
      expect(await store.emptyLog()).toBe(false);
      const isAtIt = `SELECT FROM pg_stat_activity WHERE query LIKE 'REINDEX%' AND datname = current_database()`;
      await expect.poll(() => runStatements(url, isAtIt)).toHaveLength(1);
      await store.close();
    });
    const next = await opened(url);
    await expect.poll(() => next.emptyLog()).toBe(true);
    expect(await standsInIndex(url, 'xylographer')).toBe(false);
    const indexes = `SELECT FROM pg_index WHERE indrelid = 'enquiries'::regclass AND NOT indisvalid`;
    expect(await runStatements(url, indexes)).toEqual([]);
  });

  it('by its age is tidied after a while, with all that has gone until then', async () => {
    const url = await createTemporaryDatabase();
    const [store, later] = [await opened(url), await opened(url, { tidyAfterMs: 0 })];
    await store.accept(createEntry({ suspicion: 'honeypot', values: { message: 'xylographer' } }));
    await store.forgetSuspected({ receivedBefore: arrival + 1, limit: 9 });
    expect(await store.emptyLog()).toBe(true);
    expect(await standsInIndex(url, 'xylographer')).toBe(true);
    await expect.poll(() => later.emptyLog()).toBe(true);
    expect(await standsInIndex(url, 'xylographer')).toBe(false);
  });
});
