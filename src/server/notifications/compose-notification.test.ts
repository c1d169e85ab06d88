import { describe, expect, it } from 'vitest';
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

/** Returns the row of an enquiry in a mail of this language. */
function rowIn(locale: string) {
  const { rows } = createNotificationMail({
    occurrences: [{ kind: 'new', enquiry }],
    settings: { locale, zone: 'UTC' },
    origin: 'https://forms.example',
    names,
    mostListed: 5,
    stopLink: 'https://forms.example/stop',
  });
  return rows[0]?.value;
}

describe('createNotificationMail', () => {
  it('gives a row the direction of its language, although it begins with a reference', () => {
    const row = 'ABC-DEF-GHJ · \u2068استفسار عام\u2069 · www.a.example';
    expect(rowIn('de')).toBe(row);
    expect(rowIn('ar')).toBe(`\u200f${row}`);
  });
});
