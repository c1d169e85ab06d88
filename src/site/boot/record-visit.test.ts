import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recordVisit } from './record-visit.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

/** Opens a page and returns the recorded visit. */
function visit(address: string, { referrer = '', hasClickId = false } = {}) {
  vi.stubGlobal('location', new URL(address, 'https://yard.example'));
  vi.stubGlobal('document', { referrer });
  recordVisit(hasClickId ? { hasClickId } : {});
  return Object.fromEntries(new URLSearchParams(stored.get('slipway:visit')));
}

it('records campaign, entry page and referring page, without their queries', () => {
  const referrer = 'https://news.example/boats?token=secret';
  expect(visit('/landing?utm_source=letter&token=secret&gclid=g', { referrer })).toEqual({
    entry: 'https://yard.example/landing',
    referrer: 'https://news.example/boats',
    utm_source: 'letter',
  });
});

it('keeps the entry page and the campaign on the next page, until another campaign replaces it', () => {
  visit('/landing?utm_source=letter&utm_term=boat');
  expect(visit('/contact', { referrer: 'https://yard.example/landing' })).toEqual({
    entry: 'https://yard.example/landing',
    utm_source: 'letter',
    utm_term: 'boat',
  });
  expect(visit('/contact?utm_source=ad')).toEqual({
    entry: 'https://yard.example/landing',
    utm_source: 'ad',
  });
});

it('records the click id where the site asks for it, and cuts long values', () => {
  expect(visit(`/contact?gclid=${'g'.repeat(5000)}`, { hasClickId: true })).toEqual({
    entry: 'https://yard.example/contact',
    gclid: 'g'.repeat(200),
  });
});

it('does nothing if the storage is forbidden', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(visit('/contact')).toEqual({});
});
