import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../../platform/config/settings.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { EnquiryRecord } from '../../../store/records/enquiry-record.ts';
import type { Store } from '../../../store/store.ts';
import { createTemporaryFolder } from '../../../store/testing/temporary-folder.ts';
import { openStoreInThread } from '../open-store.ts';

/**
 * Opens the store of a folder until the end of the test. Returns it with the list of its log lines, which
 * grows.
 * @param smtpUrl Absent: mails are written to files.
 */
export async function openTestStore(dataFolder: string, smtpUrl?: string) {
  const lines: string[] = [];
  const writeLog = (line: string) => lines.push(line);
  const store = await openStoreInThread({
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

/** Returns all enquiries of the store, page by page, in the order of the store. */
export async function readAllEnquiries(store: Store): Promise<readonly EnquiryRecord[]> {
  const found: EnquiryRecord[] = [];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page = await store.page({ after, limit: 500 });
    found.push(...page.enquiries);
    after = page.next;
  }
  return found;
}

/**
 * Declares the test that no acknowledged enquiry is lost, and each gets one mail, if writing processes are
 * killed one after the other.
 * @param kills The numbers of acknowledged enquiries after which each writer is killed.
 */
export function itSurvivesKills(kills: readonly number[]): void {
  it('keeps every acknowledged enquiry, and makes one mail of each, when it is killed in the midst', async () => {
    const dataFolder = createTemporaryFolder();
    const acknowledged: string[] = [];
    for (const howMany of kills) acknowledged.push(...(await writeAndKill(dataFolder, howMany)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills.reduce((sum, howMany) => sum + howMany));

    const { store } = await openTestStore(dataFolder);
    /** Returns the number of enquiries whose mail is not sent yet. */
    const unsent = async () =>
      (await readAllEnquiries(store)).filter(({ mail }) => mail.state !== 'sent').length;
    // No time limit: each iteration waits for another mail.
    for (let left = await unsent(); left > 0; left = await unsent())
      await expect.poll(unsent, { interval: 200 }).toBeLessThan(left);
    const stored = (await readAllEnquiries(store)).map(({ id }) => id);
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
}

/**
 * Runs a writing process until it has acknowledged at least `howMany` enquiries, kills it, and returns the
 * ids of all that it has acknowledged.
 */
async function writeAndKill(dataFolder: string, howMany: number): Promise<readonly string[]> {
  const script = fileURLToPath(new URL('./crashing-writer.ts', import.meta.url));
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
  // The kill may have cut the last line: only a complete id is acknowledged.
  return ids.filter((id) => id.length === 36);
}
