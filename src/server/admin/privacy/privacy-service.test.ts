import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { mailInFlightMs } from '../../store/records/privacy-entry.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { arrival, createEntry } from '../../store/testing/new-entry.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { createAudit } from '../people/audit.ts';
import { createPrivacyService } from './privacy-service.ts';

function opened(now = () => arrival) {
  const dataFolder = createTemporaryFolder();
  const store = openSqliteStore({ dataFolder, settings: serverSettings });
  onTestFinished(() => store.close());
  const gone: string[] = [];
  const photos = {
    openBytes: async () => undefined,
    remove: async (paths: readonly string[]) => void gone.push(...paths),
  };
  const audit = createAudit({ store, now });
  const log = createLog({ write: () => {}, now });
  const privacy = createPrivacyService({
    dataFolder,
    secret: 's'.repeat(32),
    store,
    photos,
    audit,
    log,
    now,
  });
  return { dataFolder, store, audit, privacy, gone };
}

it('sweeps all that is due at once, however many photos others name', async () => {
  const late = arrival + 8_640_000_000;
  const { store, audit, privacy, gone } = opened(() => late);
  const photo = { name: 'keel.jpg', type: 'image/jpeg', maxBytes: 9, issuedAt: arrival };
  for (const path of ['photos/shared.jpg', 'photos/own.jpg']) await store.issuePhoto({ ...photo, path });
  for (let count = 0; count < 30; count += 1)
    await store.accept(createEntry({ photos: ['photos/shared.jpg'] }));
  await store.accept(createEntry({ photos: ['photos/own.jpg'] }));
  await store.accept(createEntry({ photos: ['photos/shared.jpg'], receivedAt: late }));
  await store.setRetention({
    rules: [{ photos: 10 }],
    seen: [],
    note: audit.createEntry({ who: 'server', action: 'retention-changed' }),
  });
  await privacy.sweep();
  expect(gone).toEqual(['photos/own.jpg']);
});

it('records what was erased before a later batch failed', async () => {
  const late = arrival + 8_640_000_000;
  const { store, audit, privacy } = opened(() => late);
  for (let count = 0; count < 60; count += 1) await store.accept(createEntry());
  const note = audit.createEntry({ who: 'server', action: 'retention-changed' });
  await store.setRetention({ rules: [{ enquiries: 10 }], seen: [], note });
  const eraseDue = store.eraseDue.bind(store);
  let batches = 0;
  vi.spyOn(store, 'eraseDue').mockImplementation(async (asked) => {
    batches += 1;
    if (batches === 2) throw new Error('the disk is full');
    return eraseDue({ ...asked, limit: 5 });
  });
  await expect(privacy.sweep()).rejects.toThrow('the disk is full');
  const [entry] = await store.audit({ action: 'retention-applied', limit: 1 });
  expect(entry?.details).toMatchObject({ enquiries: 5 });
});

it('removes the mail of one that is written after it was erased, by whoever had it under way, and then forgets it', async () => {
  let time = arrival;
  const { dataFolder, store, privacy } = opened(() => time);
  const entry = createEntry();
  await store.accept(entry);
  await privacy.eraseEnquiry(entry, 'Ada');
  // By a server beside the command, or before it was killed.
  const outbox = join(dataFolder, 'outbox');
  mkdirSync(outbox, { recursive: true });
  writeFileSync(join(outbox, `${entry.id}.eml`), 'what they wrote');
  await privacy.sweep();
  expect(readdirSync(outbox)).toEqual([]);
  expect(await store.erasedFiles({ limit: 9 })).toMatchObject([{ name: entry.id }]);
  time += mailInFlightMs;
  await privacy.sweep();
  expect(await store.erasedFiles({ limit: 9 })).toEqual([]);
});

it('certifies which destinations were given something, however many parts it goes in, and remembers it', async () => {
  const { store, privacy } = opened();
  for (let count = 0; count < 30; count += 1)
    await store.accept(
      createEntry({
        deliveries: ['crm', ...(count > 27 ? ['archive'] : [])].map((destination) => ({
          destination,
          body: '{}',
        })),
      }),
    );
  const places = ['crm', 'archive'].map((destination) => ({ destination, limit: 99 }));
  const [now, leasedUntil] = [arrival, arrival + 1];
  for (const due of await store.claimDeliveries({ now, leasedUntil, places, photosWaitMs: 0 }))
    await store.recordDeliveryAttempt({ ...due, at: arrival, state: 'sent' });
  const externalCopies = [
    { destination: 'archive', count: 2 },
    { destination: 'crm', count: 30 },
  ];
  expect(await privacy.find('ada@example.org', 'Ada')).toMatchObject({ elsewhere: externalCopies });
  expect(await privacy.erase('ada@example.org', 'Ada')).toMatchObject({
    enquiries: 30,
    elsewhere: externalCopies,
  });
  const { erasures } = await privacy.find('ada@example.org', 'Ada');
  expect(erasures).toMatchObject([{ enquiries: 30, elsewhere: externalCopies }]);
});

/** Enough words that the index of them has many pages; those of an even round are to go. */
const [rounds, wordsEach] = [120, 40];
const wordsOf = (round: number) =>
  Array.from({ length: wordsEach }, (_word, at) => `quoll${1_000_000 + at * rounds + round}`);

it.each(['person', 'enquiry', 'suspected'] as const)(
  'leaves no word in the files of the database where a certificate says so: %s',
  async (kind) => {
    const { dataFolder, store, privacy } = opened();
    const toGo = [];
    for (let round = 0; round < rounds; round += 1) {
      const isToGo = round % 2 === 0;
      const email = isToGo ? 'zoe@example.org' : 'ben@example.org';
      const entry = createEntry({
        visitor: { name: 'Somebody', email },
        values: { email, message: wordsOf(round).join(' ') },
        ...(kind === 'suspected' && { suspicion: 'too-many' }),
      });
      await store.accept(entry);
      if (isToGo) toGo.push(entry);
    }
    const left = () =>
      readdirSync(dataFolder)
        .flatMap((file) => readFileSync(join(dataFolder, file), 'latin1').match(/quoll\d{7}/g) ?? [])
        .filter((word) => Number(word.slice(-1)) % 2 === 0);
    // As they are by the time that anybody erases any: found by their words.
    expect(await store.countEnquiries({ filter: { search: 'quoll' }, most: 999 })).toBe(rounds);
    if (kind === 'person')
      expect(await privacy.erase('zoe@example.org', 'Ada')).toMatchObject({ isLogEmpty: true });
    for (const one of kind === 'person' ? [] : toGo) {
      if (kind === 'suspected') expect(await privacy.eraseSuspected(one, 'Ada')).toBe('done');
      else expect(await privacy.eraseEnquiry(one, 'Ada')).toMatchObject({ isLogEmpty: true });
    }
    expect(left()).toEqual([]);
    expect(await store.countEnquiries({ filter: { search: 'quoll' }, most: 999 })).toBe(rounds / 2);
    for (const search of wordsOf(7))
      expect(await store.countEnquiries({ filter: { search }, most: 9 })).toBe(1);
  },
);

it('begins no archive of more than one holds, and notes none', async () => {
  const { store, privacy } = opened();
  const photo = { name: 'keel.jpg', type: 'image/jpeg', issuedAt: arrival };
  await store.issuePhoto({ ...photo, path: 'photos/vast.jpg', maxBytes: 2 ** 32 });
  await store.accept(createEntry({ photos: ['photos/vast.jpg'] }));
  expect(await privacy.archive('ada@example.org', 'Ada')).toBeUndefined();
  expect(await store.audit({ limit: 9 })).toEqual([]);
});
