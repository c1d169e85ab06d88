import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listWireFields } from '#engine';
import { compileTestForm, readShippedDocuments } from '../support/forms.ts';
import { buildSendDocument, postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** The longest body that the server reads (`src/server/http/create-http.ts`). */
const maxBodyBytes = 2 ** 20;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());

const ann = {
  domain: 'www.trevarrow.example',
  submission_url: 'https://elsewhere.example/',
  upload: [],
  enquiry_type: 3,
  name: 'Ann Berry',
  email: 'ann@example.com',
  message: 'Hello',
  office_location: '1',
};

describe('too many requests', () => {
  it('from one address are answered with 429 and the time to wait; another address is served', async () => {
    const from = (address: string) =>
      postEnquiry(server.url, ann, { headers: { 'x-forwarded-for': address } });
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await from('192.0.2.1')).status);
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(429);
    expect((await from('192.0.2.2')).isSuccess).toBe(true);

    const response = await fetch(new URL('/graphql', server.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '192.0.2.1',
        'accept-language': 'de',
      },
      body: JSON.stringify({ query: buildSendDocument(ann), variables: ann }),
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    const { errors } = (await response.json()) as {
      errors: { message: string; extensions: { code: string } }[];
    };
    expect(errors[0]?.extensions.code).toBe('TOO_MANY_REQUESTS');
    expect(errors[0]?.message).toMatch(/Minute/);
  });

  it('are not limited where a proxy does that', async () => {
    const other = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
    const answers = await Promise.all(Array.from({ length: 40 }, () => postEnquiry(other.url, ann)));
    expect(answers.every(({ isSuccess }) => isSuccess)).toBe(true);
    await other.stop();
  });
});

describe('the longest body', () => {
  it('has room for the longest enquiry of our forms, every character an escape of twelve bytes', () => {
    const form = compileTestForm(readShippedDocuments());
    const longest = new Map<string, number>();
    for (const { name, maxLength = 0 } of form.types.flatMap(({ fields }) => fields))
      longest.set(name, Math.max(longest.get(name) ?? 0, maxLength));
    const characters = [...longest.values()].reduce((sum, length) => sum + length, 0);
    const names = Object.fromEntries(listWireFields(form).map(({ name }) => [name, null]));
    const rest = buildSendDocument(names).length + JSON.stringify(names).length + 10 * 200 + 4000;
    expect(characters).toBeGreaterThan(5000);
    expect(characters * 12 + rest).toBeLessThan(maxBodyBytes / 2);
  });
});
