import { describe, expect, it, onTestFinished } from 'vitest';
import { createSharedWindows } from '../../limits/shared-windows.ts';
import { describeWindows } from '../../limits/testing/windows-suite.ts';
import { createMemoryWindows } from '../../limits/windows.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { deriveKeys } from '../../platform/secret/signed-token.ts';
import type { LimitRequestItem } from '../calls/limit-calls.ts';
import { openPostgresStore } from './postgres-store.ts';
import { createTemporaryDatabase, runStatements } from './testing/temporary-database.ts';

const settings = serverSettings;

async function storeIn(url: string) {
  const store = await openPostgresStore({ url, settings });
  onTestFinished(store.close);
  return store;
}

describeWindows('createSharedWindows on PostgreSQL', async () =>
  createSharedWindows({
    store: (await storeIn(await createTemporaryDatabase())).shared,
    clock: 'as-told',
    aloneMs: 0,
    keys: deriveKeys('a secret of this test alone', 'limits'),
    alone: createMemoryWindows({ addresses: 0 }),
    log: {
      info: () => undefined,
      error: (_event, error) => {
        throw error;
      },
    },
  }),
);

const ask = (hash: string, changes: Partial<LimitRequestItem> = {}): LimitRequestItem => ({
  name: 'sends',
  hash,
  windowMs: 600_000,
  limit: 10,
  count: 1,
  ...changes,
});

describe('counts of one database', () => {
  it('grant several stores together no more than the limit, by the clock of the database', async () => {
    const url = await createTemporaryDatabase();
    const stores = await Promise.all([1, 2, 3].map(() => storeIn(url)));
    const grants = Array.from({ length: 60 }, (_, at) =>
      stores[at % 3]?.shared.consumeLimits({ asks: [ask(`h${at % 2}`)], isInOrder: true }),
    );
    const waits = (await Promise.all(grants)).map((each) => each?.[0] ?? Number.NaN);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(20);
    for (const wait of waits) expect(wait).toBeLessThanOrEqual(610_000);
    await stores[0]?.shared.resetLimit('h0');
    expect(await stores[1]?.shared.consumeLimits({ asks: [ask('h0')], isInOrder: true })).toEqual([0]);
  });

  it('are forgotten once they count no more, and those of a limit that were granted something last stay', async () => {
    const url = await createTemporaryDatabase();
    const store = await storeIn(url);
    const hashes = async () =>
      (await runStatements(url, 'SELECT hash FROM limit_counts ORDER BY hash')).map(
        (row) => (row as { hash: string }).hash,
      );
    const take = (at: number, ...asks: readonly LimitRequestItem[]) =>
      store.shared.consumeLimits({ asks, isInOrder: false, at });
    await take(0, ask('over'), ask('day', { name: 'receipts', windowMs: 86_400_000 }));
    for (const [at, hash] of ['a', 'b', 'c'].entries()) await take(600_000 + at * 20_000, ask(hash));
    await store.shared.sweepLimits({ mostOfLimit: 9, at: 610_000 });
    expect(await hashes()).toEqual(['a', 'b', 'c', 'day']);
    await store.shared.sweepLimits({ mostOfLimit: 2, at: 610_000 });
    expect(await hashes()).toEqual(['b', 'c', 'day']);
    await store.shared.sweepLimits({ mostOfLimit: 2 });
    expect(await hashes()).toEqual([]);
  });

  it('write nothing of what is not granted', async () => {
    const url = await createTemporaryDatabase();
    const store = await storeIn(url);
    const take = () =>
      store.shared.consumeLimits({ asks: [ask('a', { limit: 1 }), ask('b')], isInOrder: true, at: 1 });
    await take();
    const rows = () => runStatements(url, 'SELECT *, xmin::text FROM limit_counts ORDER BY hash');
    const before = await rows();
    expect(await take()).toEqual([expect.any(Number)]);
    expect(await rows()).toEqual(before);
  });
});
