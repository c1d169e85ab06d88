import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFrozenDocuments } from '../support/forms.ts';
import { postEnquiry, type SendAnswer } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

interface Schema {
  readonly required: readonly string[];
  readonly examples: readonly object[];
}

/** The next version of the general form, with a phone number. */
function withPhone(): unknown {
  const schema = readFrozenDocuments()['forms/general/schema.json'] as Schema;
  const examples = schema.examples.map((example) => ({ ...example, phone: '+44 1632 960117' }));
  return { ...schema, required: [...schema.required, 'phone'], examples };
}

const data = mkdtempSync(join(tmpdir(), 'slipway-versions-'));
const env = { SLIPWAY_DATA: data };
let old: { readonly ticket: string; readonly validators: string };
let server: RunningServer;

beforeAll(async () => {
  const first = await startServer({ env });
  old = await pageOf(first, '/contact');
  await first.stop();
  server = await startServer({ env, documents: { 'forms/general/schema.json': withPhone() } });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

async function pageOf({ url }: RunningServer, path: string) {
  const html = await (await fetch(new URL(path, url))).text();
  const text = /id="slipway-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null';
  const { ticket, form } = JSON.parse(text) as { ticket: string; form: { validators: string } };
  return { ticket, validators: form.validators };
}

function sendWith(ticket: string | undefined, changes: object = {}): Promise<SendAnswer> {
  const ann = {
    domain: 'www.trevarrow.example',
    submission_url: new URL('/contact', server.url).href,
    upload: [],
    enquiry_type: 3,
    name: 'Ann Berry',
    email: 'ann@example.com',
    message: 'Hello',
    office_location: '1',
  };
  return postEnquiry(
    server.url,
    { ...ann, ...changes },
    { headers: ticket === undefined ? {} : { 'slipway-ticket': ticket } },
  );
}

function problemsOf({ body }: SendAnswer): readonly string[] | undefined {
  return body.errors?.[0]?.extensions?.fields?.map(({ field, code }) => `${field}: ${code}`);
}

describe('a newer version of the form', () => {
  it('judges what its own pages send, and what comes without a ticket', async () => {
    const { ticket } = await pageOf(server, '/contact');
    for (const own of [ticket, undefined])
      expect(problemsOf(await sendWith(own))).toEqual(['phone: required']);
  });

  it('leaves the version that a visitor saw valid, also after a restart', async () => {
    expect((await sendWith(old.ticket)).isSuccess).toBe(true);
  });

  it('leaves the modules of that version where they are', async () => {
    const response = await fetch(new URL(old.validators.replace(':type', 'general'), server.url));
    expect(response.status).toBe(200);
  });
});

describe('a ticket', () => {
  it('stands for its page, wherever the enquiry says that it comes from', async () => {
    const { ticket } = await pageOf(server, '/offices/cornwall');
    const other = { submission_url: 'https://proxy.example/offices/cornwall', phone: '+44 1632 960117' };
    expect((await sendWith(ticket, { ...other, office_location: '9' })).isSuccess).toBe(true);
    expect(problemsOf(await sendWith(ticket, { ...other, office_location: '13' }))).toEqual([
      'office_location: not-offered',
    ]);
  });

  it.each([
    ['altered', (ticket: string) => `${ticket.slice(0, -2)}xx`],
    ['foreign', () => '1.abcdefgh.WyJ4Il0.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['nonsense', () => 'x'.repeat(5000)],
  ])('that is %s counts as none: the enquiry is judged all the same', async (_what, change) => {
    const answer = await sendWith(change(old.ticket), { phone: '+44 1632 960117' });
    expect(answer.isSuccess).toBe(true);
    expect(problemsOf(await sendWith(change(old.ticket)))).toEqual(['phone: required']);
  });
});
