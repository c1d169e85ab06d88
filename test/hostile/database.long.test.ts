import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createSamplePhoto } from '../support/sample-photo.ts';
import { postEnquiry } from '../support/send.ts';
import { failToStartProcess, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { sampleEnquiry } from './support/enquiry.ts';

const root = mkdtempSync(join(tmpdir(), 'slipway-database-'));
afterAll(() => rmSync(root, { recursive: true }));
const newFolder = () => mkdtempSync(join(root, 'data-'));
const on = (data: string) => ({ env: { SLIPWAY_DATA: data, SLIPWAY_RATE_LIMIT: 'off' } });

/** Returns the data folder of a server that accepted one enquiry. */
async function usedFolder(): Promise<string> {
  const data = newFolder();
  const server = await startServerProcess(on(data));
  expect((await postEnquiry(server.url, sampleEnquiry)).isSuccess).toBe(true);
  await server.mailsDone();
  await server.stop();
  return data;
}

const removeDatabase = (data: string) => {
  for (const name of readdirSync(data).filter((name) => name.startsWith('slipway.db')))
    rmSync(join(data, name));
};

describe('a start', () => {
  it.each<[string, (data: string) => void]>([
    ['missing', removeDatabase],
    ['empty', (data) => truncateSync(join(data, 'slipway.db'))],
  ])(
    'stops where the database is %s beside what it left, unless it is told to begin anew',
    async (_what, harm) => {
      const data = await usedFolder();
      harm(data);
      const { code, lines } = await failToStartProcess(on(data));
      expect(code).toBe(1);
      expect(lines).toEqual([
        expect.stringMatching(/^Cannot find the enquiries: .*slipway\.db.*outbox.*--begin-anew$/),
      ]);

      const anew = await startServerProcess({ ...on(data), args: ['--begin-anew'] });
      expect(await anew.enquiries()).toEqual([]);
      await anew.stop();
      await (await startServerProcess(on(data))).stop();
    },
  );

  it('stops where the database is damaged', async () => {
    const data = await usedFolder();
    const file = join(data, 'slipway.db');
    const { size } = statSync(file);
    writeFileSync(file, Buffer.alloc(size - 4096, 0x5a), { flag: 'r+', flush: true });
    const { code, lines } = await failToStartProcess(on(data));
    expect(code).toBe(1);
    expect(lines.join('\n')).toMatch(/slipway\.db/);
    expect(lines.join('\n')).toMatch(/another program wrote it|damaged|not a database/);
  });
});

describe('a database that is harmed while the server runs', () => {
  it.each<[string, (data: string) => void]>([
    ['removed', removeDatabase],
    [
      'replaced',
      (data) => {
        const file = join(data, 'slipway.db');
        cpSync(file, `${file}.copy`);
        renameSync(`${file}.copy`, file);
      },
    ],
    ['emptied', (data) => truncateSync(join(data, 'slipway.db'))],
    ['overwritten', (data) => writeFileSync(join(data, 'slipway.db'), 'x'.repeat(50_000), { flag: 'r+' })],
    ['moved away with its folder', (data) => renameSync(data, `${data}-away`)],
    ['robbed of its log', (data) => rmSync(join(data, 'slipway.db-wal'))],
  ])('%s: nothing is acknowledged, and readiness turns red', async (_what, harm) => {
    const data = newFolder();
    const server = await startServerProcess(on(data));
    expect((await postEnquiry(server.url, sampleEnquiry)).isSuccess).toBe(true);
    harm(data);
    const answer = await postEnquiry(server.url, sampleEnquiry);
    expect([answer.status, answer.isSuccess]).toEqual([503, false]);
    const trouble = { check: 'database', reason: expect.stringContaining('restore it') };
    await expect.poll(() => troublesOf(server)).toContainEqual(trouble);
    await expect.poll(server.logged).toMatch(/"level":"error","event":"enquiry-not-stored","code":"lost"/);
    await server.kill();
  });
});

async function troublesOf({ url }: ServerProcess): Promise<unknown> {
  const response = await fetch(new URL('/readyz', url));
  const troubles = (await response.json()) as readonly unknown[];
  expect(response.status).toBe(troubles.length === 0 ? 200 : 503);
  return troubles;
}

async function backUp(data: string, folder: string) {
  return promisify(execFile)(process.execPath, ['src/server/backup.ts', folder], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, SLIPWAY_DATA: data },
  });
}

async function sendWithPhoto({ url }: ServerProcess) {
  const { buffer, mimeType } = await createSamplePhoto('stern.jpg');
  const asked = await fetch(new URL('/api/contact-upload', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'stern.jpg', contentType: mimeType }),
  });
  const target = (await asked.json()) as { readonly path: string; readonly url: string };
  await fetch(target.url, {
    method: 'PUT',
    headers: { 'content-type': mimeType },
    body: new Uint8Array(buffer),
  });
  return postEnquiry(url, { ...sampleEnquiry, enquiry_type: 7, office_location: '2', upload: [target.path] });
}

describe('npm run backup', () => {
  it('copies what a running server has taken, for its owner alone, and a start on the copy has it all', async () => {
    const server = await startServerProcess(on(newFolder()));
    const before = await sendWithPhoto(server);
    expect(before.isSuccess).toBe(true);
    // Other enquiries are sent during the copy.
    const copy = join(root, 'copy');
    const sending = Array.from({ length: 40 }, () => postEnquiry(server.url, sampleEnquiry));
    const { stdout } = await backUp(server.data, copy);
    expect(stdout).toMatch(/^Copied \d+ enquiries and \d+ files/);
    await Promise.all(sending);
    expect(statSync(copy).mode & 0o777).toBe(0o700);
    for (const name of ['slipway.db', 'secret']) expect(statSync(join(copy, name)).mode & 0o777).toBe(0o600);
    await server.kill();

    const restored = await startServerProcess(on(copy));
    const records = await restored.mailsDone();
    const stored = records.find(({ reference }) => reference === before.body.extensions?.reference);
    expect(stored?.mail.state).toBe('sent');
    expect(records).toHaveLength(Number(/Copied (\d+)/.exec(stdout)?.[1]));
    const [name = ''] = stored?.photos.map((path) => path.replace(/^.*\//, '')) ?? [];
    const photos = readdirSync(join(copy, 'photos'), { recursive: true }).map(String);
    expect(photos.some((path) => path.endsWith(name))).toBe(true);
    expect((await postEnquiry(restored.url, sampleEnquiry)).isSuccess).toBe(true);
    await restored.stop();
  });

  it('refuses a folder that is not empty, and one without a database', async () => {
    const data = await usedFolder();
    await expect(backUp(data, data)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty'),
    });
    await expect(backUp(newFolder(), join(root, 'none'))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no database'),
    });
  });
});
