import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings as settings } from '../../platform/config/settings.ts';
import { arrival, createEntry } from '../testing/new-entry.ts';
import { openPostgresStore } from './postgres-store.ts';
import { createTemporaryDatabase, runStatements } from './testing/temporary-database.ts';

async function opened(url: string) {
  const store = await openPostgresStore({ url, settings });
  onTestFinished(store.close);
  return store;
}

describe('news', () => {
  const version = { hash: 'a', documents: {}, origin: 'studio', by: 'Ada', note: '' } as const;

  it('of a version reach every store that listens, also once its connection was lost, with what it missed', async () => {
    const url = await createTemporaryDatabase();
    const [writer, listener] = [await opened(url), await opened(url)];
    const heard: string[] = [];
    listener.onNotification((news) => news === 'versions' && heard.push(news));
    // Whoever has just connected may have missed some.
    await expect.poll(() => heard).toEqual(['versions']);
    await writer.addVersion({ version, now: 1 });
    await expect.poll(() => heard).toHaveLength(2);
    await writer.addVersion({ version: { ...version, goesLiveAt: 5 }, now: 2 });
    await writer.goLive({ number: 2, now: 6 });
    await expect.poll(() => heard).toHaveLength(4);
    await runStatements(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    await expect.poll(() => heard).toHaveLength(5);
    await writer.addVersion({ version, now: 7 });
    await expect.poll(() => heard).toHaveLength(6);
  });
});

describe('instances', () => {
  const marks = { secrets: ['s'], documents: 'd', content: 'c' };

  it('know of each other for as long as they live, and who was there first', async () => {
    const url = await createTemporaryDatabase();
    const store = await opened(url);
    const [one, two] = [randomUUID(), randomUUID()];
    const note = (id: string, aliveMs = 60_000) =>
      store.shared.registerInstance({ id, name: id, marks: { ...marks, content: id }, aliveMs });
    expect(await note(one)).toEqual([]);
    expect(await note(two)).toEqual([{ name: one, marks: { ...marks, content: one }, isElder: true }]);
    expect(await note(one)).toEqual([{ name: two, marks: { ...marks, content: two }, isElder: false }]);
    await note(two, 0);
    expect(await note(one)).toEqual([]);
    await note(two);
    await store.shared.unregisterInstance(two);
    expect(await note(one)).toEqual([]);
  });
});

describe('what one of several does for all', () => {
  it('is taken by one at a time, again by another where that did not end it, and not soon after it was done', async () => {
    const url = await createTemporaryDatabase();
    const [one, two, three] = [await opened(url), await opened(url), await opened(url)];
    const take = (store: typeof one, name = 'photos', restMs = 60_000) =>
      store.shared.claimJob({ name, restMs });
    const all = await Promise.all([take(one), take(two), take(three)]);
    expect(all.filter((isTaken) => isTaken)).toHaveLength(1);
    expect(await take(two, 'privacy')).toBe(true);
    expect(await take(one, 'privacy')).toBe(false);
    await two.shared.releaseJob({ name: 'privacy', isDone: false });
    expect(await take(one, 'privacy')).toBe(true);
    await one.shared.releaseJob({ name: 'privacy', isDone: true });
    expect(await take(two, 'privacy')).toBe(false);
    expect(await take(two, 'privacy', -1)).toBe(true);
    // Of one that was killed, or has ended amid it.
    await runStatements(
      url,
      `UPDATE senders SET alive_until = now() WHERE id = (SELECT holder FROM jobs WHERE name = 'privacy')`,
    );
    expect(await take(three, 'privacy', -1)).toBe(true);
    await three.close();
    expect(await take(one, 'privacy', -1)).toBe(true);
  });

  it('is to make each photo, by whoever has taken it', async () => {
    const url = await createTemporaryDatabase();
    const stores = [await opened(url), await opened(url)] as const;
    const paths = Array.from({ length: 12 }, (_, at) => `photos/${String(at).padStart(2, '0')}.jpg`);
    for (const path of paths) {
      const photo = { path, name: 'keel.jpg', type: 'image/jpeg', maxBytes: 9, issuedAt: arrival };
      await stores[0].issuePhoto(photo);
      await stores[0].recordPhotoStored({ path, bytes: 9, storedAt: arrival });
    }
    await stores[0].accept(createEntry({ photos: paths }));
    const take = async (store: (typeof stores)[number], limit = 5) =>
      (await store.photosToMake({ now: arrival, limit })).map(({ path }) => path);
    const [first, second] = await Promise.all(stores.map((store) => take(store)));
    expect(new Set([...(first ?? []), ...(second ?? [])]).size).toBe(10);
    const [path = ''] = first ?? [];
    await stores[0].recordPhotoFault({ path, fault: 'broke', makeAt: arrival });
    expect(await take(stores[1], 99)).toContain(path);
    await stores[1].close();
    expect(await take(stores[0], 99)).toEqual(paths);
  });
});
