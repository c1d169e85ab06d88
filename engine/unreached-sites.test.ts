import { describe, expect, it } from 'vitest';
import type { Office } from './types.ts';
import { unreachedSites } from './unreached-sites.ts';

const sites = [
  { id: 1, domain: 'one.example', isInternational: false },
  { id: 2, domain: 'all.example', isInternational: true },
];
const office = (email: string | null, site = 1) =>
  ({ id: 7, name: 'Seven', email, site: { id: site } }) as Office;
const domains = (offices: readonly Office[], rules: readonly object[] = []) =>
  unreachedSites({ rules: rules as never }, { sites, offices }).map(({ domain }) => domain);

describe('unreachedSites', () => {
  it('tells sites where neither the site nor an office that it offers has an address', () => {
    expect(domains([])).toEqual(['one.example', 'all.example']);
    expect(domains([office(''), office(null), office(' ')])).toEqual(['one.example', 'all.example']);
    expect(domains([office('a@one.example')])).toEqual([]);
    expect(domains([office('a@three.example', 3)])).toEqual(['one.example']);
  });

  it('counts the address of the site, and a recipient whom a rule names for every enquiry', () => {
    const withAddress = sites.map((site) => ({ ...site, email: 'hello@one.example' }));
    expect(unreachedSites({ rules: [] }, { sites: withAddress, offices: [] })).toEqual([]);
    const then = { recipient: 'desk' };
    expect(domains([], [{ then }])).toEqual([]);
    expect(domains([], [{ when: { '==': [1, 1] }, then }])).toHaveLength(2);
  });
});
