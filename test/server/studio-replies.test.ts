import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnquiryView, InboxRefusal, ReplyStart } from '../../src/api/inbox.ts';
import type { AuditListView } from '../../src/api/people.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { runProgram } from '../support/run-program.ts';
import { postEnquiry, type SendVariables } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-replies-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
const outbox = join(data, 'outbox');

const frozen = readFrozenDocuments();
/** Returns the texts of a language with a template of replies. */
const withTemplate = (locale: string, name: string, subject: string, text: string) => ({
  [`texts/${locale}.json`]: {
    ...(frozen[`texts/${locale}.json`] as object),
    'mail.replies.thanks.name': name,
    'mail.replies.thanks.subject': `${subject} {reference}`,
    'mail.replies.thanks.text': text,
  },
});
const documents = {
  ...withTemplate('en', 'Thanks', 'Your enquiry', 'Dear {name},\n\nthank you.\n\n{person}, {office}'),
  ...withTemplate('de', 'Danke', 'Ihre Anfrage', 'Guten Tag {name},\n\ndanke.\n\n{person}, {office}'),
};

let server: RunningServer;
let owner: StudioSession;
beforeAll(async () => {
  server = await startServer({ env, documents });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

async function sent(variables: SendVariables = {}): Promise<string> {
  const { body } = await postEnquiry(server.url, { ...sampleEnquiry, ...variables });
  return body.extensions?.reference ?? '';
}

const words = { locale: 'en', subject: 'Your boat', text: 'Yes, on Saturday.', isQuoted: false };
const unseen = { state: 'new', reply: 0 } as const;

async function replied(reference: string, body: object = {}, person = owner) {
  const answer = await person.ask('POST', `enquiries/${reference}/replies`, {
    key: randomUUID(),
    ...words,
    seen: unseen,
    ...body,
  });
  return { status: answer.status, body: (await answer.json()) as EnquiryView & InboxRefusal };
}

/** Returns the only reply in the outbox to an enquiry, once it is there, parsed. */
async function replyMail({ id }: EnquiryView) {
  const find = () =>
    readdirSync(outbox).filter((name) => name.startsWith(`${id}.reply-`) && name.endsWith('.eml'));
  await expect.poll(find).toHaveLength(1);
  return PostalMime.parse(readFileSync(join(outbox, find()[0] ?? '')));
}

describe('replying to an enquiry', () => {
  it('starts from templates that are filled in, in each language, and leaves what is not known', async () => {
    const reference = await sent({ name: 'Zoë Winter', message: 'See https://evil.example about my boat.' });
    const start = await owner.get<ReplyStart>(`enquiries/${reference}/reply`);
    expect(start).toMatchObject({ to: sampleEnquiry.email, locale: 'en' });
    expect(start.quote).toContain('https[:]//evil[.]example');
    const [german] = start.languages.filter(({ locale }) => locale === 'de');
    const thanks = german?.templates.find(({ id }) => id === 'thanks');
    expect(thanks).toMatchObject({ name: 'Danke', subject: `Ihre Anfrage ${reference}` });
    expect(thanks?.text).toMatch(/^Guten Tag Zoë Winter,\n\ndanke\.\n\nowner, .+/);
    expect(thanks?.text).not.toContain('{name}');
  });

  it('sends the words with the quote, is stored with the enquiry, and answers it', async () => {
    const reference = await sent({ message: 'Is she for sale?\nI could come on Saturday.' });
    const { status, body } = await replied(reference, { isQuoted: true, template: 'call' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'answered',
      replies: [{ by: { name: 'owner' }, to: sampleEnquiry.email, subject: 'Your boat', text: words.text }],
    });
    const mail = await replyMail(body);
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(mail).toMatchObject({ subject: 'Your boat', to: [{ address: sampleEnquiry.email }] });
    expect(mail.replyTo?.[0]?.address).toBe(
      (await owner.get<ReplyStart>(`enquiries/${reference}/reply`)).replyTo,
    );
    expect(mail.text).toMatch(/^Yes, on Saturday\.\n\nYou wrote on .+:\n> Is she for sale\?\n> I could come/);
    expect(mail.html).toContain('<blockquote dir="auto">Is she for sale?<br>');
    expect([header('auto-submitted'), header('content-language')]).toEqual([undefined, 'en']);
    expect(mail.inReplyTo).toBe(`<${body.id}.receipt@${body.site}>`);
    await expect
      .poll(async () => (await owner.get<EnquiryView>(`enquiries/${reference}`)).replies?.[0]?.state)
      .toBe('sent');
    const [entry] = (await owner.get<AuditListView>('audit')).entries;
    expect(entry).toMatchObject({ action: 'enquiry-replied', about: reference });
    expect(JSON.stringify(entry)).not.toContain('Saturday');
    const listed = JSON.parse(await runProgram('enquiries', env, '--show', reference, '--json'));
    expect(listed.replies).toMatchObject([{ text: words.text, template: 'call', state: 'sent' }]);
    const all: readonly object[] = JSON.parse(await runProgram('enquiries', env, '--json'));
    expect(all).toContainEqual(expect.objectContaining({ reference, replies: listed.replies }));
    const exported = await owner.ask('GET', 'enquiries/export?format=json');
    expect(await exported.text()).toContain('Yes, on Saturday.');
  });

  it('sends one reply for a repeated request, and none over that of somebody else', async () => {
    const reference = await sent();
    const key = randomUUID();
    const [first, second] = await Promise.all([replied(reference, { key }), replied(reference, { key })]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await owner.get<EnquiryView>(`enquiries/${reference}`)).replies).toHaveLength(1);
    const late = await replied(reference);
    expect(late).toMatchObject({ status: 409, body: { error: 'changed', enquiry: { state: 'answered' } } });
    await owner.ask('POST', `enquiries/${reference}/erase`, { confirm: reference });
    expect(await replied(reference)).toMatchObject({ status: 404, body: { error: 'not-found' } });
    const left = () => readdirSync(outbox).filter((name) => name.startsWith(first.body.id));
    await expect.poll(left).toEqual([]);
  });

  it('refuses placeholders, empty and long words, and headers in a subject', async () => {
    const reference = await sent();
    const { longestReply } = serverSettings.desk;
    expect(await replied(reference, { text: 'Dear {name},' })).toMatchObject({
      status: 400,
      body: { error: 'unfilled', placeholder: '{name}' },
    });
    for (const [body, field] of [
      [{ text: ' \n' }, 'text'],
      [{ subject: '\r\n' }, 'subject'],
      [{ text: 'a'.repeat(longestReply + 1) }, 'text'],
      [{ key: '' }, 'key'],
      [{ seen: {} }, 'seen'],
    ] as const)
      expect(await replied(reference, body)).toMatchObject({ status: 400, body: { field } });
    const { body } = await replied(reference, { subject: 'Hi\r\nBcc: eve@evil.example' });
    const mail = await replyMail(body);
    expect([mail.subject, mail.bcc]).toEqual(['Hi Bcc: eve@evil.example', undefined]);
  });

  it('is for people who may handle this enquiry', async () => {
    const reference = await sent();
    const reader = await inviteAndJoin(server.url, owner, { name: 'Rea', role: 'viewer', enquiries: 'read' });
    const abroad = { role: 'viewer', enquiries: 'handle', types: ['careers'] } as const;
    const other = await inviteAndJoin(server.url, owner, { name: 'Oda', ...abroad });
    expect((await replied(reference, {}, reader)).status).toBe(403);
    expect((await replied(reference, {}, other)).status).toBe(404);
    expect((await reader.ask('GET', `enquiries/${reference}/reply`)).status).toBe(403);
    expect((await other.ask('GET', `enquiries/${reference}/reply`)).status).toBe(404);
    expect((await owner.get<EnquiryView>(`enquiries/${reference}`)).replies).toBeUndefined();
  });
});
