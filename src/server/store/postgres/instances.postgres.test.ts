import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings as settings } from '../../config/settings.ts';
import { openPostgresStore } from './postgres-store.ts';
import { administer, temporaryDatabase } from './testing/temporary-database.ts';

async function opened(url: string) {
  const store = await openPostgresStore({ url, settings });
  onTestFinished(store.close);
  return store;
}

describe('news', () => {
  const version = { hash: 'a', documents: {}, origin: 'studio', by: 'Ada', note: '' } as const;

  it('of a version reach every store that listens, also once its connection was lost, with what it missed', async () => {
    const url = await temporaryDatabase();
    const [telling, hearing] = [await opened(url), await opened(url)];
    const heard: string[] = [];
    hearing.onNews((news) => heard.push(news));
    // Whoever has just connected may have missed some.
    await expect.poll(() => heard).toEqual(['versions']);
    await telling.addVersion({ version, now: 1 });
    await expect.poll(() => heard).toHaveLength(2);
    await telling.addVersion({ version: { ...version, goesLiveAt: 5 }, now: 2 });
    await telling.goLive({ number: 2, now: 6 });
    await expect.poll(() => heard).toHaveLength(4);
    await administer(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    await expect.poll(() => heard).toHaveLength(5);
    await telling.addVersion({ version, now: 7 });
    await expect.poll(() => heard).toHaveLength(6);
  });
});

describe('instances', () => {
  const marks = { secrets: ['s'], documents: 'd', content: 'c' };

  it('know of each other for as long as they live, and who was there first', async () => {
    const url = await temporaryDatabase();
    const store = await opened(url);
    const [one, two] = [randomUUID(), randomUUID()];
    const note = (id: string, aliveMs = 60_000) =>
      store.noteInstance({ id, name: id, marks: { ...marks, content: id }, aliveMs });
    expect(await note(one)).toEqual([]);
    expect(await note(two)).toEqual([{ name: one, marks: { ...marks, content: one }, isElder: true }]);
    expect(await note(one)).toEqual([{ name: two, marks: { ...marks, content: two }, isElder: false }]);
    await note(two, 0);
    expect(await note(one)).toEqual([]);
    await note(two);
    await store.forgetInstance(two);
    expect(await note(one)).toEqual([]);
  });
});
