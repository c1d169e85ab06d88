import { sampleEnquiry } from '../../hostile/support/enquiry.ts';
import { createJsonHeaders, type RawRequest } from '../../hostile/support/raw.ts';
import { buildSendDocument } from '../../support/send.ts';

/** A denial-of-service request, repeated until its cost exceeds the noise. */
export interface RequestAttack {
  readonly name: string;
  readonly count: number;
  readonly request: (index: number) => RawRequest;
}

/** Attacks found in an hour of search, each from one address. */
export const requestAttacks: readonly RequestAttack[] = [
  {
    name: 'nested introspection fragments',
    count: 300,
    request: () => createGraphqlRequest(createNestedIntrospection()),
  },
  { name: '140 aliases in a fragment', count: 300, request: () => createGraphqlRequest(createAliases()) },
  {
    name: '100 kB of GraphQL that does not parse',
    count: 100,
    request: () => createGraphqlRequest('{ a '.repeat(25_000)),
  },
  {
    name: '100 kB of GraphQL in one argument',
    count: 100,
    request: () => createGraphqlRequest(createLongArgument()),
  },
  {
    name: 'an enquiry under one key, again and again',
    count: 500,
    request: () => createEnquiryRequest('the same'),
  },
  {
    name: 'enquiries beyond the limit',
    count: 500,
    request: (index) => createEnquiryRequest(`key ${index}`),
  },
  { name: 'posts that only draw a page anew', count: 500, request: createRedraw },
  { name: 'pages that are not there', count: 500, request: (index) => createGet(`/nowhere/${index}`) },
  { name: 'addresses that are none', count: 500, request: () => createGet('//[') },
  {
    name: '16 kB of headers',
    count: 300,
    request: () => createGet('/contact', [['X-Long', 'x'.repeat(15_000)]]),
  },
];

/**
 * The requests of an honest visitor, with a browser's headers and from another address each: the page, then
 * an enquiry.
 */
export function createHonestVisit(index: number): readonly RawRequest[] {
  const browser: RawRequest['headers'] = [
    [
      'User-Agent',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
    ],
    ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'],
    ['Accept-Encoding', 'gzip, deflate, br, zstd'],
    ['Accept-Language', 'en-GB,en;q=0.9'],
    ['X-Forwarded-For', `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`],
  ];
  const sent = createEnquiryRequest(`visitor ${index}`);
  return [
    createGet('/contact', browser),
    { ...sent, headers: [...sent.headers, ...browser.slice(0, 1), ...browser.slice(2)] },
  ];
}

function createGet(target: string, headers: RawRequest['headers'] = []): RawRequest {
  return { method: 'GET', target, headers: [['Host', 'localhost'], ['Connection', 'close'], ...headers] };
}

function createGraphqlRequest(
  query: string,
  variables?: unknown,
  headers: RawRequest['headers'] = [],
): RawRequest {
  const body = JSON.stringify({ query, variables });
  return { method: 'POST', target: '/graphql', headers: [...createJsonHeaders(body), ...headers], body };
}

function createEnquiryRequest(key: string): RawRequest {
  return createGraphqlRequest(buildSendDocument(sampleEnquiry), sampleEnquiry, [['Idempotency-Key', key]]);
}

function createRedraw(): RawRequest {
  const body = 'change-type=1&enquiry_type=3';
  const headers: RawRequest['headers'] = [
    ['Host', 'localhost'],
    ['Accept', 'text/html'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Content-Length', String(body.length)],
    ['Connection', 'close'],
  ];
  return { method: 'POST', target: '/contact', headers, body };
}

function createNestedIntrospection(): string {
  const fragments = Array.from({ length: 8 }, (_, level) => {
    const inner = level === 7 ? 'name kind description' : `ofType { ...f${level + 1} } `.repeat(14);
    return `fragment f${level} on __Type { ${inner} }`;
  });
  return `{ __schema { types { ...f0 fields { args { type { ...f0 } } } } } }\n${fragments.join('\n')}`;
}

function createAliases(): string {
  const titles = 'getFutureEventTitles(domain: "www.trevarrow.example")';
  const aliases = Array.from({ length: 140 }, (_, index) => `a${index}: ${titles}`).join(' ');
  return `query { ...f } fragment f on Query { ${aliases} }`;
}

function createLongArgument(): string {
  return `{ getFutureEventTitles(domain: "${'x'.repeat(100_000)}") }`;
}
