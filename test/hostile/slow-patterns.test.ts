import { expect, it, onTestFinished } from 'vitest';
import { readFrozenDocuments, withoutRules } from '../support/forms.ts';
import { postEnquiry } from '../support/send.ts';
import { startServer } from '../support/server.ts';
import { sampleEnquiry } from './support/enquiry.ts';

/** The frozen documents, with a pattern for every message. */
function withPattern(pattern: string): Readonly<Record<string, unknown>> {
  const fields = readFrozenDocuments()['fields.json'] as { readonly $defs: { readonly message: object } };
  const $defs = { ...fields.$defs, message: { ...fields.$defs.message, pattern } };
  return { ...withoutRules, 'fields.json': { ...fields, $defs } };
}

it.each([
  ['^(?!(x+)+\\1!)[\\s\\S]*$', 40],
  ['^(?!.*x.*x.*x.*x.*y)[\\s\\S]*$', 4_900],
])(
  'a pattern that is slow on what was sent keeps nobody else waiting, whatever checked it: %s',
  async (pattern, length) => {
    const server = await startServer({ documents: withPattern(pattern), env: { SLIPWAY_RATE_LIMIT: 'off' } });
    onTestFinished(async () => void (await server.stop()));
    const message = 'x'.repeat(length);
    const sent = await postEnquiry(server.url, { ...sampleEnquiry, message });
    expect([sent.status, sent.body.errors?.[0]?.extensions?.code]).toEqual([503, 'UNAVAILABLE']);
    // The sender gets no reason; the log of the server contains it.
    expect(JSON.stringify(sent.body)).not.toMatch(/pattern|schema/);
    expect(server.logged()).toMatch(/"enquiry-not-judged".*slow-pattern/);
    const posted = await fetch(new URL('/contact', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: new URLSearchParams({ enquiry_type: '3', name: 'Ann', email: 'ann@example.com', message }),
    });
    expect(posted.status).toBeGreaterThanOrEqual(500);
    expect((await postEnquiry(server.url, sampleEnquiry)).isSuccess).toBe(true);
    expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
  },
);
