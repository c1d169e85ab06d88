import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { postEnquiry } from '../support/send.ts';
import {
  fetchTicket,
  getChallenge,
  makeBusy,
  sendProving,
  solveAnswerChallenge,
} from './support/challenges.ts';
import { type ClockedServer, startClockedServer } from './support/clocked-server.ts';
import { sampleEnquiry } from './support/enquiry.ts';

// Robots that try to avoid a required proof of effort.

const { ceilings, challenge, ticket: ticketLimits } = serverSettings.limits;

/** Longer than any time that a test lets pass. */
const behindMs = 86_400_000;

let server: ClockedServer;
let ticket: string;
beforeEach(async () => {
  server = await startClockedServer(
    { env: { SLIPWAY_CHALLENGE: 'on', SLIPWAY_TRUST_PROXY: '1' } },
    -behindMs,
  );
  ticket = await fetchTicket(server.url);
  server.moveClockTo(-behindMs + ticketLimits.leastAgeMs);
});
afterEach(() => server.stop());

/** Returns the state of the last enquiry's mail. */
const lastMail = async () => {
  const mail = (await server.mailsDone()).at(-1)?.mail;
  return mail?.reason ?? mail?.state;
};

/** Sends an enquiry that requires a proof. */
async function asked() {
  const sent = { ticket, key: randomUUID() };
  return { sent, answer: await sendProving(server.url, sent) };
}

describe('a proof', () => {
  it('is for one enquiry, one ticket and a short time, and cannot be made up', async () => {
    await makeBusy(server.url, challenge.address);
    const first = await asked();
    const proof = await solveAnswerChallenge(first.answer);
    const second = await asked();
    const [token] = (await solveAnswerChallenge(second.answer)).split(':');
    const later = await fetchTicket(server.url);
    for (const attempt of [
      { ...second.sent, proof },
      { ...second.sent, proof: `${token}:${challenge.mostTries}` },
      { ...second.sent, proof: `${token?.replace(/.$/, '_')}:1` },
      { ...second.sent, ticket: later, proof: await solveAnswerChallenge(second.answer) },
      { ...second.sent, proof: 'x'.repeat(8000) },
    ])
      expect((await sendProving(server.url, attempt)).isSuccess).toBe(true);
    expect(await lastMail()).toBe('unproven');

    const inTime = await solveAnswerChallenge(second.answer);
    server.moveClockTo(-behindMs + ticketLimits.leastAgeMs + challenge.maxAgeMs + 1);
    await sendProving(server.url, { ...second.sent, proof: inTime });
    expect(await lastMail()).toBe('unproven');
  });

  it('changes nothing of what a robot is kept for, and is asked of it like of anybody', async () => {
    await makeBusy(server.url, challenge.address);
    const sent = { ticket, key: randomUUID(), trap: '1' };
    const answer = await sendProving(server.url, sent);
    expect(getChallenge(answer)).toBeDefined();
    const proven = await sendProving(server.url, { ...sent, proof: await solveAnswerChallenge(answer) });
    expect(proven.isSuccess).toBe(true);
    expect(await lastMail()).toBe('honeypot');
  });

  it('that comes twice sends one mail', async () => {
    await makeBusy(server.url, challenge.address);
    const { sent, answer } = await asked();
    const proof = await solveAnswerChallenge(answer);
    const both = await Promise.all([1, 2].map(() => sendProving(server.url, { ...sent, proof })));
    expect(new Set(both.map(({ body }) => body.extensions?.reference)).size).toBe(1);
    await sendProving(server.url, { ...sent, proof });
    expect((await server.mailsDone()).at(-1)?.mail).toMatchObject({ state: 'sent', attempts: 1 });
  });
});

describe('a flood of enquiries that nobody proves', () => {
  it('uses up no ceiling: whoever proves theirs gets through', async () => {
    for (let count = 0; count <= ceilings.office + challenge.office; count += 1)
      await postEnquiry(server.url, sampleEnquiry, { headers: { 'x-forwarded-for': `198.51.100.${count}` } });
    expect(await lastMail()).toBe('unproven');
    const { sent, answer } = await asked();
    await sendProving(server.url, { ...sent, proof: await solveAnswerChallenge(answer) });
    expect(await lastMail()).toBe('sent');
  });
});
