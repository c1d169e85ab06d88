import fc from 'fast-check';
import { postNames } from '../../../engine/model/names.ts';
import { fetchFormPage } from '../../support/posts.ts';
import type { RawRequest } from '../support/raw.ts';
import type { RequestGenerator } from './generator.ts';

/**
 * The allowed statuses of a post: thanks, the page again, or a refusal of an unreadable request or another
 * version; 0: disconnected.
 */
const due: readonly number[] = [0, 200, 303, 400, 403, 404, 408, 409, 411, 413, 415, 422, 429];

/** The limit of an answer: a page with all entered values. */
const longestAnswer = 200_000;

/**
 * Posted forms that no browser sends: parts without names or ends, repeated names, headers in headers,
 * invalid boundaries.
 */
export const multipartPosts: RequestGenerator = {
  name: 'multipart',
  async requests({ url }) {
    const { hidden } = await fetchFormPage(url, '/contact');
    const ticket = hidden.find(([name]) => name === postNames.ticket)?.[1] ?? '';
    return fc
      .record({
        boundary: fc.constantFrom('x', 'a b', '"', 'x'.repeat(200), '--', ''),
        parts: fc.array(part(ticket), { maxLength: 30 }),
        end: fc.constantFrom('--\r\n', '--', '', '\r\n', '-'),
        path: fc.constantFrom('/contact', '/', '/nowhere', '/contact?contact-form', '/valuation'),
        type: fc.oneof(
          { weight: 6, arbitrary: fc.constant('multipart/form-data; boundary=') },
          fc.constantFrom(
            'multipart/form-data',
            'multipart/mixed; boundary=',
            'multipart/form-data; boundary*0=',
          ),
        ),
        site: fc.constantFrom('same-origin', 'cross-site', ''),
      })
      .map(({ boundary, parts, end, path, type, site }): RawRequest => {
        const body = Buffer.from(
          `${parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('')}--${boundary}${end}`,
        );
        return {
          method: 'POST',
          target: path,
          headers: [
            ['Host', 'localhost'],
            ['Accept', 'text/html'],
            ['Content-Type', `${type}${boundary}`],
            ['Content-Length', String(body.length)],
            ...(site ? ([['Sec-Fetch-Site', site]] as const) : []),
            ['Connection', 'close'],
          ],
          body,
        };
      });
  },
  isDue: ({ status, bytes }) => due.includes(status) && bytes < longestAnswer,
};

function part(ticket: string): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('name', 'email', 'message', 'enquiry_type', 'upload') },
    fc.constantFrom(...Object.values(postNames), '__proto__', 'constructor', 'toString', ''),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  );
  const value = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom('3', '7', 'ann@example.com', ticket, '{"__proto__":{"x":1}}', '[['.repeat(500)),
    fc.integer({ min: 1, max: 3000 }).map((length) => 'x'.repeat(length)),
  );
  const disposition = fc.tuple(
    name,
    fc.constantFrom('', '; filename="a.jpg"', '; filename=', "; filename*=UTF-8''%00"),
  );
  const headers = fc.oneof(
    {
      weight: 5,
      arbitrary: disposition.map(([of, file]) => `Content-Disposition: form-data; name="${of}"${file}`),
    },
    fc.constantFrom(
      'Content-Disposition: form-data',
      'Content-Disposition: attachment; name=name',
      'Content-Type: image/jpeg',
      'X: y\r\n'.repeat(100).trimEnd(),
      '',
    ),
  );
  return fc
    .tuple(headers, fc.constantFrom('\r\n\r\n', '\n\n', '\r\n', ''), value)
    .map(([head, gap, text]) => `${head}${gap}${text}`);
}
