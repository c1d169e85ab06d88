import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';
import { createJsonHeaders, sendRaw } from './support/raw.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(() => server.stop());

const longestAnswer = 10_000;

async function ask(query: string, to = server) {
  const body = JSON.stringify({ query });
  const answer = await sendRaw(to.url, {
    method: 'POST',
    target: '/graphql',
    headers: createJsonHeaders(body),
    body,
  });
  expect(answer.bytes).toBeLessThan(longestAnswer);
  return answer;
}

/**
 * Eight fragments, each of which spreads the next one several times: 3.3 kB that expand to millions of
 * fields.
 */
function nestedIntrospection(): string {
  const fragments = Array.from({ length: 8 }, (_, level) => {
    const inner = level === 7 ? 'name kind description' : `ofType { ...f${level + 1} } `.repeat(14);
    return `fragment f${level} on __Type { ${inner} }`;
  });
  return `{ __schema { types { ...f0 fields { args { type { ...f0 } } } } } }\n${fragments.join('\n')}`;
}

const titles = 'getFutureEventTitles(domain: "www.trevarrow.example")';

function aliases(count: number, field: string): string {
  return Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');
}

describe('a query that comes to more than it seems', () => {
  it.each([
    ['introspection', '{ __schema { types { name } } }'],
    ['introspection of one type', '{ __type(name: "Query") { name } }'],
    ['introspection below an alias', '{ a: __schema { types { name } } }'],
    ['nested introspection fragments', nestedIntrospection()],
    ['140 aliases', `{ ${aliases(140, titles)} }`],
    ['140 aliases in a fragment', `query { ...f } fragment f on Query { ${aliases(140, titles)} }`],
    [
      '140 aliases in fragments within fragments',
      `{ ...f } fragment f on Query { ... { ...g } } fragment g on Query { ${aliases(140, '__typename')} }`,
    ],
    ['titles asked for twice', `{ ...f a: ${titles} } fragment f on Query { b: ${titles} }`],
    ['a circle of fragments', '{ ...f } fragment f on Query { ...g } fragment g on Query { ...f }'],
    ['an alias of 50 kB', `{ ${'a'.repeat(50_000)}: __typename }`],
    ['a subscription', 'subscription { __typename }'],
    ['a schema of its own', 'type Query { a: String }'],
  ])('is refused before it is executed: %s', async (_what, query) => {
    const { status, text } = await ask(query);
    expect([200, 400]).toContain(status);
    expect(text).toContain('"errors"');
    expect(text).not.toContain('"data"');
  });

  it('sends no second enquiry with the first, however it is hidden', async () => {
    const send = 'sendContactUs(domain: "a", submission_url: "b", upload: []) { success }';
    for (const query of [
      `mutation { a: ${send} b: ${send} }`,
      `mutation { ...f ...g } fragment f on Mutation { a: ${send} } fragment g on Mutation { b: ${send} }`,
      `mutation { ...f c: ${send} } fragment f on Mutation { ... { b: ${send} } }`,
    ])
      expect((await ask(query)).text).not.toContain('"data"');
    expect(await server.enquiries()).toEqual([]);
  });
});

describe('a query of a client', () => {
  it.each([
    ['plain', `{ ${titles} }`],
    ['by a name', `query q { ${titles} __typename }`],
    [
      'by a variable with a default',
      'query q($d: String! = "www.trevarrow.example") { getFutureEventTitles(domain: $d) }',
    ],
    [
      'with a fragment and a directive',
      `query q { ...f } fragment f on Query { titles: ${titles} @include(if: true) }`,
    ],
  ])('is answered in any spelling: %s', async (_what, query) => {
    const { status, text } = await ask(query);
    expect(status).toBe(200);
    expect(text).toContain('Open Yard Weekend 2035');
  });
});

describe('an answer', () => {
  it.each([
    'text/event-stream',
    'multipart/mixed',
    'multipart/mixed;deferSpec=20220824, Text/Event-Stream;q=0.9',
    'text/event-stream, application/json',
  ])('comes whole and ends, whatever a client would rather have: %s', async (accept) => {
    const response = await fetch(new URL('/graphql', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ query: `{ ${titles} }` }),
    });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys((await response.json()) as object)).toEqual(['data']);
  });
});

describe('GET', () => {
  it('executes nothing: another site could have a visitor’s browser ask', async () => {
    const url = new URL('/graphql', server.url);
    url.searchParams.set('query', `{ ${titles} }`);
    const response = await fetch(url);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.text()).not.toContain('Open Yard');
  });
});
