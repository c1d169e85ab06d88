import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../../test/support/forms.ts';
import type { Rule } from '../../model/types.ts';
import type { Office } from '../model/types.ts';
import type { SiteContent } from './site-content.ts';
import { describeUnreachedSite, findUnreachedSites } from './unreached-sites.ts';

const sites = [
  { id: 1, domain: 'one.example', isInternational: false },
  { id: 2, domain: 'all.example', isInternational: true },
];
const frozen = readFrozenDocuments()['rules.json'] as { readonly rules: readonly Rule[] };

/** The forms with these rules alone: without that by which offices need an address. */
const formWith = (rules: readonly object[] = []) =>
  compileTestForm(readFrozenDocuments({ 'rules.json': { rules }, 'scenarios.json': undefined }));
const plain = formWith();
const office = (id: number, email: string | null, site = 1): Office => ({
  id,
  name: `Office ${id}`,
  email,
  site: { id: site },
  services: ['general'],
});

function contentOf(offices: readonly Office[], changes: Partial<SiteContent> = {}): SiteContent {
  const enquiryTypes = [{ id: plain.types.find(({ key }) => key === 'general')?.id ?? 0, name: 'General' }];
  return {
    sites,
    offices,
    enquiryTypes,
    yachtModels: [],
    lists: {},
    events: [],
    pages: [],
    ...changes,
  };
}

const found = (
  offices: readonly Office[],
  { form = plain, ...changes }: { form?: typeof plain } & Partial<SiteContent> = {},
) =>
  findUnreachedSites(form, contentOf(offices, changes), '2030-01-01').map(({ site, offices: some }) => [
    site.domain,
    ...(some ?? []).map(({ id }) => id),
  ]);

describe('findUnreachedSites', () => {
  it('tells sites where neither the site nor an office that it offers has an address', () => {
    expect(found([])).toEqual([['one.example'], ['all.example']]);
    const [first] = findUnreachedSites(plain, contentOf([]), '2030-01-01');
    expect(first && describeUnreachedSite(first, { offices: [] })).not.toContain('office');
    expect(found([office(7, ''), office(8, null), office(9, ' ')])).toEqual([
      ['one.example'],
      ['all.example'],
    ]);
    expect(found([office(7, 'a@one.example')])).toEqual([]);
    expect(found([office(7, 'a@three.example', 3)])).toEqual([['one.example']]);
  });

  it('tells the offices that can be chosen and have no address, where the site has none either', () => {
    const offices = [office(7, 'a@one.example'), office(8, null)];
    expect(found(offices)).toEqual([
      ['one.example', 8],
      ['all.example', 8],
    ]);
    const [first] = findUnreachedSites(plain, contentOf(offices), '2030-01-01');
    expect(first && describeUnreachedSite(first, { offices })).toMatch(
      /^nobody receives the enquiries of "one\.example" to "Office 8": /,
    );
    expect(found(offices, { sites: sites.map((site) => ({ ...site, email: 'hello@one.example' })) })).toEqual(
      [],
    );
  });

  it('asks the rules which offices a page offers, and whom they name as its recipient', () => {
    const offices = [office(7, 'a@one.example'), office(8, null)];
    expect(found(offices, { form: formWith(frozen.rules) })).toEqual([]);
    const named = (when?: object) =>
      formWith([
        { id: 'desk', description: 'All to the desk.', ...(when && { when }), then: { recipient: 'desk' } },
      ]);
    expect(found(offices, { form: named() })).toEqual([]);
    expect(found([], { form: named({ '==': [{ var: 'site.id' }, '1'] }) })).toEqual([['all.example']]);
    expect(found(offices, { form: named({ '==': [{ var: 'values.office_location' }, '8'] }) })).toEqual([]);
  });

  it('asks the pages that there are, which offer offices of other sites as well', () => {
    const [one] = sites;
    if (one === undefined) throw new Error('Cannot find the site');
    const [own, foreign] = [office(7, 'a@one.example'), office(9, null, 3)];
    const page = {
      path: '/',
      placement: 'inline',
      site: one,
      enquiryTypes: contentOf([]).enquiryTypes,
    } as const;
    expect(found([own])).toEqual([]);
    expect(found([own], { pages: [{ ...page, offices: [own, foreign] }] })).toEqual([['one.example', 9]]);
  });

  it('tells the types that go to no office, where enquiries of other types reach one', () => {
    const enquiryTypes = ['general', 'careers'].map((name) => ({
      id: plain.types.find(({ key }) => key === name)?.id ?? 0,
      name,
    }));
    const form = formWith([
      {
        id: 'no-office',
        description: 'Careers go to no office.',
        when: { '==': [{ var: 'type' }, 'careers'] },
        then: { offer: { '==': [{ var: 'office.email' }, 'nobody'] } },
      },
    ]);
    const sitesFound = findUnreachedSites(
      form,
      contentOf([office(7, 'a@one.example')], { enquiryTypes }),
      '2030-01-01',
    );
    expect(sitesFound.map(({ site, types }) => [site.domain, types?.map(({ key }) => key)])).toEqual([
      ['one.example', ['careers']],
      ['all.example', ['careers']],
    ]);
    expect(sitesFound[0] && describeUnreachedSite(sitesFound[0], { offices: [office(7, null)] })).toMatch(
      /^nobody receives the enquiries of "one\.example" of the type "careers": they go to no office/,
    );
  });
});
