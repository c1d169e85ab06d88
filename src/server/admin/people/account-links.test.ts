import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '../../delivery/mail/testing/mail-server.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { type AccountLink, openAccountLinks } from './account-links.ts';

const expiresAt = Date.UTC(2026, 10, 30, 9, 30);
const asked: AccountLink = {
  use: 'invitation',
  token: 'w'.repeat(32),
  to: 'ann@example.com',
  name: 'Bea Marsh',
  origin: 'https://www.example.com',
  locale: 'en',
  expiresAt,
};
const link = `https://www.example.com/studio/invitation#${'w'.repeat(32)}`;

function open(smtpUrl?: string, retryMs: readonly number[] = []) {
  const dataFolder = createTemporaryFolder();
  const lines: string[] = [];
  const now = () => Date.UTC(2026, 10, 23);
  const log = createLog({ write: (line) => lines.push(line), now });
  const settings = { ...serverSettings.people.mail, retryMs };
  const links = openAccountLinks({ dataFolder, smtpUrl, mailFrom: undefined, settings, log, now });
  onTestFinished(() => links.close());
  return { ...links, dataFolder, lines };
}

describe('openAccountLinks', () => {
  it.each([
    ['en', 'Bea Marsh invites you to the studio of www.example.com', 'ltr'],
    ['de-CH', 'Bea Marsh lädt Sie in das Studio von www.example.com ein', 'ltr'],
    ['fr', 'Bea Marsh vous invite dans le studio de www.example.com', 'ltr'],
    ['ar', 'يدعوك Bea Marsh إلى استوديو www.example.com', 'rtl'],
    ['ja', 'Bea Marsh invites you to the studio of www.example.com', 'ltr'],
  ])('mails a link in the language of whoever sends it: %s', async (locale, subject, dir) => {
    const server = await startMailServer();
    const { sendLink, isMailing } = open(server.url);
    expect(isMailing).toBe(true);
    expect(await sendLink({ ...asked, locale })).toEqual({ isMailed: true, expiresAt });
    const [received] = server.received;
    expect(received?.to).toEqual(['ann@example.com']);
    const mail = await PostalMime.parse(received?.raw ?? '');
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.html).toContain(`dir="${dir}"`);
    expect(mail.text).not.toMatch(/\{\w+\}/);
  });

  it('lets no name add a header, or more than a line', async () => {
    const server = await startMailServer();
    const name = 'Eve\r\nBcc: all@example.com\r\n\r\n<b>Hello</b>';
    await open(server.url).sendLink({ ...asked, use: 'reset', name });
    const mail = await PostalMime.parse(server.received[0]?.raw ?? '');
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.html).not.toContain('<b>');
  });

  it('hands the link over where it could not be mailed, and says so in the log without it', async () => {
    const refusing = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(new Error('No such mailbox')),
    });
    const { sendLink, lines } = open(refusing.url);
    expect(await sendLink(asked)).toEqual({ isMailed: false, link, expiresAt });
    expect(lines.join()).toContain('studio-mail-not-sent');
    expect(lines.join()).not.toContain(asked.token);
    expect(await sendLink({ ...asked, to: undefined })).toEqual({ isMailed: false, link, expiresAt });
  });

  it('writes a file where no mail is sent, and hands the link over', async () => {
    const { sendLink, isMailing, dataFolder } = open();
    expect(isMailing).toBe(false);
    expect(await sendLink(asked)).toEqual({ isMailed: false, link, expiresAt });
    expect(readdirSync(join(dataFolder, 'outbox')).filter((name) => name.endsWith('.eml'))).toHaveLength(1);
  });

  it('tells people what was done with their account, where they had their mail before', async () => {
    const server = await startMailServer();
    const { sendNotice } = open(server.url);
    const notice = { to: 'ann@example.com', name: 'Ann', origin: 'https://www.example.com' };
    for (const locale of ['en', 'de', 'fr', 'ar'])
      for (const what of ['email-changed', 'password-changed', 'second-factor-removed'] as const)
        sendNotice({ ...notice, what, locale });
    sendNotice({ ...notice, what: 'email-changed', to: undefined, locale: 'en' });
    await expect.poll(() => server.received.length).toBe(12);
    const mails = await Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw)));
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(12);
    for (const { subject, text, to } of mails) {
      expect(to).toMatchObject([{ address: 'ann@example.com' }]);
      expect(subject).toContain('www.example.com');
      expect(text).toContain('https://www.example.com/studio/account');
      expect(text).not.toMatch(/\{\w+\}|#/);
    }
  });

  const notice = {
    to: 'ann@example.com',
    name: 'Bea Marsh',
    origin: 'https://www.example.com',
    details: { message: 'For the <b>show</b>', changes: 'Bea Marsh: 2' },
  };

  it('mails that the draft is ready, and that it was sent back, with the message, in four languages', async () => {
    const server = await startMailServer();
    const { sendReviewNotice } = open(server.url);
    for (const locale of ['en', 'de', 'fr', 'ar'])
      for (const what of ['review-requested', 'review-returned'] as const)
        sendReviewNotice({ ...notice, what, locale });
    sendReviewNotice({ ...notice, what: 'review-requested', to: undefined, locale: 'en' });
    await expect.poll(() => server.received.length).toBe(8);
    const mails = await Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw)));
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(8);
    for (const { subject, text, html, to } of mails) {
      expect(to).toMatchObject([{ address: 'ann@example.com' }]);
      expect(subject).toContain('Bea Marsh');
      expect(text).toContain('https://www.example.com/studio/publish');
      expect(text).toContain('Bea Marsh: 2');
      expect(html).not.toContain('<b>');
      expect(text).not.toMatch(/\{\w+\}/);
    }
  });

  it('sends a notice about the draft again where the mail server is busy, until there are no retries', async () => {
    const busy = Object.assign(new Error('Busy'), { responseCode: 451 });
    let attempts = 0;
    const server = await startMailServer({
      onRcptTo(_address, _session, callback) {
        attempts += 1;
        callback(attempts === 2 ? undefined : busy);
      },
    });
    const { sendReviewNotice, lines } = open(server.url, [1]);
    const sent = { ...notice, what: 'review-requested', locale: 'en' } as const;
    sendReviewNotice(sent);
    await expect.poll(() => server.received.length).toBe(1);
    sendReviewNotice(sent);
    // One line for the first notice, and one for each attempt of the second.
    await expect.poll(() => lines.length).toBe(3);
    expect([attempts, server.received.length]).toEqual([4, 1]);
  });
});
