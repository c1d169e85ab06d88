import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFrozenDocuments } from '../support/forms.ts';
import { postEnquiry, type SendAnswer, type SendVariables } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { sampleEnquiry } from './support/enquiry.ts';

/** The next version of the general form: it has a berth field. */
function withBerth(): unknown {
  const schema = readFrozenDocuments()['forms/general/schema.json'] as {
    readonly required: readonly string[];
    readonly properties: object;
    readonly examples: readonly object[];
  };
  return {
    ...schema,
    required: [...schema.required, 'berth'],
    properties: { ...schema.properties, berth: { type: 'string', title: 'Berth', maxLength: 40 } },
    examples: schema.examples.map((example) => ({ ...example, berth: 'C 12' })),
  };
}

const data = mkdtempSync(join(tmpdir(), 'slipway-two-versions-'));
let older: RunningServer;
let newer: RunningServer;
/** The ticket of a page that was open before the newer version. */
let openTicket: string;
beforeAll(async () => {
  const env = { SLIPWAY_DATA: data };
  older = await startServer({ env, documents: {} });
  openTicket = await ticketOf(older);
  newer = await startServer({ env, documents: { 'forms/general/schema.json': withBerth() } });
});
afterAll(async () => {
  await Promise.all([older.stop(), newer.stop()]);
  rmSync(data, { recursive: true });
});

async function ticketOf({ url }: RunningServer): Promise<string> {
  const html = await (await fetch(new URL('/contact', url))).text();
  return /"ticket":"([^"]+)"/.exec(html)?.[1] ?? '';
}

async function sendToOlder(changes: SendVariables, ticket?: string): Promise<SendAnswer> {
  const headers: Record<string, string> = ticket === undefined ? {} : { 'slipway-ticket': ticket };
  return postEnquiry(older.url, { ...sampleEnquiry, ...changes }, { headers });
}

const problemsOf = ({ body }: SendAnswer) =>
  body.errors?.[0]?.extensions?.fields?.map(({ field, code }) => `${field}: ${code}`);

it('what a page of the newer form sends to the older server is judged by the newer form', async () => {
  const sent = await sendToOlder({ berth: 'C 12' }, await ticketOf(newer));
  expect(sent.body.errors).toBeUndefined();
  const records = await older.enquiries();
  expect(
    records.find(({ reference }) => reference === sent.body.extensions?.reference)?.values,
  ).toMatchObject({
    berth: 'C 12',
  });
  expect(problemsOf(await sendToOlder({}, await ticketOf(newer)))).toEqual(['berth: required']);
});

it('an argument that the version of the ticket does not know is refused by its name', async () => {
  const ofNewer = await sendToOlder({ colour: 'red' }, await ticketOf(newer));
  expect(problemsOf(ofNewer)).toContain('colour: unknown-field');
  expect(problemsOf(await sendToOlder({ berth: 'C 12' }, openTicket))).toContain('berth: unknown-field');
});

it('the newer form, being the later decision, is that of the older server too', async () => {
  const withoutTicket = async () => problemsOf(await sendToOlder({}));
  await expect.poll(withoutTicket).toEqual(['berth: required']);
  expect((await sendToOlder({}, openTicket)).isSuccess).toBe(true);
  expect((await sendToOlder({ berth: 'C 12' }, await ticketOf(older))).isSuccess).toBe(true);
});

it('the modules of the newer form are served by the older server as well', async () => {
  const html = await (await fetch(new URL('/contact', newer.url))).text();
  const address = /"(\/forms\/[^"]+):type([^"]*)"/.exec(html);
  const response = await fetch(new URL(`${address?.[1]}general${address?.[2]}`, older.url));
  expect(response.status).toBe(200);
});
