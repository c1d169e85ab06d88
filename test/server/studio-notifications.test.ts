import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnquiryView, NotificationSettings, NotificationView } from '../../src/api/inbox.ts';
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

const data = mkdtempSync(join(tmpdir(), 'slipway-notifications-'));
const outbox = join(data, 'outbox');
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

async function send(variables: SendVariables = {}): Promise<string> {
  const { body } = await postEnquiry(server.url, { ...sampleEnquiry, ...variables });
  return body.extensions?.reference ?? '';
}

/** Adds a person who may see enquiries, with these rules. */
async function addPerson(name: string, rules: NotificationSettings['rules'], reach: object = {}) {
  const person = await inviteAndJoin(server.url, owner, {
    name,
    role: 'viewer',
    enquiries: 'handle',
    ...reach,
  });
  await person.post<NotificationView>('me/notifications', { rules, hour: 8, zone: 'Europe/Paris' });
  return person;
}

/** Returns the mails in the outbox to a person, parsed, in the order of sending. */
async function findMails(name: string) {
  const files = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : [];
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(outbox, file)))));
  return mails
    .filter(({ headers }) => headers.some(({ key }) => key === 'list-unsubscribe'))
    .filter(({ to }) => to?.some(({ address }) => address === `${name.toLowerCase()}@example.com`))
    .toSorted((one, other) => String(one.date).localeCompare(String(other.date)));
}

async function awaitMails(name: string, count: number) {
  await expect.poll(() => findMails(name)).toHaveLength(count);
  return findMails(name);
}

describe('notifications', () => {
  it('mail a new enquiry once, without anything that the visitor wrote', async () => {
    await addPerson('Ann', [{ kind: 'new', when: 'at-once' }]);
    const reference = await send({ name: 'Zoë Winter', message: 'A secret wish' });
    const [mail] = await awaitMails('Ann', 1);
    expect(mail?.subject).toMatch(new RegExp(`^New enquiry: .+, ${reference}$`));
    const words = `${mail?.text}${mail?.html}`;
    expect(mail?.text).toContain(`${server.url}/studio/enquiries/${reference}`);
    for (const secret of ['Zoë', 'Winter', 'secret', sampleEnquiry.email])
      expect(words).not.toContain(secret);
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const other = await send();
    const mails = await awaitMails('Ann', 2);
    expect(mails.filter(({ subject }) => subject?.includes(other))).toHaveLength(1);
  });

  it('go to people whose rules, right and scope include the enquiry at that time', async () => {
    const lost = await addPerson('Lost', [{ kind: 'new', when: 'at-once' }]);
    const me = await lost.get<{ readonly id: string }>('me');
    await owner.post(`people/${me.id}/reach`, { role: 'viewer' });
    await addPerson('Far', [{ kind: 'new', when: 'at-once' }], { types: ['newsletter'] });
    await addPerson('Other', [{ kind: 'new', when: 'at-once', site: 'other.example' }]);
    await addPerson('Later', [{ kind: 'new', when: 'daily' }]);
    await addPerson('Last', [{ kind: 'new', when: 'at-once', site: String(sampleEnquiry.domain) }]);
    await send();
    await awaitMails('Last', 1);
    for (const name of ['Lost', 'Far', 'Other', 'Later']) expect(await findMails(name)).toEqual([]);
  });

  it('tell the assignee, and not whoever assigns something to themselves', async () => {
    const bea = await addPerson('Bea', [{ kind: 'assigned', when: 'at-once' }]);
    const { id } = await bea.get<{ readonly id: string }>('me');
    const [own, given] = [await send(), await send()];
    const handling = { seen: { state: 'new' }, assignee: id };
    await bea.post<EnquiryView>(`enquiries/${own}/handling`, handling);
    await owner.post<EnquiryView>(`enquiries/${given}/handling`, handling);
    const [mail] = await awaitMails('Bea', 1);
    expect(mail?.subject).toContain(given);
  });

  it('stop by the link of a mail, which a mere visit does not use up', async () => {
    const cy = await addPerson('Cy', [{ kind: 'new', when: 'at-once' }]);
    await send();
    const [mail] = await awaitMails('Cy', 1);
    const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const link = header.slice(1, -1);
    const page = await fetch(link);
    expect(await page.text()).toContain('<form method="post">');
    expect((await cy.get<NotificationView>('me/notifications')).isPaused).toBe(false);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(link, { method: 'POST', body })).status).toBe(200);
    expect(await cy.get<NotificationView>('me/notifications')).toMatchObject({
      isPaused: true,
      rules: [{ kind: 'new' }],
    });
    // The link says so later, too, and a page that was opened before does not turn them on by saving other rules.
    expect(await (await fetch(link)).text()).not.toContain('<form method="post">');
    const changed = { rules: [{ kind: 'assigned', when: 'at-once' }], hour: 8, zone: 'Europe/Paris' };
    expect((await cy.post<NotificationView>('me/notifications', changed)).isPaused).toBe(true);
    await addPerson('Cyd', [{ kind: 'new', when: 'at-once' }]);
    await send();
    await awaitMails('Cyd', 1);
    expect(await findMails('Cy')).toHaveLength(1);
    expect((await fetch(`${link}x`, { method: 'POST' })).status).toBe(404);
    const resumed = await cy.post<NotificationView>('me/notifications', { ...changed, isPaused: false });
    expect(resumed.isPaused).toBe(false);
  });

  it('refuse settings that are none', async () => {
    const { ask } = owner;
    const good = { rules: [], hour: 8, zone: 'UTC' };
    const { most } = await owner.get<NotificationView>('me/notifications');
    const rule = { kind: 'new', when: 'at-once' };
    for (const [field, bad] of [
      ['rules', { rules: [{ kind: 'all', when: 'daily' }] }],
      ['rules', { rules: [{ ...rule, type: 3 }] }],
      ['rules', { rules: Array.from({ length: most + 1 }, () => rule) }],
      ['hour', { hour: 24 }],
      ['zone', { zone: 'Mars/Olympus' }],
    ] as const) {
      const answer = await ask('POST', 'me/notifications', { ...good, ...bad });
      expect([answer.status, await answer.json()]).toMatchObject([400, { field }]);
    }
  });
});
