import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../platform/config/settings.ts';
import { createLog } from '../platform/log/log.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import { createTemporaryDatabase, runStatements } from '../store/postgres/testing/temporary-database.ts';
import type { PresenceChange } from './presence.ts';
import { createSharedPresence } from './shared-presence.ts';

/** Starts servers of one database, each with the presence that it last reported to its pages. */
async function servers(howMany: number) {
  const url = await createTemporaryDatabase();
  const log = createLog({ write: () => undefined, now: Date.now });
  const all = Array.from({ length: howMany }, async () => {
    const store = await openPostgresStore({ url, settings: serverSettings });
    const reported: PresenceChange[] = [];
    const presence = createSharedPresence({
      store: store.shared,
      onNotification: store.onNotification,
      onChange: (news) => reported.push(news),
      everyMs: 10,
      log,
    });
    onTestFinished(async () => {
      await presence.close();
      await store.close();
    });
    return { presence, getReported: () => (reported.length === 0 ? undefined : presence.getPresent()) };
  });
  return { url, servers: await Promise.all(all) };
}

describe('createSharedPresence', () => {
  it('tells all who have the studio open of each other, wherever they tell where they are', async () => {
    const {
      servers: [one, two, three],
    } = await servers(3);
    one?.presence.setPosition({ page: 'early', name: 'Ann', place: '/studio/rules' });
    const leave = one?.presence.open('early');
    two?.presence.open('late');
    two?.presence.open('');
    await expect.poll(() => one?.getReported()?.count).toBe(3);
    three?.presence.setPosition({ page: 'late', name: 'Bea', place: '/studio/texts' });
    const people = [
      { page: 'early', name: 'Ann', place: '/studio/rules' },
      { page: 'late', name: 'Bea', place: '/studio/texts' },
    ];
    for (const server of [one, two])
      await expect
        .poll(() => server?.getReported())
        .toEqual({ count: 3, people: expect.arrayContaining(people) });
    two?.presence.renamePerson({ from: 'Bea', to: 'Bo' });
    /** Returns the names that the first server reports; their order is the database's. */
    const getNames = () =>
      one
        ?.getReported()
        ?.people.map(({ name }) => name)
        .toSorted();
    await expect.poll(getNames).toEqual(['Ann', 'Bo']);
    three?.presence.renamePerson({ from: 'Bo', to: 'Bea' });
    await expect.poll(getNames).toEqual(['Ann', 'Bea']);
    // A page belongs to the first name that was reported for it.
    two?.presence.open('late');
    two?.presence.setPosition({ page: 'late', name: 'Mal', place: '/studio/rules' });
    leave?.();
    await expect.poll(() => two?.getReported()).toEqual({ count: 2, people: people.slice(1) });
    expect(three?.getReported()).toBeUndefined();
  });

  it('goes on telling of a page that is heard of through another server by now, and of none that nobody hears of', async () => {
    const {
      url,
      servers: [one, two],
    } = await servers(2);
    const leave = one?.presence.open('moving');
    one?.presence.setPosition({ page: 'moving', name: 'Ann', place: '' });
    await expect.poll(() => one?.getReported()?.people).toMatchObject([{ name: 'Ann' }]);
    two?.presence.open('moving');
    await expect.poll(() => two?.getReported()?.people).toMatchObject([{ name: 'Ann' }]);
    leave?.();
    await runStatements(
      url,
      `INSERT INTO presences VALUES ('killed', 'killed', 'Zed', '', now() - interval '1 min', now() - interval '1 s')`,
    );
    two?.presence.open('another');
    const pages = () =>
      two
        ?.getReported()
        ?.people.map(({ page, name }) => `${page} ${name}`)
        .toSorted();
    await expect.poll(pages).toEqual(['another ', 'moving Ann']);
  });
});
