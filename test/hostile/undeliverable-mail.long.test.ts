import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '../../src/server/delivery/mail/testing/mail-server.ts';
import { shippedContentFolder } from '../../src/server/forms/content/shipped-content.ts';
import { runProgram } from '../support/run-program.ts';
import { postEnquiry, type SendVariables } from '../support/send.ts';
import { type RunningServer, type ServerOptions, startServer } from '../support/server.ts';

// Mails that an office's server refuses: failures without an attacker.

async function started(options: ServerOptions): Promise<RunningServer> {
  const env = {
    SLIPWAY_RATE_LIMIT: 'off',
    SLIPWAY_PUBLIC_URL: 'https://www.trevarrow.example',
    ...options.env,
  };
  const server = await startServer({ ...options, env });
  onTestFinished(async () => {
    await server.stop();
  });
  return server;
}

/** Returns the demonstration's content with other addresses for some offices. */
function contentWith(addresses: Readonly<Record<number, string | null>>): Record<string, unknown> {
  const offices: { id: number; email: string }[] = JSON.parse(
    readFileSync(join(shippedContentFolder, 'offices.json'), 'utf8'),
  );
  return {
    'offices.json': offices.map((office) => ({ ...office, email: addresses[office.id] ?? office.email })),
  };
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'slipway-mail-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const enquiry = (differences: SendVariables = {}): SendVariables => ({
  domain: 'www.trevarrow.example',
  submission_url: 'https://www.trevarrow.example/contact',
  upload: [],
  enquiry_type: 3,
  office_location: '1',
  name: 'Ada Marsh',
  email: 'ada@example.com',
  message: 'Is there a berth for a boat of 12 m?',
  ...differences,
});

async function accepted(server: RunningServer, differences?: SendVariables): Promise<string> {
  const { isSuccess, body } = await postEnquiry(server.url, enquiry(differences));
  expect(isSuccess, JSON.stringify(body)).toBe(true);
  return body.extensions?.reference ?? '';
}

/** Starts a mail server that answers each recipient differently: with a line, or not at all. */
function answering(lines: Readonly<Record<string, string | 'never'>>): SMTPServerOptions {
  return {
    onRcptTo({ address }, _session, callback) {
      const line = lines[address];
      if (line === 'never') return;
      if (line === undefined) return callback();
      const [, code, text] = /^(\d+) (.*)$/.exec(line) ?? [];
      callback(Object.assign(new Error(text), { responseCode: Number(code) }));
    },
  };
}

const mailOf = async (server: RunningServer, reference: string) =>
  (await server.enquiries()).find((record) => record.reference === reference)?.mail;

it.each([
  '552 5.2.2 The mailbox is full',
  '554 5.7.1 Service unavailable; client host [192.0.2.7] blocked using zen.example',
  '550 5.7.1 Relaying denied',
])('waits where the mail server says “%s”', async (line) => {
  const mail = await startMailServer(answering({ 'yard@trevarrow.example': line }));
  const server = await started({ env: { SMTP_URL: mail.url } });
  const reference = await accepted(server);
  await expect
    .poll(() => mailOf(server, reference))
    .toMatchObject({ attempts: expect.toSatisfy((n) => n > 0) });
  expect(await mailOf(server, reference)).toMatchObject({ state: 'waiting', to: 'yard@trevarrow.example' });
  expect(server.logged()).not.toContain('"mail-failed"');
});

it('hands to the site what its office refuses for good, and says so', async () => {
  const mail = await startMailServer(answering({ 'yard@trevarrow.example': '550 5.1.1 No such user' }));
  const server = await started({ env: { SMTP_URL: mail.url } });
  const reference = await accepted(server);
  await expect
    .poll(() => mailOf(server, reference))
    .toMatchObject({
      state: 'sent',
      to: 'hello@trevarrow.example',
      refusedBy: 'yard@trevarrow.example',
    });
  const [received] = mail.received;
  expect(received?.to).toEqual(['hello@trevarrow.example']);
  const { text } = await PostalMime.parse(received?.raw ?? '');
  expect(text).toContain('yard@trevarrow.example, did not take this enquiry');
});

it('tells of what nobody takes, and sends it to the address that is mended', async () => {
  const data = folder();
  const refusals = {
    'yard@trevarrow.example': '550 5.1.1 No such user',
    'hello@trevarrow.example': '550 5.1.1 No such user',
  };
  const mail = await startMailServer(answering(refusals));
  const server = await started({ env: { SMTP_URL: mail.url, SLIPWAY_DATA: data } });
  const reference = await accepted(server);
  await expect.poll(() => mailOf(server, reference)).toMatchObject({ state: 'failed' });
  await expect.poll(server.logged).toMatch(/"level":"error","event":"mail-failed"/);
  await expect
    .poll(async () => (await fetch(new URL('/readyz', server.url))).text())
    .toContain('mail-failed');

  const content = join(folder(), 'content');
  cpSync(shippedContentFolder, content, { recursive: true });
  writeFileSync(
    join(content, 'offices.json'),
    JSON.stringify(contentWith({ 1: 'mended@trevarrow.example' })['offices.json']),
  );
  const env = { SLIPWAY_DATA: data, SLIPWAY_CONTENT: content };
  expect(await runProgram('enquiries', env, '--failed')).toContain(reference);
  expect(await runProgram('enquiries', env, '--resend', reference)).toContain('mended@trevarrow.example');
  await expect
    .poll(() => mailOf(server, reference))
    .toMatchObject({ state: 'sent', to: 'mended@trevarrow.example' });
  await expect.poll(async () => (await fetch(new URL('/readyz', server.url))).status).toBe(200);
});

it('keeps the mail of an enquiry that nobody is to get, until somebody is', async () => {
  const data = folder();
  const sites: { domain: string }[] = JSON.parse(
    readFileSync(join(shippedContentFolder, 'sites.json'), 'utf8'),
  );
  const content = { 'sites.json': sites.map((site) => ({ ...site, email: null })) };
  const server = await started({ content, env: { SLIPWAY_DATA: data } });
  const reference = await accepted(server, { enquiry_type: 5, office_location: null });
  expect(await mailOf(server, reference)).toMatchObject({ state: 'no-recipient' });
  await expect.poll(server.logged).toMatch(/"level":"error","event":"enquiry-without-recipient"/);
  await expect
    .poll(async () => (await fetch(new URL('/readyz', server.url))).text())
    .toContain('mail-no-recipient');
  const env = { SLIPWAY_DATA: data };
  expect(
    await runProgram('enquiries', env, '--resend', '--failed', '--to', 'jobs@trevarrow.example'),
  ).toContain(reference);
  await expect
    .poll(() => mailOf(server, reference))
    .toMatchObject({ state: 'sent', to: 'jobs@trevarrow.example' });
});

it('is not held up by two offices that never answer', async () => {
  const slow = { 1: 'slow-1@trevarrow.example', 2: 'slow-2@trevarrow.example' };
  const mail = await startMailServer(
    answering({ 'slow-1@trevarrow.example': 'never', 'slow-2@trevarrow.example': 'never' }),
  );
  const server = await started({ content: contentWith(slow), env: { SMTP_URL: mail.url } });
  for (let count = 0; count < 20; count += 1) {
    await accepted(server, { message: `To a slow office, ${count}` });
    await accepted(server, { enquiry_type: 7, office_location: '2', message: `To another, ${count}` });
  }
  const quick = await accepted(server, { enquiry_type: 6, office_location: '3' });
  await expect.poll(() => mailOf(server, quick)).toMatchObject({ state: 'sent' });
});
