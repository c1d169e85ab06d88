import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, readdirSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startMailServer } from '../../delivery/mail/testing/mail-server.ts';
import { createEntry } from '../../store/testing/new-entry.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { itSurvivesKills, openTestStore, readAllEnquiries } from './testing/open-store-cases.ts';

describe('openStore', () => {
  it('stores, answers repeats, pages and resends through its thread', async () => {
    const { store } = await openTestStore(createTemporaryFolder());
    const idempotency = { key: 'k', bodyHash: 'h' };
    const entry = createEntry({ idempotency });
    const { id, reference } = entry;
    await store.ping();
    expect(await store.accept(entry)).toEqual({ kind: 'accepted', id, reference });
    expect(await store.accept(createEntry({ idempotency }))).toEqual({ kind: 'repeated', id, reference });
    expect(await store.recall({ key: 'k', bodyHash: 'other', now: entry.receivedAt })).toEqual({
      kind: 'key-reused',
    });
    expect(await store.page({ limit: 5 })).toMatchObject({ enquiries: [{ id }] });
    expect(await store.resend({ id: 'nobody', now: 0 })).toEqual({ kind: 'unknown' });
  });

  it('hands the store’s errors on as what they are', async () => {
    const { store } = await openTestStore(createTemporaryFolder());
    const { reference } = createEntry();
    await store.accept(createEntry({ reference }));
    await expect(store.accept(createEntry({ reference }))).rejects.toMatchObject({
      name: 'StoreError',
      code: 'reference-taken',
    });
  });

  it('writes the mail to the outbox and notes it, without being asked', async () => {
    const dataFolder = createTemporaryFolder();
    const { store, lines } = await openTestStore(dataFolder);
    const entry = createEntry();
    await store.accept(entry);
    await expect.poll(async () => (await readAllEnquiries(store))[0]?.mail.state).toBe('sent');
    expect(readdirSync(join(dataFolder, 'outbox'))).toEqual([`${entry.id}.eml`]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'mail-sent', id: entry.id }]);
  });

  it.each(['eraseEnquiry', 'erasePerson'] as const)(
    'answers that something was erased once no mail of it is still being written: %s',
    async (erase) => {
      const dataFolder = createTemporaryFolder();
      const { store } = await openTestStore(dataFolder);
      const outbox = join(dataFolder, 'outbox');
      mkdirSync(outbox);
      const { mail, ...entry } = createEntry();
      const { id } = entry;
      // More than a pipe takes: whoever writes it waits until somebody reads on.
      const rows = [{ label: 'Message', value: 'Hello '.repeat(100_000) }];
      const draft = join(outbox, `.${id}.part`);
      execFileSync('mkfifo', [draft]);
      const pipe = openSync(draft, constants.O_RDONLY | constants.O_NONBLOCK);
      await store.accept({ ...entry, mail: { ...mail, content: { ...mail.content, rows } } });
      await expect.poll(() => bytesIn(pipe)).toBeGreaterThan(0);
      const note = { at: 0, action: 'erased', who: { name: 'Ada' } } as const;
      let isAnswered = false;
      const erased = (
        erase === 'eraseEnquiry'
          ? store.eraseEnquiry({ id, note })
          : store.erasePerson({ email: 'ada@example.org', limit: 9, note })
      ).then(() => {
        isAnswered = true;
      });
      await expect.poll(() => store.enquiry(id)).toBeUndefined();
      for (let call = 0; call < 20; call += 1) await store.ping();
      const wasAnswered = isAnswered;
      closeSync(pipe);
      await erased;
      expect(wasAnswered).toBe(false);
      expect(readdirSync(outbox)).toEqual([]);
    },
  );

  it('hands the mail to a mail server, again until that takes it', async () => {
    let attempts = 0;
    const { url, received } = await startMailServer({
      onRcptTo: (_address, _session, callback) => {
        attempts += 1;
        callback(attempts < 3 ? Object.assign(new Error('busy'), { responseCode: 451 }) : null);
      },
    });
    const dataFolder = createTemporaryFolder();
    const { store } = await openTestStore(dataFolder, url);
    const { id } = createEntry();
    await store.accept(createEntry({ id }));
    await expect.poll(async () => (await readAllEnquiries(store))[0]?.mail.state).toBe('sent');
    expect((await readAllEnquiries(store))[0]?.mail).toMatchObject({ to: 'poole@example.com', attempts: 3 });
    expect(received.map(({ raw }) => raw.includes(`Message-ID: <${id}@`))).toEqual([true]);
    expect(readdirSync(dataFolder)).not.toContain('outbox');
  });

  it('refuses a database that it cannot open, and keeps nothing running', async () => {
    const dataFolder = createTemporaryFolder();
    writeFileSync(join(dataFolder, 'slipway.db'), 'no database at all '.repeat(100));
    await expect(openTestStore(dataFolder)).rejects.toMatchObject({ name: 'StoreError', code: 'foreign' });
  });

  it('lets several start at once on a new folder', async () => {
    for (let round = 0; round < 2; round += 1) {
      const dataFolder = createTemporaryFolder();
      const first = await Promise.all([1, 2, 3, 4].map(() => openTestStore(dataFolder)));
      await Promise.all(first.map(({ store }) => store.accept(createEntry())));
      const last = await openTestStore(dataFolder);
      expect(await readAllEnquiries(last.store)).toHaveLength(4);
      await Promise.all([...first, last].map(({ store }) => store.close()));
    }
  });

  it('refuses calls once it is closed', async () => {
    const { store } = await openTestStore(createTemporaryFolder());
    await store.close();
    await expect(store.accept(createEntry())).rejects.toMatchObject({ code: 'closed' });
    await store.close();
  });

  itSurvivesKills([30]);
});

/** Returns how many of the next bytes of the pipe have arrived by now. */
function bytesIn(pipe: number): number {
  try {
    return readSync(pipe, Buffer.alloc(9));
  } catch {
    return 0;
  }
}
