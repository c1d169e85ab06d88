import { describe, expect, it } from 'vitest';
import { readCampaign } from './campaign.ts';

/** Reads the campaign of a query. */
function read(query: string, withClickId = false) {
  const parameters = new URLSearchParams(query);
  return readCampaign((name) => parameters.get(name), { withClickId });
}

describe('readCampaign', () => {
  it('reads the five parts of a campaign, and nothing else', () => {
    expect(
      read(
        'utm_source=letter&utm_medium=email&utm_campaign=spring&utm_term=yacht&utm_content=top&utm_id=1&token=x&gclid=abc',
      ),
    ).toEqual({ source: 'letter', medium: 'email', campaign: 'spring', term: 'yacht', content: 'top' });
  });

  it('reads the click id where the site asks for it', () => {
    expect(read('gclid=abc')).toBeUndefined();
    expect(read('gclid=abc', true)).toEqual({ gclid: 'abc' });
  });

  it.each([
    ['blank', 'utm_source=%20%0a'],
    ['a mail address', 'utm_source=ada%40example.com'],
    ['an array', 'utm_source[]=x'],
    ['absent', 'token=x'],
  ])('leaves out a value that is %s', (_what, query) => {
    expect(read(query)).toBeUndefined();
  });

  it('makes one short line of each value', () => {
    expect(read('utm_source=a%0d%0aSet-Cookie:%00b%E2%80%AEc')).toEqual({ source: 'a Set-Cookie: b c' });
    expect(read(`utm_source=${'é'.repeat(10_000)}`)?.source).toBe('é'.repeat(100));
    expect(read('utm_source=%E0%A4%A')?.source).toBe('\uFFFD%A');
    expect(read('utm_source=one&utm_source=two')).toEqual({ source: 'one' });
  });
});
