import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from './config/settings.ts';
import { shippedContent } from './content/shipped-content.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import { arrival, entryWithoutRecipient, newEntry } from './store/testing/new-entry.ts';
import { temporaryFolder } from './store/testing/temporary-folder.ts';

const script = fileURLToPath(new URL('./enquiries.ts', import.meta.url));

function enquiries(dataFolder: string, ...args: readonly string[]) {
  return enquiriesWith({}, dataFolder, ...args);
}

function enquiriesWith(
  variables: Readonly<Record<string, string>>,
  dataFolder: string,
  ...args: readonly string[]
) {
  const env = {
    PATH: process.env.PATH,
    SLIPWAY_DATA: dataFolder,
    PORT: 'none of its business',
    ...variables,
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function running(dataFolder: string) {
  const store = openSqliteStore({ dataFolder, settings: serverSettings });
  onTestFinished(() => store.close());
  return store;
}

describe('npm run enquiries', () => {
  it('prints an empty array, and makes nothing, where no server has been', () => {
    const folder = temporaryFolder();
    expect(enquiries(folder, '--json')).toEqual({ status: 0, stdout: '[]\n', stderr: '' });
    expect(enquiries(folder).stdout).toBe(`No enquiries in ${folder} yet.\n`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('prints what has arrived as docs/contract.md lists it, while the server runs', async () => {
    const folder = temporaryFolder();
    const store = running(folder);
    const [sent, nobody] = [newEntry(), entryWithoutRecipient({ office: null })];
    await store.accept(sent);
    await store.accept(nobody);
    await store.noteMailAttempt({ enquiryId: sent.id, at: arrival, state: 'failed', reason: 'no such user' });

    const { status, stdout, stderr } = enquiries(folder, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual([
      {
        id: sent.id,
        reference: sent.reference,
        receivedAt: '2026-11-21T07:00:00.000Z',
        domain: 'www.example.com',
        submissionUrl: 'https://www.example.com/contact',
        enquiryType: 6,
        office: 17,
        visitor: { name: 'Ada', email: 'ada@example.org' },
        values: sent.values,
        photos: [],
        mail: { state: 'failed', to: 'poole@example.com', attempts: 1 },
      },
      expect.objectContaining({
        id: nobody.id,
        office: null,
        mail: { state: 'no-recipient', to: null, attempts: 0 },
      }),
    ]);
  });

  it('prints more than one page of them', async () => {
    const folder = temporaryFolder();
    const store = running(folder);
    const entries = Array.from({ length: 450 }, () => newEntry());
    await Promise.all(entries.map(store.accept));
    const listed: readonly { readonly id: string }[] = JSON.parse(enquiries(folder, '--json').stdout);
    expect(listed.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  });

  it('prints a table that nothing a visitor wrote can break', async () => {
    const folder = temporaryFolder();
    const store = running(folder);
    const entry = newEntry({ visitor: { name: `Ada\u001b[2J\nLovelace ${'x'.repeat(50)}` } });
    await store.accept(entry);
    await store.noteMailAttempt({
      enquiryId: entry.id,
      at: arrival,
      state: 'failed',
      reason: '550 no\r\nsuch user',
    });
    const { stdout } = enquiries(folder);
    expect(stdout.split('\n')).toEqual([
      'RECEIVED (UTC)    REFERENCE    TYPE        OFFICE    FROM                      MAIL',
      `2026-11-21 07:00  ${entry.reference}  sales       17        Ada [2J Lovelace xxxx...  failed for poole@example.com, attempt 1: 550 no such user`,
      '',
    ]);
  });

  it('queues a mail again, by id or reference, while the server runs', async () => {
    const folder = temporaryFolder();
    const store = running(folder);
    const entry = newEntry({ office: 'of nobody' });
    await store.accept(entry);
    await store.noteMailAttempt({
      enquiryId: entry.id,
      at: arrival,
      state: 'failed',
      reason: 'no such user',
    });
    const { status, stdout } = enquiries(folder, '--resend', entry.id);
    expect(status).toBe(0);
    expect(stdout).toBe(
      `Queued the mail of ${entry.reference} to poole@example.com; a running server sends it at once.\n`,
    );
    expect(await store.dueMails({ now: Date.now() + 1000, limit: 5 })).toHaveLength(1);
    expect(enquiries(folder, '--resend', entry.reference).status).toBe(0);
  });

  it('sends to the address that the content has today, or to one that is given', async () => {
    const folder = temporaryFolder();
    const store = running(folder);
    const entry = newEntry({ domain: 'www.trevarrow.example', office: 1 });
    await store.accept(entry);
    await store.noteMailAttempt({
      enquiryId: entry.id,
      at: arrival,
      state: 'failed',
      reason: 'no such user',
    });
    const content = join(folder, 'content');
    cpSync(shippedContent, content, { recursive: true });
    const offices: { id: unknown; email: string }[] = JSON.parse(
      readFileSync(join(content, 'offices.json'), 'utf8'),
    );
    const mended = offices.map((office) =>
      office.id === 1 ? { ...office, email: 'new@example.com' } : office,
    );
    writeFileSync(join(content, 'offices.json'), JSON.stringify(mended));
    const env = { SLIPWAY_CONTENT: content };
    const to = async () => (await store.page({ limit: 1 })).enquiries[0]?.mail.to;

    expect(enquiriesWith(env, folder, '--resend', entry.id).stdout).toContain('to new@example.com;');
    expect(await to()).toBe('new@example.com');
    expect(enquiriesWith(env, folder, '--resend', entry.id, '--to', 'other@example.com').status).toBe(0);
    expect(await to()).toBe('other@example.com');
  });

  it('lists what nobody got, and sends all of it again', async () => {
    const folder = temporaryFolder();
    const store = running(folder);
    const [sent, failed, nobody] = [newEntry(), newEntry(), entryWithoutRecipient()];
    for (const entry of [sent, failed, nobody]) await store.accept(entry);
    await store.noteMailAttempt({ enquiryId: sent.id, at: arrival, state: 'sent' });
    await store.noteMailAttempt({
      enquiryId: failed.id,
      at: arrival,
      state: 'failed',
      reason: 'no such user',
    });
    const listed = () =>
      JSON.parse(enquiries(folder, '--failed', '--json').stdout).map(({ id }: { id: string }) => id);
    expect(listed()).toEqual([failed.id, nobody.id]);

    const { status, stdout } = enquiries(folder, '--resend', '--failed', '--to', 'yard@example.com');
    expect(status).toBe(0);
    expect(stdout.split('\n')).toHaveLength(3);
    expect(listed()).toEqual([]);
    expect(await store.dueMails({ now: Date.now() + 1000, limit: 9 })).toMatchObject([
      { enquiryId: failed.id, to: 'yard@example.com' },
      { enquiryId: nobody.id, to: 'yard@example.com' },
    ]);
    expect(enquiries(folder, '--resend', '--failed').stdout).toContain('No mail has failed');
  });

  it('lists what is suspected, and releases it', async () => {
    const folder = temporaryFolder();
    const store = running(folder);
    const entry = newEntry({ suspicion: 'honeypot' });
    await store.accept(newEntry());
    await store.accept(entry);
    expect(JSON.parse(enquiries(folder, '--suspected', '--json').stdout)).toMatchObject([
      { id: entry.id, suspected: 'honeypot', mail: { state: 'suspected' } },
    ]);
    expect(enquiries(folder, '--suspected').stdout).toContain('suspected: honeypot');
    expect(enquiries(folder, '--resend', entry.id).stderr).toContain('--release');
    const { stdout } = enquiries(folder, '--release', entry.reference, '--to', 'yard@example.com');
    expect(stdout).toContain('to yard@example.com;');
    expect(enquiries(folder, '--suspected', '--json').stdout).toBe('[]\n');
  });

  it('says why a mail cannot be queued again', async () => {
    const folder = temporaryFolder();
    expect(enquiries(folder, '--resend', 'x\u001b')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Cannot send "x\\u001b" again: no enquiry has this id or reference\n',
    });
    const store = running(folder);
    const entry = entryWithoutRecipient({ office: null });
    await store.accept(entry);
    expect(enquiries(folder, '--resend', entry.id)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('neither its office nor its site has a mail address'),
    });
  });

  it('explains itself, on request and where it is used wrongly', () => {
    const folder = temporaryFolder();
    expect(enquiries(folder, '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--resend ID'),
    });
    for (const args of [
      ['--jsn'],
      ['list'],
      ['--resend'],
      ['--release'],
      ['--resend', 'a', '--failed'],
      ['--resend', 'a', '--release', 'b'],
      ['--resend', 'a', '--to', 'Ada <ada@example.com>'],
      ['--to', 'ada@example.com'],
    ]) {
      expect(enquiries(folder, ...args)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('npm run enquiries'),
      });
    }
  });
});
