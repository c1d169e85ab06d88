import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../config/settings.ts';
import { createLog } from '../log/log.ts';
import { mailServer } from '../mail/testing/mail-server.ts';
import type { EnquiryRecord, Store } from '../store/store.ts';
import { newEntry } from '../store/testing/new-entry.ts';
import { temporaryFolder } from '../store/testing/temporary-folder.ts';
import { openStore } from './open-store.ts';

async function open(dataFolder: string, smtpUrl?: string) {
  const lines: string[] = [];
  const writeLog = (line: string) => lines.push(line);
  const store = await openStore({
    dataFolder,
    smtpUrl,
    mailFrom: undefined,
    settings: { ...serverSettings, mail: { ...serverSettings.mail, firstDelayMs: 1 } },
    log: createLog({ write: writeLog, now: Date.now }),
    writeLog,
  });
  onTestFinished(() => store.close());
  return { store, lines };
}

async function all(store: Store): Promise<readonly EnquiryRecord[]> {
  const found: EnquiryRecord[] = [];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page = await store.page({ after, limit: 500 });
    found.push(...page.enquiries);
    after = page.next;
  }
  return found;
}

describe('openStore', () => {
  it('stores, answers repeats, pages and resends through its thread', async () => {
    const { store } = await open(temporaryFolder());
    const idempotency = { key: 'k', bodyHash: 'h' };
    const entry = newEntry({ idempotency });
    const { id, reference } = entry;
    await store.ping();
    expect(await store.accept(entry)).toEqual({ kind: 'accepted', id, reference });
    expect(await store.accept(newEntry({ idempotency }))).toEqual({ kind: 'repeated', id, reference });
    expect(await store.recall({ key: 'k', bodyHash: 'other', now: entry.receivedAt })).toEqual({
      kind: 'key-reused',
    });
    expect(await store.page({ limit: 5 })).toMatchObject({ enquiries: [{ id }] });
    expect(await store.resend({ id: 'nobody', now: 0 })).toEqual({ kind: 'unknown' });
  });

  it('hands the store’s errors on as what they are', async () => {
    const { store } = await open(temporaryFolder());
    const { reference } = newEntry();
    await store.accept(newEntry({ reference }));
    await expect(store.accept(newEntry({ reference }))).rejects.toMatchObject({
      name: 'StoreError',
      code: 'reference-taken',
    });
  });

  it('writes the mail to the outbox and notes it, without being asked', async () => {
    const dataFolder = temporaryFolder();
    const { store, lines } = await open(dataFolder);
    const entry = newEntry();
    await store.accept(entry);
    await expect.poll(async () => (await all(store))[0]?.mail.state).toBe('sent');
    expect(readdirSync(join(dataFolder, 'outbox'))).toEqual([`${entry.id}.eml`]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'mail-sent', id: entry.id }]);
  });

  it.each(['eraseEnquiry', 'erasePerson'] as const)(
    'answers that something was erased once no mail of it is still being written: %s',
    async (erase) => {
      const dataFolder = temporaryFolder();
      const { store } = await open(dataFolder);
      const outbox = join(dataFolder, 'outbox');
      mkdirSync(outbox);
      const { mail, ...entry } = newEntry();
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
    const { url, received } = await mailServer({
      onRcptTo: (_address, _session, callback) => {
        attempts += 1;
        callback(attempts < 3 ? Object.assign(new Error('busy'), { responseCode: 451 }) : null);
      },
    });
    const dataFolder = temporaryFolder();
    const { store } = await open(dataFolder, url);
    const { id } = newEntry();
    await store.accept(newEntry({ id }));
    await expect.poll(async () => (await all(store))[0]?.mail.state).toBe('sent');
    expect((await all(store))[0]?.mail).toMatchObject({ to: 'poole@example.com', attempts: 3 });
    expect(received.map(({ raw }) => raw.includes(`Message-ID: <${id}@`))).toEqual([true]);
    expect(readdirSync(dataFolder)).not.toContain('outbox');
  });

  it('refuses a database that it cannot open, and keeps nothing running', async () => {
    const dataFolder = temporaryFolder();
    writeFileSync(join(dataFolder, 'slipway.db'), 'no database at all '.repeat(100));
    await expect(open(dataFolder)).rejects.toMatchObject({ name: 'StoreError', code: 'foreign' });
  });

  it('lets several start at once on a new folder', async () => {
    for (let round = 0; round < 5; round += 1) {
      const dataFolder = temporaryFolder();
      const first = await Promise.all([1, 2, 3, 4].map(() => open(dataFolder)));
      await Promise.all(first.map(({ store }) => store.accept(newEntry())));
      const last = await open(dataFolder);
      expect(await all(last.store)).toHaveLength(4);
      await Promise.all([...first, last].map(({ store }) => store.close()));
    }
  });

  it('refuses calls once it is closed', async () => {
    const { store } = await open(temporaryFolder());
    await store.close();
    await expect(store.accept(newEntry())).rejects.toMatchObject({ code: 'closed' });
    await store.close();
  });

  it('keeps every acknowledged enquiry, and makes one mail of each, when it is killed in the midst', async () => {
    const dataFolder = temporaryFolder();
    const acknowledged: string[] = [];
    for (const howMany of [30, 100, 200]) acknowledged.push(...(await writeAndKill(dataFolder, howMany)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(330);

    const { store } = await open(dataFolder);
    const unsent = async () => (await all(store)).filter(({ mail }) => mail.state !== 'sent').length;
    // However long it takes: every wait is for another mail.
    for (let left = await unsent(); left > 0; left = await unsent())
      await expect.poll(unsent, { interval: 200 }).toBeLessThan(left);
    const stored = (await all(store)).map(({ id }) => id);
    expect(new Set(stored).size).toBe(stored.length);
    expect(new Set(stored)).toEqual(new Set([...stored, ...acknowledged]));

    const mails = readdirSync(join(dataFolder, 'outbox')).filter((name) => name.endsWith('.eml'));
    expect(mails.toSorted()).toEqual(stored.map((id) => `${id}.eml`).toSorted());
    for (const name of mails) {
      const mail = readFileSync(join(dataFolder, 'outbox', name), 'utf8');
      expect(mail).toContain(`Message-ID: <${name.replace('.eml', '')}@www.example.com>`);
      expect(mail.trimEnd()).toMatch(/--$/);
    }
  });
});

/** How many of the next bytes are there by now. */
function bytesIn(pipe: number): number {
  try {
    return readSync(pipe, Buffer.alloc(9));
  } catch {
    return 0;
  }
}

/** Runs a writer until it has acknowledged so many, kills it, and gives the ids that it acknowledged. */
async function writeAndKill(dataFolder: string, howMany: number): Promise<readonly string[]> {
  const script = fileURLToPath(new URL('./testing/crashing-writer.ts', import.meta.url));
  const writer = spawn(process.execPath, [script, dataFolder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    writer.kill('SIGKILL');
  });
  const ids: string[] = [];
  const ended = once(writer, 'exit');
  for await (const line of createInterface({ input: writer.stdout })) {
    ids.push(line);
    if (ids.length === howMany) writer.kill('SIGKILL');
  }
  await ended;
  // The last line may have been cut by the kill: an id is acknowledged when it is written whole.
  return ids.filter((id) => id.length === 36);
}
