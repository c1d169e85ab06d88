import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { fetchFormPage } from '../support/posts.ts';
import { postEnquiry, type SendAnswer } from '../support/send.ts';
import { startServer } from '../support/server.ts';
import { type ClockedServer, startClockedServer } from './support/clocked-server.ts';
import { sampleEnquiry } from './support/enquiry.ts';

const { ceilings, ticket: ticketLimits, sends, perNetwork, posts } = serverSettings.limits;

/** Longer than any time that a test lets pass. */
const behindMs = 86_400_000;

let server: ClockedServer;
beforeEach(async () => {
  server = await startClockedServer({ env: { SLIPWAY_TRUST_PROXY: '1' } }, -behindMs);
});
afterEach(() => server.stop());

/** Advances the server's clock to a time since its start. */
const wait = (ms: number) => server.moveClockTo(ms - behindMs);

function sendFrom(
  address: string,
  { ticket, firstTicket, ...changes }: Record<string, unknown> = {},
): Promise<SendAnswer> {
  const headers = {
    'x-forwarded-for': address,
    ...(typeof ticket === 'string' && { 'slipway-ticket': ticket }),
    ...(typeof firstTicket === 'string' && { 'slipway-first-ticket': firstTicket }),
  };
  return postEnquiry(server.url, { ...sampleEnquiry, ...changes }, { headers });
}

async function newTicket(): Promise<string> {
  const { html } = await fetchFormPage(server.url, '/contact');
  return /"ticket":"([^"]+)"/.exec(html)?.[1] ?? '';
}

/** The states of the mails, in the order of the enquiries. */
const mails = async () => (await server.mailsDone()).map(({ mail }) => mail.reason ?? mail.state);

describe('a ticket', () => {
  it('that is no two seconds old is too young for a person: its enquiry is answered, kept and not mailed', async () => {
    const ticket = await newTicket();
    expect((await sendFrom('192.0.2.1', { ticket })).isSuccess).toBe(true);
    wait(ticketLimits.leastAgeMs);
    expect((await sendFrom('192.0.2.1', { ticket })).isSuccess).toBe(true);
    expect(await mails()).toEqual(['too-fast', 'sent']);
  });

  it('of a page that was loaded again is as old as the one on which the enquiry was begun', async () => {
    const firstTicket = await newTicket();
    wait(ticketLimits.leastAgeMs);
    const ticket = await newTicket();
    await sendFrom('192.0.2.1', { ticket, firstTicket });
    await sendFrom('192.0.2.1', { ticket, firstTicket: `${firstTicket}x` });
    expect(await mails()).toEqual(['sent', 'too-fast']);
  });

  it('serves a bounded number of enquiries, whatever addresses they come from', async () => {
    const ticket = await newTicket();
    wait(ticketLimits.leastAgeMs);
    for (let count = 0; count <= ticketLimits.sends; count += 1)
      expect((await sendFrom(`192.0.2.${count}`, { ticket })).isSuccess).toBe(true);
    const all = await mails();
    expect([all.slice(0, -1).every((state) => state === 'sent'), all.at(-1)]).toEqual([true, 'ticket-worn']);
  });
});

describe('many addresses', () => {
  it('reach the ceiling of an office together; further enquiries are kept and not mailed, those to others are', async () => {
    for (let count = 0; count <= ceilings.office; count += 1)
      expect((await sendFrom(`198.51.100.${count}`)).isSuccess).toBe(true);
    await sendFrom('203.0.113.1', { office_location: '2', enquiry_type: 7 });
    expect((await mails()).slice(-2)).toEqual(['too-many', 'sent']);
  });

  it('of one IPv6 network count together, so that a customer has not 65,536 times the limit', async () => {
    const statuses: number[] = [];
    for (let count = 0; count <= sends * perNetwork; count += 1)
      statuses.push((await sendFrom(`2001:db8:7:${count.toString(16)}::1`, { name: null })).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await sendFrom('2001:db8:8::1', { name: null })).status).toBe(200);
  });
});

describe('posts that only draw a page anew', () => {
  it('are limited', async () => {
    const body = 'change-type=1&enquiry_type=3';
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const redraw = async (from: string) =>
      fetch(new URL('/contact', server.url), {
        method: 'POST',
        headers: { ...headers, 'x-forwarded-for': from },
        body,
      });
    for (let count = 0; count < posts; count += 1) await (await redraw('192.0.2.1')).arrayBuffer();
    const refused = await redraw('192.0.2.1');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await refused.text()).toContain('Leave this page open and reload it in 10 minutes');
    expect((await redraw('192.0.2.2')).status).toBe(200);
  });
});

describe('a proxy that is not trusted', () => {
  it('is told of once', async () => {
    const own = await startServer();
    for (const from of ['192.0.2.1', '192.0.2.2'])
      await fetch(new URL('/healthz', own.url), { headers: { 'x-forwarded-for': from } });
    await expect.poll(own.logged).toContain('"event":"proxy-not-trusted"');
    await own.stop();
    expect(own.logged().match(/proxy-not-trusted/g)).toHaveLength(1);
  });
});
