import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { composeMessage } from '../delivery/mail/compose.ts';
import type { InboxNames } from '../inbox/inbox-names.ts';
import type { InboxEnquiry } from '../store/records/inbox-entry.ts';
import { createNotificationMail } from './compose-notification.ts';

const enquiry = {
  reference: 'ABC-DEF-GHJ',
  enquiryType: 3,
  domain: 'www.a.example',
  office: null,
  receivedAt: '2026-11-20T07:00:00Z',
} as unknown as InboxEnquiry;
const names = {
  type: (id: number) => ({ id, name: 'استفسار عام' }),
  hasListedFacts: true,
} as unknown as InboxNames;

/** Returns the content of a mail in this language about one enquiry. */
function createMail(locale: string) {
  return createNotificationMail({
    occurrences: [{ kind: 'new', enquiry }],
    settings: { locale, zone: 'UTC' },
    origin: 'https://forms.example',
    names,
    mostListed: 5,
    stopLink: 'https://forms.example/stop',
  });
}

describe('createNotificationMail', () => {
  it('gives a row the direction of its language, although it begins with a reference', async () => {
    const row = 'ABC-DEF-GHJ · \u2068استفسار عام\u2069 · www.a.example';
    expect(createMail('de').rows[0]?.value).toBe(row);
    const content = createMail('ar');
    expect(content.rows[0]?.value).toBe(`\u200f${row}`);
    const { raw } = await composeMessage({
      id: 'a',
      at: 0,
      to: 'ann@a.example',
      mailFrom: undefined,
      content,
    });
    const { html } = await PostalMime.parse(raw);
    expect(html).toMatch(/<div dir="rtl"[^>]*><a [^>]*>\u200fABC-DEF-GHJ/);
  });
});
