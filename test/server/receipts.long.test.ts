import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { EnquiryView } from '../../src/api/inbox.ts';
import { startMailServer } from '../../src/server/delivery/mail/testing/mail-server.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { fetchTicket, makeBusy, sendProving, solveAnswerChallenge } from '../hostile/support/challenges.ts';
import { startClockedServer } from '../hostile/support/clocked-server.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { fetchFormPage, postForm } from '../support/posts.ts';
import { runProgram } from '../support/run-program.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import { postEnquiry, type SendAnswer } from '../support/send.ts';
import { type RunningServer, type ServerOptions, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';

// A visitor's receipt: its content, its recipient, and protection against sending it to others.

const generalUi = 'forms/general/ui.json';
const receiving = { [generalUi]: { ...(readFrozenDocuments()[generalUi] as object), 'ui:receipt': true } };

/** Starts a server whose form "general" sends receipts, and its mail server. */
async function started<Server extends RunningServer = RunningServer>({
  changed,
  smtp,
  env,
  start = startServer as (options: ServerOptions) => Promise<Server>,
}: {
  readonly changed?: Readonly<Record<string, unknown>>;
  readonly smtp?: SMTPServerOptions;
  readonly start?: (options: ServerOptions) => Promise<Server>;
} & Pick<ServerOptions, 'env'> = {}) {
  const mails = await startMailServer(smtp);
  const server = await start({
    documents: { ...receiving, ...changed },
    env: {
      SLIPWAY_RATE_LIMIT: 'off',
      SMTP_URL: mails.url,
      SLIPWAY_PUBLIC_URL: 'http://localhost',
      SLIPWAY_STUDIO_PASSWORD: studioPassword,
      ...env,
    },
  });
  onTestFinished(async () => {
    await server.stop();
  });
  return { server, ...mails };
}

type Received = Awaited<ReturnType<typeof startMailServer>>['received'];

const to = (received: Received, address: string) => received.filter((mail) => mail.to.includes(address));

/** Returns the only mail to an address, once it has arrived, parsed. */
async function mailTo(received: Received, address: string) {
  await expect.poll(() => to(received, address).length).toBe(1);
  const [mail] = to(received, address);
  return { mail, parsed: await PostalMime.parse(mail?.raw ?? '') };
}

/** Sends as a page does, with a new ticket. */
async function sendFrom(
  { url }: RunningServer,
  values: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<SendAnswer> {
  const ticket = { 'slipway-ticket': await fetchTicket(url), 'idempotency-key': randomUUID() };
  return postEnquiry(url, { ...sampleEnquiry, ...values }, { headers: { ...ticket, ...headers } });
}

const referenceOf = ({ body }: SendAnswer) => body.extensions?.reference ?? '';

/** Returns the output of the command line about the receipt of an enquiry. */
async function receiptOf({ data }: RunningServer, answer: SendAnswer) {
  const shown = await runProgram(
    'enquiries',
    { SLIPWAY_DATA: data },
    '--show',
    referenceOf(answer),
    '--json',
  );
  return JSON.parse(shown).receipt;
}

describe('a receipt', () => {
  it('is a copy of the answers in the words that the visitor read, with the reference and how to reach the yard', async () => {
    const { server, received } = await started();
    const answer = await sendFrom(server);
    const { mail, parsed } = await mailTo(received, 'ann@example.com');
    expect(mail?.to).toEqual(['ann@example.com']);
    expect(parsed.subject).toBe(`We have your enquiry, www.trevarrow.example (${referenceOf(answer)})`);
    expect(parsed.text).toContain('Name\n  Ann Berry\n\nEmail address\n  ann@example.com\n');
    expect(parsed.text).toContain('Message\n  Hello\n');
    expect(parsed.text).toContain(`Reference\n  ${referenceOf(answer)}\n`);
    expect(parsed.text).toContain('Office\n  Falmouth - Yard and head office\n');
    expect(parsed.text).toContain('Phone\n  +44 1632 960117\n');
    expect(parsed.html).toContain('Ann Berry');
    const headers = new Map(parsed.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('auto-submitted')).toBe('auto-replied');
    expect(headers.get('x-auto-response-suppress')).toBe('All');
    expect(headers.has('reply-to')).toBe(false);
    expect(parsed.attachments).toEqual([]);

    const office = await mailTo(received, 'yard@trevarrow.example');
    expect(office.parsed.replyTo?.map(({ address }) => address)).toEqual(['ann@example.com']);
    expect(office.parsed.messageId).not.toBe(parsed.messageId);
  });

  it('is in the language of its page, from right to left where that is read so', async () => {
    const { server, received } = await started();
    const page = await fetchFormPage(server.url, '/ar/contact');
    const ticket = /"ticket":"([^"]+)"/.exec(page.html)?.[1] ?? '';
    const domain = 'international.trevarrow.example';
    await sendFrom(server, { domain }, { 'slipway-ticket': ticket, 'accept-language': 'ar' });
    const { parsed } = await mailTo(received, 'ann@example.com');
    expect(parsed.html).toContain('<html lang="ar" dir="rtl">');
    expect(parsed.text).toContain('وصل استفسارك');
  });

  it('comes without scripts as well, and never of a form that gives none', async () => {
    const { server, received } = await started();
    const page = await fetchFormPage(server.url, '/contact');
    const { name, message } = sampleEnquiry;
    const entries = { enquiry_type: '3', office_location: '1', name, email: 'bo@example.com', message };
    const posted = await postForm(server.url, '/contact', [
      ...page.hidden,
      ...Object.entries(entries).map(([field, value]) => [field, String(value)] as const),
    ]);
    expect(posted.status).toBe(303);
    await mailTo(received, 'bo@example.com');
    const other = await sendFrom(server, { enquiry_type: 6, email: 'cy@example.com', office_location: '3' });
    expect(other.body.errors).toBeUndefined();
    await server.mailsDone();
    expect(to(received, 'cy@example.com')).toEqual([]);
  });
});

it('names photos, of which it attaches and links none, and has dots for a secret', async () => {
  const serviceUi = 'forms/service/ui.json';
  const changed = {
    [generalUi]: { ...receiving[generalUi], phone: { 'ui:widget': 'password' } },
    [serviceUi]: { ...(readFrozenDocuments()[serviceUi] as object), 'ui:receipt': true },
  };
  const { server, received } = await started({ changed });
  const page = await fetchFormPage(server.url, '/service/falmouth');
  const { name, message } = sampleEnquiry;
  const entries = { enquiry_type: '7', office_location: '2', name, email: 'ann@example.com', message };
  const { mimeType: type, buffer } = await createSamplePhoto('bow.jpg');
  const photo = new File([new Uint8Array(buffer)], 'the bow, www.evil.example.jpg', { type });
  const posted = await postForm(server.url, '/service/falmouth', [
    ...page.hidden,
    ...Object.entries(entries).map(([field, value]) => [field, String(value)] as const),
    ['upload', photo] as const,
  ]);
  expect(posted.status).toBe(303);
  const { parsed } = await mailTo(received, 'ann@example.com');
  expect(parsed.text).toContain('Photo\n  the bow, www[.]evil[.]example.jpg\n');
  expect(parsed.attachments).toEqual([]);
  expect(parsed.text).not.toMatch(/https?:/);

  await sendFrom(server, { email: 'bo@example.com', phone: '0123 456 789' });
  const secret = await mailTo(received, 'bo@example.com');
  expect(secret.parsed.text).toContain('••••••••');
  // Three digits alone may be in a random boundary.
  for (const shown of [secret.mail?.raw, secret.parsed.text, secret.parsed.html])
    expect(shown).not.toContain('456 789');
});

describe('what a visitor wrote', () => {
  it('makes no link, no header, no other recipient, and stands in no sentence', async () => {
    const { server, received } = await started();
    const phishing =
      'Claim at https://evil.example/win or www.evil.example, evil。example, ftp:a, eve@evil.example';
    const message = `${phishing}\r\nBcc: eve@example.net\r\n\r\n<a href="https://evil.example">x</a> at 12:30 for 1.5 m`;
    await sendFrom(server, { name: `Win ${phishing}`, message });
    const { mail, parsed } = await mailTo(received, 'ann@example.com');
    expect(mail?.to).toEqual(['ann@example.com']);
    for (const text of [parsed.text, parsed.html ?? '']) {
      expect(text).not.toMatch(/evil\.example|:\/\/evil|www\.evil|eve@|ftp:a|evil。/);
      expect(text).toContain('at 12:30 for 1.5 m');
    }
    expect(parsed.text).toContain('https[:]//evil[.]example/win or www[.]evil[.]example');
    expect(parsed.html).not.toContain('<a ');
    const [sentences = ''] = (parsed.text ?? '').split('Name\n');
    expect(sentences).not.toContain('Claim');
    expect(parsed.subject).not.toContain('Win');
    expect([parsed.cc ?? [], parsed.bcc ?? []]).toEqual([[], []]);
  });

  it('is shortened where it is long, which the receipt says, and the office has it whole', async () => {
    const { server, received } = await started();
    const message = 'Long. '.repeat(500).trim();
    await sendFrom(server, { message });
    const { parsed } = await mailTo(received, 'ann@example.com');
    const shown = /Long\.[^…]*…/.exec(parsed.text ?? '')?.[0] ?? '';
    expect(shown.length).toBeGreaterThan(serverSettings.receipts.longestAnswer - 10);
    expect(shown.length).toBeLessThanOrEqual(serverSettings.receipts.longestAnswer + 1);
    expect(parsed.text).toContain('Long answers are shortened here.');
    expect((await mailTo(received, 'yard@trevarrow.example')).parsed.text).toContain(message);
  });
});

describe('nobody is sent a receipt', () => {
  it('by a robot, without a ticket, or by a repeat; nor by whoever releases, resends or forwards', async () => {
    const { server, received } = await started();
    const trapped = await sendFrom(server, { email: 'one@example.com' }, { 'slipway-trap': '1' });
    const bare = await postEnquiry(server.url, { ...sampleEnquiry, email: 'two@example.com' });
    const key = { 'idempotency-key': randomUUID(), 'slipway-ticket': await fetchTicket(server.url) };
    const first = await sendFrom(server, { email: 'three@example.com' }, key);
    expect(referenceOf(await sendFrom(server, { email: 'three@example.com' }, key))).toBe(referenceOf(first));
    await server.mailsDone();
    await mailTo(received, 'three@example.com');
    const env = { SLIPWAY_DATA: server.data };
    await runProgram('enquiries', env, '--release', referenceOf(trapped));
    await runProgram('enquiries', env, '--resend', referenceOf(first));
    await runProgram('enquiries', env, '--resend', referenceOf(bare));
    await expect.poll(() => to(received, 'yard@trevarrow.example').length).toBe(5);

    expect(received.filter((mail) => !mail.to.includes('yard@trevarrow.example'))).toHaveLength(1);
    expect(await receiptOf(server, trapped)).toMatchObject({ state: 'withheld', reason: 'suspected' });
    expect(await receiptOf(server, bare)).toMatchObject({ state: 'withheld', reason: 'no-ticket' });
    await expect
      .poll(() => receiptOf(server, first))
      .toMatchObject({
        state: 'sent',
        to: 'three@example.com',
        attempts: 1,
      });
  });

  it('more than once in an hour to one mailbox, and five times from one address on the network', async () => {
    const env = { SLIPWAY_RATE_LIMIT: 'on', SLIPWAY_TRUST_PROXY: '1' };
    // So far behind that it never overtakes the real clock.
    let now = -2 * 3_600_000;
    const { server, received } = await started({
      env,
      start: (options) => startClockedServer(options, now),
    });
    /** Sends as from a page that somebody has read for a while. */
    async function sent(email: string, from: string): Promise<SendAnswer> {
      const ticket = await fetchTicket(server.url);
      now += 10_000;
      server.moveClockTo(now);
      return sendFrom(server, { email }, { 'slipway-ticket': ticket, 'x-forwarded-for': from });
    }
    const once = await sent('ann@example.com', '192.0.2.1');
    const again = await sent('A.n.n+2@example.com', '192.0.2.2');
    expect([once.isSuccess, again.isSuccess]).toEqual([true, true]);
    expect(await receiptOf(server, again)).toMatchObject({ state: 'withheld', reason: 'too-many' });

    const [{ address: most = 0 } = {}] = serverSettings.limits.receipts;
    const answers: SendAnswer[] = [];
    for (let count = 0; count <= most; count += 1)
      answers.push(await sent(`v${count}@example.com`, '192.0.2.9'));
    const last = answers.at(-1);
    expect(last?.isSuccess).toBe(true);
    await expect.poll(() => received.filter((mail) => /^v\d/.test(mail.to[0] ?? '')).length).toBe(most);
    expect(last && (await receiptOf(server, last))).toMatchObject({ reason: 'too-many' });

    now += 3_600_000;
    const later = await sent('ann@example.com', '192.0.2.1');
    expect(later.isSuccess).toBe(true);
    await expect.poll(() => to(received, 'ann@example.com').length).toBe(2);
    expect((await server.mailsDone()).every(({ mail }) => mail.state === 'sent')).toBe(true);
  });

  it('before a page that has to has proven its effort', async () => {
    const { server, received } = await started({ env: { SLIPWAY_CHALLENGE: 'on' } });
    await makeBusy(server.url, serverSettings.limits.challenge.address);
    const values = { email: 'proven@example.com' };
    const [sent, other] = [
      { ticket: await fetchTicket(server.url), key: randomUUID(), values },
      { ticket: await fetchTicket(server.url), key: randomUUID(), values: { email: 'never@example.com' } },
    ];
    const asked = await sendProving(server.url, sent);
    const unproven = await sendProving(server.url, { ...other, proof: 'can' });
    const thanked = await sendProving(server.url, { ...other, proof: 'none' });
    expect(unproven.isSuccess).toBe(false);
    expect(await receiptOf(server, thanked)).toMatchObject({ state: 'held' });
    expect(received.filter((mail) => mail.to.some((address) => address.endsWith('@example.com')))).toEqual(
      [],
    );

    await sendProving(server.url, { ...sent, proof: await solveAnswerChallenge(asked) });
    await mailTo(received, 'proven@example.com');
    await runProgram('enquiries', { SLIPWAY_DATA: server.data }, '--release', referenceOf(thanked));
    await server.mailsDone();
    expect(await receiptOf(server, thanked)).toMatchObject({ state: 'withheld', reason: 'suspected' });
    expect(to(received, 'never@example.com')).toEqual([]);
  });
});

describe('a receipt that nobody takes', () => {
  it('is no alarm, holds up no office, and is told of beside the enquiry', async () => {
    const { server, received } = await started({
      smtp: {
        onRcptTo({ address }, _session, callback) {
          const refused = Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 });
          callback(address === 'nobody@example.com' ? refused : undefined);
        },
      },
    });
    const answer = await sendFrom(server, { email: 'nobody@example.com' });
    await mailTo(received, 'yard@trevarrow.example');
    await expect.poll(() => server.logged()).toContain('"event":"receipt-failed"');
    expect(server.logged()).not.toContain('"level":"error"');
    expect((await server.mailsDone()).map(({ mail }) => mail.state)).toEqual(['sent']);
    const ready = await fetch(new URL('/readyz', server.url));
    expect(ready.status).toBe(200);

    const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
    const view = await owner.get<EnquiryView>(`enquiries/${referenceOf(answer)}`);
    expect(view.receipt).toMatchObject({
      state: 'failed',
      to: 'nobody@example.com',
      why: expect.any(String),
    });
    expect(view.delivery).toBe('sent');
    const shown = await runProgram('enquiries', { SLIPWAY_DATA: server.data }, '--show', referenceOf(answer));
    expect(shown).toMatch(/Receipt +failed, nobody@example\.com, .*5\.1\.1/);
  });
});

it('holds up no office, however slow the mail servers of visitors are', async () => {
  const waiting: (() => void)[] = [];
  let isSlow = true;
  const { server, received } = await started({
    smtp: {
      onRcptTo({ address }, _session, callback) {
        if (isSlow && address.startsWith('slow')) waiting.push(callback);
        else callback();
      },
    },
  });
  const most = serverSettings.mail.concurrency + 1;
  for (let count = 0; count < most; count += 1) await sendFrom(server, { email: `slow${count}@example.com` });
  await expect.poll(() => to(received, 'yard@trevarrow.example').length).toBe(most);
  await expect.poll(() => waiting.length).toBe(serverSettings.receipts.concurrency);
  // Mails queued behind them are sent as soon as they finish.
  isSlow = false;
  for (const go of waiting) go();
  await expect.poll(() => received.filter((mail) => mail.to[0]?.startsWith('slow')).length).toBe(most);
});

describe('a receipt as a file', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ documents: receiving, env: { SLIPWAY_RATE_LIMIT: 'off' } });
  });
  afterAll(() => server.stop());

  const files = () =>
    readdirSync(join(server.data, 'outbox')).filter((name) => name.endsWith('.receipt.eml'));

  it('goes with its person, as does what the database has of it', async () => {
    await sendFrom(server, { email: 'zoe@example.org' });
    await sendFrom(server, { email: 'bo@example.org' });
    await expect.poll(() => files().length).toBe(2);
    const env = { SLIPWAY_DATA: server.data };
    await runProgram('enquiries', env, '--erase', 'zoe@example.org', '--yes');
    const left = files();
    expect(left).toHaveLength(1);
    const [file = ''] = left;
    expect(readFileSync(join(server.data, 'outbox', file), 'utf8')).toContain('bo@example.org');
    expect(await server.enquiries()).toHaveLength(1);
  });
});
