import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enquiriesCommand } from '../../src/server/commands/commands.ts';
import { createScratchFolder, runSlipway } from '../cli/run-cli.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { fetchFormPage, postForm } from '../support/posts.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { openStudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';

/** A form that has nothing to do with the business whose forms ship. */
const school = {
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Registration',
    type: 'object',
    additionalProperties: false,
    required: ['name', 'email'],
    properties: {
      name: { type: 'string', title: 'Your name', maxLength: 100 },
      email: { type: 'string', title: 'Mail address', format: 'email', maxLength: 254 },
      role: { type: 'string', title: 'You are', enum: ['pupil', 'parent'] },
      class: { type: 'string', title: 'Class', maxLength: 10 },
    },
    examples: [{ name: 'Ada Lane', email: 'ada@example.com', role: 'pupil', class: '7b' }],
  },
  ui: { 'ui:visitor': { name: 'name', email: 'email' }, 'ui:receipt': true },
  rules: [
    {
      id: 'class-of-pupils',
      description: 'Pupils name their class.',
      when: { '==': [{ var: 'values.role' }, 'pupil'] },
      then: { show: ['class'] },
    },
  ],
  settings: { operation: 'registerPupil' },
};

/** Names of the business whose forms ship. */
const yardNames =
  /office|event_?-?title|futureevent|event-select|page-?event|yacht|boat|berth|yard|marina|sail|sendcontactus|is_?international|trevarrow/i;

/** Returns the lines of a text that name something of the yard. Addresses of built files are left out. */
function findYardLines(text: string): readonly string[] {
  return text
    .replaceAll(/"\/assets\/[^"]*"/g, '""')
    .split(/\n|(?<=>)|(?<=,")/)
    .filter((line) => yardNames.test(line))
    .map((line) => line.slice(0, 200));
}

const lists = ['enquiry-types.json', 'offices.json', 'yacht-models.json', 'events.json', 'frame.json'];

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    documents: {
      ...Object.fromEntries(Object.keys(readFrozenDocuments()).map((file) => [file, undefined])),
      'form.json': school,
    },
    content: {
      ...Object.fromEntries(lists.map((file) => [file, undefined])),
      'sites.json': [{ id: 1, name: 'School', domain: 'school.example', email: 'hello@school.example' }],
      'pages.json': [{ path: '/register', site: 1, title: 'Registration', placement: 'inline' }],
    },
    env: {
      SLIPWAY_RATE_LIMIT: 'off',
      SLIPWAY_CHALLENGE: 'off',
      SLIPWAY_STUDIO_PASSWORD: studioPassword,
    },
  });
});
afterAll(() => server.stop());

/** Sends a GraphQL request from the school's page. Returns the status and the text of the answer. */
async function callGraphql(body: unknown): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(new URL('/graphql', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

describe('a school’s form on a server', () => {
  it('has nothing of the yard on its page, in its data and in its other pages', async () => {
    const page = await fetchFormPage(server.url, '/register');
    expect(page.html).toContain('Your name');
    expect(findYardLines(page.html)).toEqual([]);
    const parts = [...page.html.matchAll(/"(\/parts\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(parts).not.toEqual([]);
    for (const part of parts)
      expect(findYardLines(await (await fetch(new URL(part, server.url))).text())).toEqual([]);
    for (const path of ['/', '/no-such-page', '/embed/v1?page=/register'])
      expect([path, ...findYardLines((await fetchFormPage(server.url, path)).html)]).toEqual([path]);
  });

  it('thanks, and writes mails, without words of the yard', async () => {
    const { hidden } = await fetchFormPage(server.url, '/register');
    const accepted = await postForm(server.url, '/register', [
      ...hidden,
      ['name', 'Ada Lane'],
      ['email', 'ada@example.com'],
      ['role', 'pupil'],
    ]);
    expect(accepted.status).toBe(303);
    const thanks = await fetchFormPage(server.url, accepted.headers.get('location') ?? '');
    expect(thanks.html).toContain('Thank you. Your answers have been sent.');
    expect(thanks.html).toContain('sw-thanks--check');
    expect(findYardLines(thanks.html)).toEqual([]);
    const [enquiry] = await server.mailsDone();
    const mails = await readEnquiryMails(server, enquiry?.id ?? '');
    expect(mails).not.toEqual([]);
    for (const mail of mails) expect(findYardLines(JSON.stringify(mail, null, 1))).toEqual([]);
  });

  it('accepts the mutation that its settings name, and no other operation', async () => {
    const query =
      'mutation ($name: String, $email: String) { registerPupil(domain: "school.example", submission_url: "https://school.example/register", enquiry_type: 1, name: $name, email: $email) { success } }';
    const variables = { name: 'Ada Lane', email: 'ada@example.com' };
    const sent = await callGraphql({ query, variables });
    expect(JSON.parse(sent.text)).toMatchObject({ data: { registerPupil: { success: true } } });
    const refused = await callGraphql({ query, variables: { ...variables, email: 'ada' } });
    expect(refused.text).toContain('"field":"email"');
    const unknown = await callGraphql({ query: '{ futureTitles(domain: "school.example") }' });
    expect(unknown.status).toBe(400);
    const misspelt = await callGraphql({ query: 'mutation { registerPupils(uploads: []) { ok } }' });
    expect(findYardLines([sent, refused, unknown, misspelt].map(({ text }) => text).join('\n'))).toEqual([]);
    expect(JSON.parse((await callGraphql({ query: '{ _empty }' })).text)).toEqual({ data: { _empty: null } });
  });

  it('has a studio whose editor offers nothing of the yard, and whose exports have no columns for it', async () => {
    const { get, post, ask } = await openStudioClient(server);
    const choices = await post('rule-choices', { then: { options: { role: '' } } });
    expect(JSON.stringify(choices)).toContain('values.role');
    expect(findYardLines(JSON.stringify(choices))).toEqual([]);
    expect(findYardLines(JSON.stringify(await get('rules')))).toEqual([]);
    for (const format of ['csv', 'json']) {
      const exported = await (await ask('GET', `enquiries/export?format=${format}`)).text();
      expect(exported).toContain('Ada Lane');
      expect(findYardLines(exported)).toEqual([]);
    }
  });

  it.each([[[]], [['--json']], [['--csv']]])(
    'is listed by "npm run enquiries" %j without the yard',
    async (words) => {
      const env = { SLIPWAY_DATA: server.data, SLIPWAY_CONTENT: server.contentFolder ?? '' };
      const { stdout } = await runInProcess(enquiriesCommand, env, words);
      expect(stdout).toContain('Ada Lane');
      expect(findYardLines(stdout)).toEqual([]);
    },
  );

  it('logs nothing of the yard', () => {
    expect(findYardLines(server.logged())).toEqual([]);
    expect(findYardLines(server.printed())).toEqual([]);
  });
});

describe('a school’s form at the command line', () => {
  it.each<[command: string, ...rest: readonly string[]]>([
    ['graphql'],
    ['graphql', '--operations'],
    ['types'],
    ['jsonschema'],
    ['explain'],
    ['explain', '--json'],
    ['check'],
  ])('%s %s prints nothing of the yard', async (...words) => {
    const cwd = createScratchFolder();
    writeFileSync(join(cwd, 'form.json'), JSON.stringify(school));
    const { out, err } = await runSlipway(words, { cwd });
    expect(out).not.toBe('');
    expect(findYardLines(`${out}${err}`)).toEqual([]);
  });
});
