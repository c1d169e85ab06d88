import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EnquiryView } from '../../src/api/inbox.ts';
import { startWebhookReceiver } from '../../src/server/delivery/webhooks/testing/receiver.ts';
import type { ReadinessTrouble } from '../../src/server/platform/health/health.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { postEnquiry } from '../support/send.ts';
import { failToStart, type ServerOptions, startServer } from '../support/server.ts';
import { findMarkers } from '../support/stored-bytes.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const older = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

/** The forms with a rule that delivers general enquiries to this destination. */
function sendingTo(...destinations: readonly string[]): ServerOptions['documents'] {
  const { rules } = readFrozenDocuments()['rules.json'] as { rules: readonly object[] };
  const when = { '==': [{ var: 'type' }, 'general'] };
  const rule = { id: 'elsewhere', description: 'To other systems.', when, then: { destinations } };
  return { 'rules.json': { rules: [...rules, rule] } };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'slipway-drop-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function running(options: ServerOptions) {
  const server = await startServer({ ...options, env: { SLIPWAY_RATE_LIMIT: 'off', ...options.env } });
  onTestFinished(async () => void (await server.stop()));
  return server;
}

const general = {
  domain: 'www.trevarrow.example',
  submission_url: 'https://www.trevarrow.example/contact',
  upload: [],
  enquiry_type: 3,
  office_location: '1',
  name: 'Zoë “Z” Winter',
  email: 'zoe@example.org',
  message: 'When does the yard open?',
};

describe('destinations of enquiries', () => {
  it('get what a rule sends them: a webhook signed with both secrets, a file by its reference', async () => {
    const drop = folder();
    const { port, received } = await startWebhookReceiver();
    const file = join(folder(), 'older');
    writeFileSync(file, `${older}\n`);
    const server = await running({
      documents: sendingTo('crm', 'drop'),
      content: {
        'destinations.json': [
          {
            id: 'crm',
            kind: 'webhook',
            url: `http://localhost:${port}/in`,
            mayBePrivate: true,
            secrets: ['env:CRM_SECRET', `file:${file}`],
          },
          { id: 'drop', kind: 'fileDrop', folder: drop },
        ],
      },
      env: { CRM_SECRET: secret },
    });
    const answer = await postEnquiry(server.url, general);
    expect(answer.body.errors).toBeUndefined();
    const reference = answer.body.extensions?.reference ?? '';
    await expect.poll(() => received).toHaveLength(1);
    await expect.poll(() => readdirSync(drop)).toEqual([`${reference}.json`]);

    const [{ headers = {}, body = '' } = {}] = received;
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
    // An independent implementation of Standard Webhooks.
    const signed = [7, 8].map((byte) =>
      createHmac('sha256', Buffer.alloc(32, byte)).update(`${id}.${time}.${body}`).digest('base64'),
    );
    expect(signatures).toBe(signed.map((signature) => `v1,${signature}`).join(' '));
    const [enquiry] = await server.enquiries();
    expect(id).toBe(enquiry?.id);
    expect(readFileSync(join(drop, `${reference}.json`), 'utf8')).toBe(body);
    const payload = JSON.parse(body);
    expect(payload).toMatchObject({
      type: 'enquiry.created',
      data: {
        id,
        reference,
        domain: general.domain,
        submissionUrl: general.submission_url,
        locale: 'en-GB',
        enquiryType: { id: 3, key: 'general' },
        office: { id: 1 },
        visitor: { name: general.name, email: general.email },
        photos: [],
      },
    });
    const { fields } = payload.data as {
      fields: { name: string; label: string; value: unknown; words: string }[];
    };
    expect(fields.find(({ name }) => name === 'name')).toEqual({
      name: 'name',
      label: expect.any(String),
      value: general.name,
      words: general.name,
    });
    expect(fields.map(({ name }) => name)).toContain('message');
    // As docs/webhooks.md shows it, except for the variable parts.
    const [, told = ''] =
      /```json payload\n([\s\S]*?)```/.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? [];
    const expected = JSON.parse(told);
    const { timestamp } = payload;
    const form = { ...expected.data.form, hash: payload.data.form.hash };
    expect(payload).toEqual({
      ...expected,
      timestamp,
      data: { ...expected.data, id, reference, form, receivedAt: timestamp },
    });
    expect(server.logged()).not.toContain('whsec_');
    expect(server.logged()).not.toContain('zoe@example.org');
  });

  it('stop the start where they lack something, in one line each', async () => {
    const webhook = { kind: 'webhook', url: 'https://crm.example.com' };
    const destinations = [
      { ...webhook, id: 'unset', secrets: ['env:UNSET'] },
      { ...webhook, id: 'short', secrets: ['env:SHORT'] },
      { ...webhook, id: 'unread', secrets: ['file:/nowhere/crm'] },
      { id: 'no-folder', kind: 'fileDrop', folder: '/nowhere' },
      { id: 'no-bucket', kind: 'fileDrop', prefix: 'enquiries/' },
    ];
    const { code, lines } = await failToStart({
      documents: sendingTo(...destinations.map(({ id }) => id)),
      content: { 'destinations.json': destinations },
      env: { SHORT: 'whsec_c2hvcnQ=' },
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/"env:UNSET" is not set; it must be "whsec_"/),
      expect.stringMatching(/the secret "env:SHORT" is not valid/),
      expect.stringMatching(/the secret "file:\/nowhere\/crm" cannot be read \(ENOENT\)/),
      expect.stringMatching(/files cannot be put into "\/nowhere" \(ENOENT\); create the folder/),
      expect.stringMatching(/there is no bucket; set SLIPWAY_S3_BUCKET/),
    ]);
    expect(lines.join()).not.toContain('c2hvcnQ');
  });

  it('stop the start where a rule sends enquiries to one that there is not', async () => {
    const { code, lines } = await failToStart({
      documents: sendingTo('crm'),
      content: { 'destinations.json': [{ id: 'cmr', kind: 'fileDrop', folder: '/tmp' }] },
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/the rule "elsewhere" sends enquiries to "crm".*the nearest is "cmr"/),
    ]);
  });
});

describe('a destination that is dead', () => {
  it('is told of by /readyz and the log, and leaves the server ready', async () => {
    const { port } = await startWebhookReceiver((response) => response.writeHead(410).end());
    const crm = {
      id: 'crm',
      kind: 'webhook',
      url: `http://localhost:${port}/`,
      mayBePrivate: true,
      secrets: ['env:CRM_SECRET'],
    };
    const server = await running({
      documents: sendingTo('crm'),
      content: { 'destinations.json': [crm] },
      env: { CRM_SECRET: secret },
    });
    const ready = async () => {
      const answer = await fetch(`${server.url}/readyz`);
      return [
        answer.status,
        ((await answer.json()) as readonly ReadinessTrouble[]).map(({ check }) => check),
      ];
    };
    await expect.poll(ready).toEqual([200, []]);
    expect((await postEnquiry(server.url, general)).isSuccess).toBe(true);
    await expect.poll(ready).toEqual([200, ['destination-off']]);
    // Its output arrives a moment later.
    await expect
      .poll(server.logged)
      .toMatch(/"level":"error","event":"readiness-warning","code":"destination-off"/);
    expect((await postEnquiry(server.url, general)).isSuccess).toBe(true);
  });
});

describe('deliveries in the studio', () => {
  it('are seen try by try, delivered again, and leave no byte of whoever is erased', async () => {
    let isUp = false;
    const { port, received } = await startWebhookReceiver((response) =>
      response.writeHead(isUp ? 204 : 503).end(),
    );
    const crm = {
      id: 'crm',
      kind: 'webhook',
      url: `http://localhost:${port}/`,
      mayBePrivate: true,
      secrets: ['env:CRM_SECRET'],
    };
    const server = await running({
      documents: sendingTo('crm'),
      content: { 'destinations.json': [crm] },
      env: { CRM_SECRET: secret, SLIPWAY_STUDIO_PASSWORD: studioPassword },
    });
    const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
    const answer = await postEnquiry(server.url, { ...general, message: 'Quindlewrack' });
    const reference = answer.body.extensions?.reference ?? '';
    const view = () => owner.get<EnquiryView>(`enquiries/${reference}`);
    await expect.poll(async () => (await view()).deliveries?.[0]?.tries.length).toBeGreaterThan(0);
    expect((await view()).deliveries).toMatchObject([
      {
        destination: 'crm',
        state: 'waiting',
        tries: [{ outcome: 'waiting', reason: 'it answers 503; see its own log' }],
      },
    ]);
    isUp = true;
    const again = (destination: string) =>
      owner.ask('POST', `enquiries/${reference}/redeliver`, { destination });
    expect((await again('nowhere')).status).toBe(409);
    expect((await again('crm')).status).toBe(200);
    await expect.poll(async () => (await view()).deliveries?.[0]?.state).toBe('sent');
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);

    const erased = await owner.ask('POST', `enquiries/${reference}/erase`, { confirm: reference });
    expect(erased.status).toBe(200);
    expect(findMarkers(server, ['Quindlewrack', general.email])).toEqual([]);
  });
});
