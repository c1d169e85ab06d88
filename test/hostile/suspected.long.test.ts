import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { postNames } from '../../engine/model/names.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { fetchFormPage, postForm } from '../support/posts.ts';
import { runProgram } from '../support/run-program.ts';
import { postEnquiry } from '../support/send.ts';
import { startServer } from '../support/server.ts';
import { startClockedServer } from './support/clocked-server.ts';
import { sampleEnquiry } from './support/enquiry.ts';

// Sends of a robot, or of a browser that fills in every field: they are stored, and look accepted to the
// sender.

async function started() {
  const server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
  onTestFinished(async () => {
    await server.stop();
  });
  return server;
}

it('keeps an enquiry with a filled trap, without a mail, until somebody releases it', async () => {
  const server = await started();
  const trap = { 'slipway-trap': '1' };
  const answer = await postEnquiry(server.url, sampleEnquiry, { headers: trap });
  expect(answer.isSuccess).toBe(true);
  const reference = answer.body.extensions?.reference ?? '';
  const stored = async () => (await server.enquiries())[0];
  expect(await stored()).toMatchObject({
    reference,
    values: { name: 'Ann Berry' },
    mail: { state: 'suspected' },
  });

  const env = { SLIPWAY_DATA: server.data };
  expect(await runProgram('enquiries', env, '--suspected')).toContain(reference);
  expect(await runProgram('enquiries', env, '--release', reference)).toContain('yard@trevarrow.example');
  await expect.poll(async () => (await stored())?.mail.state).toBe('sent');
  expect(await readEnquiryMails(server, (await stored())?.id ?? '')).toHaveLength(1);
});

it('answers it as any other: the same shape, the same answer to the same key, the same problems', async () => {
  const server = await started();
  const robot = () => ({ 'slipway-trap': '1', 'idempotency-key': randomUUID() });
  const person = () => ({ 'idempotency-key': randomUUID() });
  const shape = ({ status, body }: Awaited<ReturnType<typeof postEnquiry>>) =>
    JSON.stringify([status, body]).replace(/[\dA-Z]{3}-[\dA-Z]{3}-[\dA-Z]{3}/, 'REFERENCE');

  const key = robot();
  const first = await postEnquiry(server.url, sampleEnquiry, { headers: key });
  expect(shape(first)).toBe(shape(await postEnquiry(server.url, sampleEnquiry, { headers: person() })));
  expect(await postEnquiry(server.url, sampleEnquiry, { headers: key })).toEqual(first);
  const other = { ...sampleEnquiry, message: 'Another one' };
  expect((await postEnquiry(server.url, other, { headers: key })).body.errors?.[0]?.extensions?.code).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  );
  const bad = { ...sampleEnquiry, email: 'not an address' };
  expect(shape(await postEnquiry(server.url, bad, { headers: robot() }))).toBe(
    shape(await postEnquiry(server.url, bad, { headers: person() })),
  );
  expect(await server.enquiries()).toHaveLength(2);
});

it('deletes what nobody released in time, and nothing else', async () => {
  const data = mkdtempSync(join(tmpdir(), 'slipway-suspected-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const env = { SLIPWAY_DATA: data, SLIPWAY_RATE_LIMIT: 'off', SLIPWAY_SUSPECTED_DAYS: '7' };
  const startAfter = (days: number) => startClockedServer({ env }, days * 86_400_000);
  const first = await startAfter(0);
  await postEnquiry(first.url, sampleEnquiry, { headers: { 'slipway-trap': '1' } });
  await postEnquiry(first.url, sampleEnquiry);
  await first.mailsDone();
  await first.stop();

  const states = async (server: Awaited<ReturnType<typeof startAfter>>) =>
    (await server.enquiries()).map(({ mail }) => mail.state);
  const early = await startAfter(6.9);
  expect(await states(early)).toEqual(['suspected', 'sent']);
  await early.stop();
  const late = await startAfter(7.1);
  await expect.poll(() => states(late)).toEqual(['sent']);
  await expect.poll(late.logged).toContain('"event":"suspected-swept","count":1');
  await late.stop();
});

it('keeps what is posted with a filled trap, and thanks for it as for any other', async () => {
  const server = await started();
  const page = await fetchFormPage(server.url, '/contact');
  const { name, email, message } = sampleEnquiry;
  const entries = Object.entries({ enquiry_type: '3', office_location: '1', name, email, message });
  const posted = (trap: string) =>
    postForm(server.url, '/contact', [
      ...page.hidden.filter(([field]) => field !== postNames.key),
      [postNames.key, randomUUID()],
      ...entries.map(([field, value]) => [field, String(value)] as const),
      [postNames.honeypot, trap],
    ]);
  expect((await posted('https://spam.example')).status).toBe(303);
  expect((await posted('')).status).toBe(303);
  expect((await server.enquiries()).map(({ mail }) => mail.state)).toEqual([
    'suspected',
    expect.stringMatching(/waiting|sent/),
  ]);
});
