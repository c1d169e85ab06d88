import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import { runStatements } from '../../src/server/store/postgres/testing/temporary-database.ts';
import { createPicture } from '../photos/support/pictures.ts';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { startPostgres } from '../support/postgres.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

// A separate server, which this file restarts and breaks; it ends with the process.
const postgres = await startPostgres();
const url = Object.assign(new URL(postgres.url), { pathname: '/journeys' }).href;
await runStatements(postgres.url, 'CREATE DATABASE journeys');

const env = { DATABASE_URL: url, SLIPWAY_SECRET: 'the same for all servers of these tests' };
const it = journeysOn({ env });

describe('a server on PostgreSQL', () => {
  it('takes an enquiry with a photo, and mails it; the commands see it', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/service/falmouth');
    await visitor.page.setInputFiles('input[type="file"]', await photo());
    await visitor.page.getByRole('listitem').filter({ hasText: 'stern.jpg' }).getByText('Uploaded').waitFor();
    await visitor.fills({ name: 'Zoë Berry', email: 'zoe@example.com', message: 'The engine stalls.' });
    await visitor.sends();
    await expect.poll(() => ours(server, 'zoe@example.com')).toHaveLength(1);
    const enquiries = await server.mailsDone();
    const enquiry = enquiries.find(({ visitor: { email } = {} }) => email === 'zoe@example.com');
    const [mail] = await readEnquiryMails(server, enquiry?.id ?? '');
    expect(mail?.attachments).toHaveLength(1);
    const printed = execFileSync(process.execPath, ['src/server/enquiries.ts', '--json'], {
      env: { ...process.env, ...env, SLIPWAY_DATA: server.data },
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toMatchObject(enquiries.map(({ id }) => ({ id })));
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it('is served by several at once: what one has drawn another takes', async ({
    server,
    newVisitor,
    expect,
  }) => {
    const other = await startServer({ env: { ...env, SLIPWAY_RATE_LIMIT: 'off' } });
    onTestFinished(async () => void (await other.stop()));
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      [server, other, server, other].map(({ url }) =>
        postEnquiry(url, enquiryOf('both@example.com'), { headers: key }),
      ),
    );
    expect(answers.map(({ isSuccess }) => isSuccess)).toEqual([true, true, true, true]);
    expect(new Set(answers.map(({ body }) => body.extensions?.reference)).size).toBe(1);
    expect(await ours(other, 'both@example.com')).toHaveLength(1);
    const visitor = await newVisitor();
    await visitor.visits('/service/falmouth');
    // A page of the first server sends to the second, as behind a proxy.
    await visitor.page.route('**/graphql', async (route) => {
      const asked = route.request();
      const headers = { ...asked.headers(), origin: other.url, referer: `${other.url}/service/falmouth` };
      await route.fulfill({
        response: await route.fetch({ url: asked.url().replace(server.url, other.url), headers }),
      });
    });
    await visitor.fills({ name: 'Ann', email: 'crossing@example.com', message: 'From one to the other.' });
    await visitor.sends();
    await visitor.sees('Thank you');
    expect(await ours(server, 'crossing@example.com')).toHaveLength(1);
  });

  it('stores once what is sent again under its key, when PostgreSQL restarts or dies amid', async ({
    server,
    expect,
  }) => {
    const keys = Array.from({ length: 120 }, () => randomUUID());
    const sendOne = (key: string) =>
      postEnquiry(server.url, enquiryOf('restart@example.com', key), { headers: { 'idempotency-key': key } });
    const acknowledged = new Set<string>();
    const moment = Promise.withResolvers<void>();
    const sends = keys.map(async (key, at) => {
      // Some are always pending.
      if (at >= 60) await moment.promise;
      if ((await sendOne(key)).isSuccess) acknowledged.add(key);
      if (acknowledged.size === 20) moment.resolve();
    });
    await moment.promise;
    await postgres.restart();
    await postgres.kill();
    await postgres.start();
    await Promise.all(sends);
    for (const key of keys.filter((one) => !acknowledged.has(one)))
      await expect.poll(async () => (await sendOne(key)).isSuccess).toBe(true);
    const stored = await ours(server, 'restart@example.com');
    expect(stored).toHaveLength(keys.length);
    expect(new Set(stored.map(({ values }) => values.message)).size).toBe(keys.length);
    await expect.poll(() => readiness(server)).toEqual([200, []]);
  });

  it('says in one line that it may not write, takes nothing meanwhile, and goes on by itself', async ({
    server,
    expect,
  }) => {
    await runStatements(url, 'ALTER DATABASE journeys SET default_transaction_read_only = on', cut);
    await expect
      .poll(() => readiness(server))
      .toEqual([503, ['database: it cannot be written to: the disk is full or read-only']]);
    expect((await postEnquiry(server.url, enquiryOf('refused@example.com'))).isSuccess).toBe(false);
    await expect
      .poll(server.logged)
      .toMatch(/"event":"database-failed"[^\n]*it is read-only; use its primary in DATABASE_URL/);
    await runStatements(postgres.url, 'ALTER DATABASE journeys RESET default_transaction_read_only', cut);
    await expect.poll(() => readiness(server)).toEqual([200, []]);
    expect((await postEnquiry(server.url, enquiryOf('after@example.com'))).isSuccess).toBe(true);
    expect(await ours(server, 'refused@example.com')).toEqual([]);
  });
});

/** Ends every connection of the servers, because settings apply to new ones only. */
const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'slipway'`;

async function readiness({ url }: RunningServer): Promise<readonly [number, readonly string[]]> {
  const answer = await fetch(`${url}/readyz`);
  const troubles = (await answer.json()) as readonly { check: string; reason: string }[];
  return [answer.status, troubles.map(({ check, reason }) => `${check}: ${reason}`)];
}

async function ours(server: RunningServer, email: string) {
  return (await server.enquiries()).filter(({ visitor }) => visitor?.email === email);
}

function enquiryOf(email: string, message = 'Hello') {
  return {
    domain: 'www.trevarrow.example',
    submission_url: 'https://www.trevarrow.example/contact',
    upload: [],
    enquiry_type: 5,
    name: 'Ada Marsh',
    email,
    message,
  };
}

async function photo(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-photo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'stern.jpg'), await createPicture(800, 600).jpeg().toBuffer());
  return join(folder, 'stern.jpg');
}
