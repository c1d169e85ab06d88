import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemasFolder } from '#schemas';
import { readContent } from '../../src/server/content/read-content.ts';
import { shippedContent } from '../../src/server/content/shipped-content.ts';
import { loadForm } from '../../src/server/documents/load-form.ts';
import { createGraphql } from '../../src/server/graphql/create-graphql.ts';
import { readCall } from '../../src/server/graphql/graphql-call.ts';
import { costlyRequests } from './generators/costly-graphql.ts';
import { graphqlRequests } from './generators/graphql.ts';

// What one request costs is measured of the thread that answers it, in this process: over HTTP only the mean of many can be told. The
// processor's time, not the clock's, so that a machine which is busy with other things changes nothing.

const mostMs = 50;
const longestAnswer = 10_000;

const form = await loadForm(fileURLToPath(schemasFolder));
const shipped = await readContent(shippedContent);
if (!form.ok || !shipped.ok) throw new Error('the documents or the content do not do');
const { ready } = form;
const { content } = shipped;

const server = createGraphql({
  takeEnquiry: async () => ({ isTaken: true, reference: 'K7Q-M2X-HP4' }),
  content: () => content,
  now: Date.now,
  log: { info() {}, warn() {}, error() {} },
  isDev: false,
});

const context = {
  ready,
  locale: 'en',
  origins: [],
  outsideOrigin: 'http://localhost',
  address: '192.0.2.1',
  answer: {},
};

/** What the processor took to answer, in milliseconds, and how long the answer was. */
async function answer(body: string): Promise<{ readonly ms: number; readonly bytes: number }> {
  const before = process.threadCpuUsage();
  const call = readCall(JSON.parse(body));
  const { text } = call ? await server(call, { ...context, answer: {} }) : { text: '' };
  const bytes = Buffer.byteLength(text);
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1000, bytes };
}

let asked = 0;

/** Behind a comment of its own, so that no cache has it. */
function anew(body: string): string {
  const call = JSON.parse(body) as { readonly query?: unknown };
  asked += 1;
  return JSON.stringify({ ...call, query: `${call.query}\n#${asked}` });
}

/** Dear is what is dear each time: once may be a collection of garbage, or code that V8 has not seen before. */
async function expectCheap(body: string): Promise<void> {
  const costs: number[] = [];
  while (costs.length < 4) {
    const { ms, bytes } = await answer(anew(body));
    expect(bytes, body.slice(0, 500)).toBeLessThan(longestAnswer);
    costs.push(ms);
    if (ms < mostMs) return;
  }
  expect(Math.min(...costs), body.slice(0, 500)).toBeLessThan(mostMs);
}

describe('any 100 kB of GraphQL', () => {
  beforeAll(() => answer('{"query":"{__typename}"}'));

  it.each(costlyRequests())(`cost under ${mostMs} ms and are answered briefly: $name`, async ({ body }) => {
    await expectCheap(body);
  });

  it('of a generator cost no more', async () => {
    await fc.assert(
      fc.asyncProperty(graphqlRequests.requests(), async ({ body }) => expectCheap(String(body))),
      { numRuns: 500, endOnFailure: true },
    );
  });
});
