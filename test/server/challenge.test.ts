import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postNames } from '../../engine/model/names.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import {
  fetchTicket,
  getChallenge,
  makeBusy,
  sendProving,
  solveAnswerChallenge,
} from '../hostile/support/challenges.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { fetchFormPage, postForm } from '../support/posts.ts';
import { postEnquiry } from '../support/send.ts';
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
    const ticket = await fetchTicket(server.url);
    for (let count = 0; count < challenge.address; count += 1)
      expect((await sendProving(server.url, { ticket, key: randomUUID() })).isSuccess).toBe(true);

    const sent = { ticket, key: randomUUID() };
    const asked = await sendProving(server.url, sent);
    expect(asked).toMatchObject({
      status: 200,
      isSuccess: false,
      body: { errors: [{ extensions: { code: 'PROOF_REQUIRED', fields: [] } }] },
    });
    expect(getChallenge(asked)).toEqual({
      token: expect.any(String),
      salt: expect.stringMatching(/^[\da-f]{32}$/),
      target: expect.stringMatching(/^[\da-f]{64}$/),
      mostTries: challenge.mostTries,
    });
    expect((await mails()).at(-1)).toBe('unproven');

    const proven = await sendProving(server.url, { ...sent, proof: await solveAnswerChallenge(asked) });
    expect(proven.isSuccess).toBe(true);
    expect((await mails()).at(-1)).toBe('sent');
    const enquiries = await server.enquiries();
    expect(enquiries).toHaveLength(challenge.address + 1);
    expect(enquiries.at(-1)?.reference).toBe(proven.body.extensions?.reference);
    await expect.poll(() => server.logged()).toContain('"event":"enquiry-proven"');
  });

  it('that comes back without a proof is thanked, and its enquiry waits for somebody', async () => {
    await makeBusy(server.url, challenge.address);
    const sent = { ticket: await fetchTicket(server.url), key: randomUUID() };
    await sendProving(server.url, sent);
    expect((await sendProving(server.url, { ...sent, proof: 'none' })).isSuccess).toBe(true);
    expect((await mails()).at(-1)).toBe('unproven');
  });
});

describe('whoever cannot prove it', () => {
  it('is thanked as always: an older page, another client, a form without scripts', async () => {
    await makeBusy(server.url, challenge.address);
    const ticket = { 'slipway-ticket': await fetchTicket(server.url) };
    const key = () => ({ 'idempotency-key': randomUUID() });
    const proof = { 'slipway-proof': 'can' };
    for (const headers of [
      ticket,
      key(),
      { ...ticket, ...key() },
      { ...proof, ...key() },
      { ...proof, ...ticket },
    ])
      expect((await postEnquiry(server.url, sampleEnquiry, { headers })).isSuccess).toBe(true);

    const page = await fetchFormPage(server.url, '/contact');
    const { name, email, message } = sampleEnquiry;
    const entries = Object.entries({ enquiry_type: '3', office_location: '1', name, email, message });
    const posted = await postForm(server.url, '/contact', [
      ...page.hidden.filter(([field]) => field !== postNames.honeypot),
      ...entries.map(([field, value]) => [field, String(value)] as const),
    ]);
    expect(posted.status).toBe(303);
    const states = await mails();
    expect(states.slice(0, challenge.address)).toEqual(Array(challenge.address).fill('sent'));
    expect(states.slice(challenge.address)).toEqual(Array(6).fill('unproven'));
  });
});
