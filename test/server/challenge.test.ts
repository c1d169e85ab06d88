import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postNames } from '../../engine/names.ts';
import { serverSettings } from '../../src/server/config/settings.ts';
import { challengeOf, makeBusy, newTicket, sendProving, solve } from '../hostile/support/challenges.ts';
import { anEnquiry } from '../hostile/support/enquiry.ts';
import { openPage, post } from '../support/posts.ts';
import { send } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const { challenge } = serverSettings.limits;

let server: RunningServer;
beforeEach(async () => {
  server = await startServer({ env: { SLIPWAY_CHALLENGE: 'on', SLIPWAY_RATE_LIMIT: 'off' } });
});
afterEach(() => server.stop());

/** The states of the mails, in the order of the enquiries. */
const mails = async () => (await server.mailsDone()).map(({ mail }) => mail.reason ?? mail.state);

describe('a page that can prove its effort', () => {
  it('is asked to above a threshold, and its enquiry is sent once it has', async () => {
    const ticket = await newTicket(server.url);
    for (let count = 0; count < challenge.address; count += 1)
      expect((await sendProving(server.url, { ticket, key: randomUUID() })).isSuccess).toBe(true);

    const sent = { ticket, key: randomUUID() };
    const asked = await sendProving(server.url, sent);
    expect(asked).toMatchObject({
      status: 200,
      isSuccess: false,
      body: { errors: [{ extensions: { code: 'PROOF_REQUIRED', fields: [] } }] },
    });
    expect(challengeOf(asked)).toEqual({
      token: expect.any(String),
      salt: expect.stringMatching(/^[\da-f]{32}$/),
      target: expect.stringMatching(/^[\da-f]{64}$/),
      mostTries: challenge.mostTries,
    });
    expect((await mails()).at(-1)).toBe('unproven');

    const proven = await sendProving(server.url, { ...sent, proof: await solve(asked) });
    expect(proven.isSuccess).toBe(true);
    expect((await mails()).at(-1)).toBe('sent');
    const enquiries = await server.enquiries();
    expect(enquiries).toHaveLength(challenge.address + 1);
    expect(enquiries.at(-1)?.reference).toBe(proven.body.extensions?.reference);
    await expect.poll(() => server.logged()).toContain('"event":"enquiry-proven"');
  });

  it('that comes back without a proof is thanked, and its enquiry waits for somebody', async () => {
    await makeBusy(server.url, challenge.address);
    const sent = { ticket: await newTicket(server.url), key: randomUUID() };
    await sendProving(server.url, sent);
    expect((await sendProving(server.url, { ...sent, proof: 'none' })).isSuccess).toBe(true);
    expect((await mails()).at(-1)).toBe('unproven');
  });
});

describe('whoever cannot prove it', () => {
  it('is thanked as always: an older page, another client, a form without scripts', async () => {
    await makeBusy(server.url, challenge.address);
    const ticket = { 'slipway-ticket': await newTicket(server.url) };
    const key = () => ({ 'idempotency-key': randomUUID() });
    const proof = { 'slipway-proof': 'can' };
    for (const headers of [
      ticket,
      key(),
      { ...ticket, ...key() },
      { ...proof, ...key() },
      { ...proof, ...ticket },
    ])
      expect((await send(server.url, anEnquiry, { headers })).isSuccess).toBe(true);

    const page = await openPage(server.url, '/contact');
    const { name, email, message } = anEnquiry;
    const entries = Object.entries({ enquiry_type: '3', office_location: '1', name, email, message });
    const posted = await post(server.url, '/contact', [
      ...page.hidden.filter(([field]) => field !== postNames.honeypot),
      ...entries.map(([field, value]) => [field, String(value)] as const),
    ]);
    expect(posted.status).toBe(303);
    const states = await mails();
    expect(states.slice(0, challenge.address)).toEqual(Array(challenge.address).fill('sent'));
    expect(states.slice(challenge.address)).toEqual(Array(6).fill('unproven'));
  });
});
