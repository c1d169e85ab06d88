import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlockListView, EnquiryView, InboxListView } from '../../src/api/inbox.ts';
import type { AuditListView } from '../../src/api/people.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { postEnquiry, type SendVariables } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-blocks-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };

let server: RunningServer;
let owner: StudioSession;
beforeAll(async () => {
  server = await startServer({ env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

async function send(variables: SendVariables): Promise<string> {
  const { body } = await postEnquiry(server.url, { ...sampleEnquiry, ...variables });
  return body.extensions?.reference ?? '';
}

async function block(kind: string, value: string, reason?: string, person = owner) {
  const answer = await person.ask('POST', 'enquiries/blocks', { kind, value, ...(reason && { reason }) });
  return { status: answer.status, body: (await answer.json()) as BlockListView & { error?: string } };
}

describe('the block list', () => {
  it('moves enquiries of blocked senders to spam with the reason, and counts them', async () => {
    const added = await block('domain', '*.spam.example', 'Sells links');
    expect(added).toMatchObject({
      status: 200,
      body: { blocks: [{ kind: 'domain', value: '*.spam.example', reason: 'Sells links', caught: 0 }] },
    });
    const reference = await send({ email: 'Eve@mail.Spam.example' });
    // The visitor gets a reference, as for any enquiry.
    expect(reference).toMatch(/^[A-Z0-9]{3}-/);
    const { rows } = await owner.get<InboxListView>('enquiries/suspected');
    expect(rows[0]).toMatchObject({
      reference,
      delivery: 'suspected',
      suspicion: 'blocked-domain *.spam.example',
      email: 'Eve@mail.Spam.example',
    });
    const { blocks } = await owner.get<BlockListView>('enquiries/blocks');
    expect(blocks).toMatchObject([{ caught: 1, caughtAt: expect.any(Number), by: { name: 'owner' } }]);
    const { mail } = await owner.get<EnquiryView>(`enquiries/${reference}`);
    expect(mail).not.toHaveProperty('dueAt');
  });

  it('delivers the others, and those of a removed entry', async () => {
    const { body } = await block('phrase', 'cheap backlinks');
    const caught = await send({ email: 'bo@example.org', message: 'Buy CHEAP, backlinks!' });
    const other = await send({ email: 'bo@example.org', message: 'Cheap moorings' });
    const entry = body.blocks.find(({ kind }) => kind === 'phrase');
    await owner.ask('DELETE', `enquiries/blocks/${entry?.id}`);
    const later = await send({ email: 'bo@example.org', message: 'Buy cheap backlinks!' });
    const { rows } = await owner.get<InboxListView>('enquiries/suspected');
    const references = rows.map(({ reference }) => reference);
    expect([caught, other, later].map((one) => references.includes(one))).toEqual([true, false, false]);
    const { entries } = await owner.get<AuditListView>('audit');
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'block-removed', about: 'cheap backlinks' },
      { action: 'block-added', about: 'cheap backlinks' },
    ]);
  });

  it('refuses what cannot block anything, twice the same, and more than fit', async () => {
    expect(await block('address', 'nobody')).toMatchObject({ status: 400, body: { error: 'bad-block' } });
    expect(await block('regexp', '.*')).toMatchObject({ status: 400, body: { error: 'bad-request' } });
    const { longestValue, longestReason } = serverSettings.blocks;
    expect(await block('phrase', 'a'.repeat(longestValue + 1))).toMatchObject({ body: { field: 'value' } });
    const reason = 'a'.repeat(longestReason + 1);
    expect(await block('phrase', 'word', reason)).toMatchObject({ body: { field: 'reason' } });
    await block('address', 'ada@a.example');
    expect(await block('address', 'ADA+x@a.example')).toMatchObject({
      status: 409,
      body: { error: 'block-known' },
    });
    expect((await owner.ask('DELETE', 'enquiries/blocks/none')).status).toBe(404);
  });

  it('is for people who handle the enquiries of all types and sites', async () => {
    const rights = { role: 'viewer', enquiries: 'handle' } as const;
    const limited = await inviteAndJoin(server.url, owner, { ...rights, types: ['service'], name: 'Lim' });
    expect((await block('domain', 'a.example', undefined, limited)).status).toBe(403);
    expect((await limited.ask('GET', 'enquiries/blocks')).status).toBe(403);
  });

  it('stands with the enquiries of a blocked sender, for those who may change it', async () => {
    const [before, enquiry_type] = [{ email: 'cy@c.example' }, 7];
    const reference = await send({ ...before, enquiry_type, boat_model: 'Kerensa 46' });
    const { body } = await block('domain', 'c.example');
    const entry = body.blocks.find(({ value }) => value === 'c.example');
    const found = async (person: StudioSession) =>
      (await person.get<EnquiryView>(`enquiries/${reference}`)).block;
    expect(await found(owner)).toEqual({ id: entry?.id, value: 'c.example' });
    const rights = { role: 'viewer', enquiries: 'handle' } as const;
    const limited = await inviteAndJoin(server.url, owner, { ...rights, types: ['service'], name: 'Max' });
    expect(await found(limited)).toBeUndefined();
    await owner.ask('DELETE', `enquiries/blocks/${entry?.id}`);
    expect(await found(owner)).toBeUndefined();
  });
});
