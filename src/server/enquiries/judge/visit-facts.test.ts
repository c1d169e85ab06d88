import { describe, expect, it } from 'vitest';
import { readVisitFacts } from './visit-facts.ts';

const submissionUrl = 'https://yard.example/contact?utm_source=page&token=secret&gclid=g';
const recordedVisit =
  'utm_source=letter&utm_campaign=spring&referrer=https%3A%2F%2Fnews.example%2Fa%3Ftoken%3Dsecret%23x&entry=https%3A%2F%2Fyard.example%2Flanding&token=secret';
const request = { submissionUrl, recordedVisit };

describe('readVisitFacts', () => {
  it('returns nothing for a site that stores no campaign', () => {
    expect(readVisitFacts(request, { campaign: 'off', hasClickId: true })).toEqual({});
  });

  it('reads the address of the page alone, unless the site records visits', () => {
    expect(readVisitFacts(request, { campaign: 'page', hasClickId: false })).toEqual({
      campaign: { source: 'page' },
    });
  });

  it('prefers the visit, whose addresses lose their queries', () => {
    expect(readVisitFacts(request, { campaign: 'visit', hasClickId: true })).toEqual({
      campaign: { source: 'letter', campaign: 'spring' },
      visit: { referrer: 'https://news.example/a', entryPage: 'https://yard.example/landing' },
    });
  });

  it('reads the page where the browser recorded no campaign', () => {
    expect(readVisitFacts({ submissionUrl }, { campaign: 'visit', hasClickId: true })).toEqual({
      campaign: { source: 'page', gclid: 'g' },
    });
  });

  it.each([
    ['no address', 'referrer=nowhere'],
    ['a script', 'referrer=javascript:alert(1)'],
    ['a long address', `referrer=https://a.example/${'x'.repeat(400)}`],
    ['a mail address in a path', 'entry=https://a.example/ada@example.com'],
    ['too much', `utm_source=x&more=${'x'.repeat(5000)}`],
    ['broken escapes', 'referrer=%E0%A4%A'],
  ])('ignores %s', (_what, recorded) => {
    const asked = { submissionUrl: 'not an address', recordedVisit: recorded };
    expect(readVisitFacts(asked, { campaign: 'visit', hasClickId: true })).toEqual({});
  });
});
