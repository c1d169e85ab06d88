import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { postEnquiry, type SendAnswer, type SendVariables } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(async () => {
  // After any request the server is undamaged, and nothing was stored.
  expect(await server.enquiries()).toEqual([]);
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
  await server.stop();
});

const other = 'https://elsewhere.example/contact';
const ann: SendVariables = {
  domain: 'www.trevarrow.example',
  upload: [],
  enquiry_type: 3,
  name: 'Ann Berry',
  email: 'ann@example.com',
  message: 'Hello',
  office_location: '1',
};

/**
 * Sends from a foreign page, so that the site of the domain decides; `submission_url` may name another page.
 */
function sendChanged(changes: SendVariables, headers: Record<string, string> = {}): Promise<SendAnswer> {
  return postEnquiry(server.url, { submission_url: other, ...ann, ...changes }, { headers });
}

function onPage(path: string): SendVariables {
  return { submission_url: new URL(path, server.url).href };
}

function fieldsOf({ body }: SendAnswer): readonly string[] {
  return (body.errors ?? []).flatMap(({ extensions }) =>
    (extensions?.fields ?? []).map(({ field, code }) => `${field}: ${code}`),
  );
}

const solent = { domain: 'solent.trevarrow.example', office_location: '1191' };
const abroad = { domain: 'international.trevarrow.example', office_location: '2042' };

describe('a submission that the form would not have let through', () => {
  it.each<[string, SendVariables, string[]]>([
    ['a required value that is empty', { name: '  ' }, ['name: required']],
    ['a value that is malformed', { email: 'ann at example.com' }, ['email: wrong-format']],
    ['a text that is too long', { name: 'x'.repeat(101) }, ['name: too-long']],
    [
      'several at once',
      { name: null, email: null, message: null },
      ['name: required', 'email: required', 'message: required'],
    ],
    ['a domain that no site has', { domain: 'nowhere.example' }, ['domain: unknown-domain']],
    ['an office that there is not', { office_location: '999999' }, ['office_location: not-offered']],
    [
      'an office that does not do it',
      { enquiry_type: 6, office_location: '2' },
      ['office_location: not-offered'],
    ],
    ['an office of another site', { office_location: '1191' }, ['office_location: not-offered']],
    ['an enquiry type that there is not', { enquiry_type: 77 }, ['enquiry_type: not-offered']],
    ['careers on the site 119', { ...solent, enquiry_type: 5 }, ['enquiry_type: not-offered']],
    ['a valuation on the site 119', { ...solent, enquiry_type: 8 }, ['enquiry_type: not-offered']],
    ['a valuation abroad', { ...abroad, enquiry_type: 8 }, ['enquiry_type: not-offered']],
    [
      'an event that is over',
      { enquiry_type: 9, office_location: null, interested_in: 'Launch of Kerensa No. 12' },
      ['interested_in: not-offered'],
    ],
    [
      'an event of another site',
      { enquiry_type: 9, office_location: null, interested_in: 'Palma Viewing Days 2035' },
      ['interested_in: not-offered'],
    ],
    [
      'a model that is not built',
      { enquiry_type: 6, interested_in: 'Rowing boat' },
      ['interested_in: not-offered'],
    ],
    ['photos with a type that takes none', { upload: ['photos/1.jpg'] }, ['upload: no-photos']],
    ['a photo that was not issued', { enquiry_type: 7, upload: ['photos/1.jpg'] }, ['upload: not-issued']],
    ['more photos than fit', { enquiry_type: 7, upload: ['a', 'b'] }, ['upload: too-many']],
  ])('is refused for %s', async (_what, changes, fields) => {
    const answer = await sendChanged(changes);
    expect(answer.isSuccess).toBe(false);
    expect(fieldsOf(answer)).toEqual(fields);
    expect(answer.body.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  });

  it.each<[string, string, SendVariables, string[]]>([
    ['offers no such type', '/events/open-yard-2027', { enquiry_type: 6 }, ['enquiry_type: not-offered']],
    ['asks for an office', '/contact', { office_location: null }, ['office_location: required']],
    ['has other offices', '/offices/cornwall', { office_location: '13' }, ['office_location: not-offered']],
    [
      'has another event',
      '/events/open-yard-2027',
      { enquiry_type: 9, office_location: null, interested_in: 'Open Yard Weekend 2035' },
      ['interested_in: not-offered'],
    ],
    ['hides the section', '/offices/winter', { office_location: '23' }, ['enquiry_type: not-offered']],
  ])('is refused by the page of ours that it names, which %s', async (_what, path, changes, fields) => {
    expect(fieldsOf(await sendChanged({ ...onPage(path), ...changes }))).toEqual(
      expect.arrayContaining(fields),
    );
  });

  it('is told of in the language of the request', async () => {
    const answer = await sendChanged({ name: null }, { 'accept-language': 'de-AT, en;q=0.5' });
    expect(answer.body.errors?.[0]?.extensions?.fields?.[0]?.message).toBe('Geben Sie Ihren Namen ein');
  });
});

describe('a request that does not fit the schema', () => {
  it('names each value of a wrong type', async () => {
    const answer = await sendChanged({ enquiry_type: 'three', name: ['Ann'] });
    expect(fieldsOf(answer)).toEqual(['enquiry_type: wrong-type', 'name: wrong-type']);
    expect(answer.status).toBe(400);
  });

  it('names what is missing', async () => {
    const answer = await sendChanged({ domain: undefined });
    expect(fieldsOf(answer)).toEqual(['domain: required']);
  });

  it('takes an enquiry type that is declared nullable, and names it where there is none', async () => {
    const ofType = (enquiryType: number | null) =>
      post({
        query: `mutation ($type: Int) {
          sendContactUs(domain: "${ann.domain}", submission_url: "${other}", upload: [], enquiry_type: $type) { success }
        }`,
        variables: { type: enquiryType },
      });
    const fieldsOfType = async (enquiryType: number | null) =>
      (await ofType(enquiryType)).body.errors?.[0]?.extensions?.fields?.map(
        ({ field, code }) => `${field}: ${code}`,
      );
    expect(await fieldsOfType(null)).toContain('enquiry_type: required');
    expect(await fieldsOfType(3)).toEqual(['name: required', 'email: required', 'message: required']);
  });

  it('names variables that are not declared', async () => {
    const { status, body } = await post({
      query: 'query ($domain: String!) { getFutureEventTitles(domain: $domain) }',
      variables: { domain: 'www.trevarrow.example', colour: 'red' },
    });
    expect(status).toBe(400);
    expect(body.errors?.[0]?.extensions?.fields).toMatchObject([{ field: 'colour', code: 'unknown-field' }]);
  });

  it('names arguments that there are not', async () => {
    const answer = await sendChanged({ colour: 'red' });
    expect(answer.isSuccess).toBe(false);
    expect(fieldsOf(answer)).toContain('colour: unknown-field');
  });

  it.each<[string, unknown, string]>([
    ['no query', {}, 'BAD_REQUEST'],
    ['a list of requests', [{ query: '{ __typename }' }, { query: '{ __typename }' }], 'BAD_REQUEST'],
    ['variables that are none', { query: '{ __typename }', variables: 'x' }, 'BAD_REQUEST'],
    ['a text', 'hello', 'BAD_REQUEST'],
    ['a query that does not parse', { query: 'mutation {' }, 'GRAPHQL_PARSE_FAILED'],
    ['a field that there is not', { query: '{ offices { email } }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['a query 200 deep', { query: deepQuery(200) }, 'GRAPHQL_VALIDATION_FAILED'],
    ['a query 20,000 deep', { query: deepQuery(20_000) }, 'GRAPHQL_PARSE_FAILED'],
    ['a query of 50,000 fields', { query: `{ ${'__typename '.repeat(50_000)} }` }, 'GRAPHQL_PARSE_FAILED'],
    ['two mutations in one', { query: twoMutations }, 'GRAPHQL_VALIDATION_FAILED'],
  ])('is refused: %s', async (_what, request, code) => {
    const { body } = await post(request);
    expect(body.errors?.[0]?.extensions?.code).toBe(code);
    expect(body.errors?.every(({ extensions }) => Array.isArray(extensions?.fields))).toBe(true);
    expect(JSON.stringify(body)).not.toMatch(/\bat .+\.[jt]s|stack/);
  });

  it('is refused with 413 where the body has 5 MB', async () => {
    const { status, body } = await post({
      query: '{ __typename }',
      variables: { message: 'x'.repeat(5_000_000) },
    });
    expect(status).toBe(413);
    expect(body.errors?.[0]?.extensions?.code).toBe('PAYLOAD_TOO_LARGE');
  });

  it('is refused with 413 before the rest of such a body comes, which is read all the same', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    onTestFinished(() => void socket.destroy());
    // If the server closed the connection, sending the rest would fail.
    socket.on('error', () => undefined);
    let heard = '';
    socket.on('data', (data) => {
      heard += String(data);
    });
    const bytes = 5_000_000;
    const beginning = '{"query":"';
    const lines = ['POST /graphql HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
    socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${bytes}\r\n\r\n${beginning}`);
    await expect.poll(() => heard).toMatch(/^HTTP\/1\.1 413 .*"PAYLOAD_TOO_LARGE"/s);
    socket.write('x'.repeat(bytes - beginning.length));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => heard).toMatch(/HTTP\/1\.1 200 /);
  });

  it.each([
    ['text/plain', '{"query":"{ __typename }"}', 415],
    ['application/x-www-form-urlencoded', 'query=%7B__typename%7D', 415],
    ['application/json', '{"query": ', 400],
    ['application/json', '{"query":"{ __typename }","__proto__":{"a":1}}', 400],
    ['application/json', '', 400],
  ])('is refused as %s: %s', async (type, body, status) => {
    const response = await fetch(new URL('/graphql', server.url), {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { fields: [] } }] });
  });

  it('sends no enquiry by GET', async () => {
    const url = new URL('/graphql', server.url);
    url.searchParams.set(
      'query',
      'mutation { sendContactUs(domain: "a", submission_url: "b", upload: [], enquiry_type: 3) { success } }',
    );
    expect((await fetch(url)).status).toBe(405);
  });

  it('is logged in one line, without anything personal', async () => {
    await sendChanged({ email: 'private@person.example', name: 'x'.repeat(300) });
    await expect
      .poll(server.logged)
      .toMatch(/"event":"request-refused","code":"BAD_USER_INPUT","fields":\["name"\]/);
    expect(server.logged()).not.toMatch(/person\.example|Ann Berry|xxxx/);
    for (const line of server.logged().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('event');
  });
});

const twoMutations = `mutation {
  a: sendContactUs(domain: "a", submission_url: "b", upload: [], enquiry_type: 3) { success }
  b: sendContactUs(domain: "a", submission_url: "b", upload: [], enquiry_type: 3) { success }
}`;

function deepQuery(depth: number): string {
  return `{ __schema { types ${'{ ofType '.repeat(depth)} { name } ${'}'.repeat(depth)} } }`;
}

async function post(
  request: unknown,
): Promise<{ readonly status: number; readonly body: SendAnswer['body'] }> {
  const response = await fetch(new URL('/graphql', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return { status: response.status, body: (await response.json()) as SendAnswer['body'] };
}
