import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getArrivalTime, storeEnquiries } from '../support/many-enquiries.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';

// `npm run bench -- desk` measures the delay for visitors.
const [stored, exported] = [12_000, 2_000];
const visitors = 4;

const data = mkdtempSync(join(tmpdir(), 'slipway-export-'));
let server: RunningServer;
beforeAll(async () => {
  await storeEnquiries(data, stored);
  const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
  server = await startServer({ env });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

/** Returns the output of the command, one enquiry per line. */
async function listed(...args: readonly string[]): Promise<readonly string[]> {
  const script = fileURLToPath(new URL('../../src/server/enquiries.ts', import.meta.url));
  const child = spawn(process.execPath, [script, '--jsonl', ...args], {
    env: { PATH: process.env.PATH, SLIPWAY_DATA: server.data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const references: string[] = [];
  for await (const line of createInterface(child.stdout)) references.push(JSON.parse(line).reference);
  const [code] = await closed;
  expect(code).toBe(0);
  return references;
}

/** Returns the export of the studio, without suspected enquiries. */
async function downloaded(): Promise<readonly string[]> {
  const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  const rows = await owner.get<readonly { readonly reference: string }[]>('enquiries/export?format=json');
  return rows.map(({ reference }) => reference);
}

/** Sends repeatedly, and returns a growing list of acknowledged references. */
function sending(isOver: () => boolean): {
  readonly acknowledged: string[];
  readonly ended: Promise<unknown>;
} {
  const acknowledged: string[] = [];
  const visitor = async () => {
    while (!isOver()) {
      const { isSuccess, body } = await postEnquiry(server.url, {
        domain: 'www.trevarrow.example',
        upload: [],
        enquiry_type: 5,
        submission_url: 'https://www.trevarrow.example/contact',
        email: 'ada@example.com',
        name: 'Ada Marsh',
        message: 'Do you have a berth for a quintessence?',
      });
      expect(isSuccess).toBe(true);
      acknowledged.push(body.extensions?.reference ?? '');
    }
  };
  return { acknowledged, ended: Promise.all(Array.from({ length: visitors }, visitor)) };
}

it(`exports each of ${stored} enquiries once, and ${exported} of them, while visitors send, of which nothing is lost`, async () => {
  let isOver = false;
  const { acknowledged, ended } = sending(() => isOver);
  try {
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
    const before = [...acknowledged];
    const until = new Date(getArrivalTime(exported, stored)).toISOString();
    const [some, everything, file] = await Promise.all([listed('--until', until), listed(), downloaded()]);
    expect(new Set(some).size).toBe(some.length);
    expect(some.length).toBe(exported);
    expect(new Set(everything).size).toBe(everything.length);
    expect(everything.slice(0, exported)).toEqual(some);
    expect(everything.length).toBeGreaterThanOrEqual(stored + before.length);
    expect(everything).toEqual(expect.arrayContaining(before));
    const suspected = new Set(await listed('--suspected'));
    const unsuspected = everything.slice(0, stored).filter((reference) => !suspected.has(reference));
    expect(new Set(file).size).toBe(file.length);
    expect(file.slice(0, unsuspected.length)).toEqual(unsuspected);
    // Sending continued during the export.
    expect(acknowledged.length).toBeGreaterThan(before.length);
  } finally {
    isOver = true;
    await ended;
  }
  const found = await listed('--search', 'quintess', '--since', '1h');
  expect([...found].sort()).toEqual([...acknowledged].sort());
});
