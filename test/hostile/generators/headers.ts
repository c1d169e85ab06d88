import fc from 'fast-check';
import { buildSendDocument } from '../../support/send.ts';
import { sampleEnquiry } from '../support/enquiry.ts';
import type { RawRequest } from '../support/raw.ts';
import type { RequestGenerator } from './generator.ts';

type Header = RawRequest['headers'][number];

/** The limit of an answer to a request without a relevant body: a page. */
const longestAnswer = 500_000;

/**
 * Ordinary requests with headers that no browser sends: repeated, too long, with odd characters, of other
 * hosts, incomplete.
 */
export const headerRequests: RequestGenerator = {
  name: 'headers',
  requests: () =>
    fc
      .record({
        base: fc.constantFrom(...bases()),
        odd: fc.array(header(), { maxLength: 8 }),
        copies: fc.constantFrom(1, 1, 1, 2, 500),
        framing: framing(),
      })
      .map(({ base, odd, copies, framing: frame }) => ({
        ...base,
        headers: [
          ...frame.headers(base),
          ...base.headers,
          ...Array<readonly Header[]>(copies).fill(odd).flat(),
        ],
        // The rest is not awaited.
        isCutShort: true,
      })),
  // 0: the connection was closed, because the request was invalid or incomplete.
  isDue: ({ status, bytes }) => (status === 0 || (status >= 200 && status < 500)) && bytes < longestAnswer,
};

function bases(): readonly RawRequest[] {
  const enquiry = JSON.stringify({ query: buildSendDocument(sampleEnquiry), variables: sampleEnquiry });
  const json: Header = ['Content-Type', 'application/json'];
  const none = { headers: [] };
  return [
    { method: 'GET', target: '/contact', ...none },
    { method: 'GET', target: '/healthz', ...none },
    { method: 'HEAD', target: '/', ...none },
    { method: 'OPTIONS', target: '/graphql', headers: [['Access-Control-Request-Method', 'POST']] },
    { method: 'POST', target: '/graphql', headers: [json], body: enquiry },
    {
      method: 'POST',
      target: '/api/contact-upload',
      headers: [json],
      body: '{"filename":"a.jpg","contentType":"image/jpeg"}',
    },
    {
      method: 'POST',
      target: '/contact',
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: 'change-type=1&enquiry_type=3',
    },
    { method: 'PUT', target: `/api/photos/${'a'.repeat(32)}.jpg?type=image%2Fjpeg`, ...none, body: 'x' },
    { method: 'GET', target: `/api/photos/${'a'.repeat(32)}.jpg`, ...none },
  ];
}

/** Headers about the host and the length of the request. */
function framing(): fc.Arbitrary<{ readonly headers: (base: RawRequest) => readonly Header[] }> {
  const length = ({ body = '' }: RawRequest) => Buffer.byteLength(body);
  const host: Header = ['Host', 'localhost'];
  const close: Header = ['Connection', 'close'];
  const ways: readonly ((base: RawRequest) => readonly Header[])[] = [
    (base) => [host, close, ['Content-Length', String(length(base))]],
    (base) => [host, close, ['Content-Length', String(length(base))]],
    (base) => [host, close, ['Content-Length', String(length(base) + 100)]],
    (base) => [host, close, ['Content-Length', String(length(base))], ['Content-Length', '1']],
    (base) => [host, close, ['Content-Length', String(length(base))], ['Transfer-Encoding', 'chunked']],
    () => [host, close, ['Content-Length', '-1']],
    () => [host, close, ['Content-Length', '99999999999999999999']],
    () => [host, close, ['Transfer-Encoding', 'chunked, identity']],
    () => [close],
    (base) => [host, host, close, ['Content-Length', String(length(base))]],
    (base) => [['Host', 'evil.example'], close, ['Content-Length', String(length(base))]],
    (base) => [['Host', '['], close, ['Content-Length', String(length(base))]],
    (base) => [['Host', 'a b'], close, ['Content-Length', String(length(base))]],
    (base) => [host, close, ['Content-Length', String(length(base))], ['Expect', '100-continue']],
    (base) => [
      host,
      ['Connection', 'Upgrade, close'],
      ['Upgrade', 'websocket'],
      ['Content-Length', String(length(base))],
    ],
  ];
  return fc.constantFrom(...ways).map((headers) => ({ headers }));
}

function header(): fc.Arbitrary<Header> {
  const names = fc.oneof(
    fc.constantFrom(
      'Accept',
      'Accept-Encoding',
      'Accept-Language',
      'Content-Type',
      'Content-Encoding',
      'Cookie',
      'Forwarded',
      'Idempotency-Key',
      'If-None-Match',
      'Origin',
      'Range',
      'Referer',
      'Sec-Fetch-Site',
      'Slipway-Ticket',
      'Slipway-First-Ticket',
      'Slipway-Trap',
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'X-HTTP-Method-Override',
      'X-Request-Id',
      '__proto__',
      'constructor',
    ),
    fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/),
    fc.constantFrom('a b', 'a\tb', 'ä', '', 'a\0b'),
  );
  return fc.tuple(names, value());
}

function value(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      '',
      '*',
      'null',
      'evil.example',
      'http://[',
      'https://www.trevarrow.example',
      'bytes=0-1,5-6,9-99999999',
      'gzip;q=NaN, br;q=9, *;q=0',
      'en;q=1e999, x-klingon, ../../etc/passwd',
      'application/json; charset=utf-7',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=a; boundary=b',
      'text/html, */*;q=0.8',
      '127.0.0.1, ::1, unknown, [::1]:9',
      'for="[::1]";host=evil.example',
      'cross-site',
      '\u0000',
      '\u0007\u001b[2J',
      'a\r\n b',
      'a\r\nSet-Cookie: a=b',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
    fc.integer({ min: 1, max: 20_000 }).map((length) => 'v'.repeat(length)),
    fc
      .integer({ min: 1, max: 2000 })
      .map((count) => Array.from({ length: count }, (_, at) => `x${at};q=0.${at}`).join(',')),
  );
}
