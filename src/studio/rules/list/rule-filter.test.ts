import { describe, expect, it } from 'vitest';
import type { FindingView } from '../../../api/findings.ts';
import { summarizeCoverage } from './coverage-share.ts';
import {
  emptyRuleFilter,
  filterRules,
  getRuleStates,
  type ListedRule,
  parseRuleFilter,
  withRuleFilter,
} from './rule-filter.ts';

const phone = { kind: 'field', id: 'phone_number', label: 'Telefon', types: ['sales'] } as const;

function listed(id: string, part: Partial<ListedRule['rule']>): ListedRule {
  const links = { types: ['sales'], sites: ['101'], reads: [], decides: [] };
  const rule = { id, description: '', effects: ['hide'], sentence: [id], conflicts: [], links };
  return { rule: { ...rule, ...part }, states: [] };
}

const rules = [
  listed('office', { sentence: ['„Büro“ wird ausgeblendet.'] }),
  listed('call', {
    links: { types: ['sales', 'service'], sites: ['101', '204'], reads: [phone], decides: [] },
  }),
  { ...listed('mail', { effects: ['recipient'] }), states: ['idle'] as const },
];

const find = (filter: Partial<typeof emptyRuleFilter>) =>
  filterRules(rules, { ...emptyRuleFilter, ...filter }).map(({ rule }) => rule.id);

describe('filterRules', () => {
  it.each([
    [{}, ['office', 'call', 'mail']],
    [{ search: ' BURO  ausgeblendet' }, ['office']],
    [{ search: 'buro telefon' }, []],
    [{ search: 'telefon' }, ['call']],
    [{ search: 'phone_num' }, ['call']],
    [{ form: 'service' }, ['call']],
    [{ site: '204' }, ['call']],
    [{ about: 'phone_number' }, ['call']],
    [{ kind: 'recipients' as const }, ['mail']],
    [{ show: 'idle' as const, form: 'sales' }, ['mail']],
  ])('finds for %j %j', (filter, ids) => {
    expect(find(filter)).toEqual(ids);
  });
});

it('a filter is the same after it was in an address, and leaves the rest of the address alone', () => {
  const filter = {
    search: 'a b',
    form: 'sales',
    about: 'x',
    site: '1',
    kind: 'fields',
    show: 'new',
  } as const;
  const query = withRuleFilter(new URLSearchParams('view=map&show=odd'), filter);
  expect(parseRuleFilter(query)).toEqual(filter);
  expect(String(withRuleFilter(query, emptyRuleFilter))).toBe('view=map');
  expect(parseRuleFilter(new URLSearchParams('kind=odd&show=odd'))).toEqual(emptyRuleFilter);
});

describe('getRuleStates', () => {
  const finding = (code: string, part: object = {}) =>
    ({ code, severity: 'warning', ...part }) as FindingView;
  it.each([
    [[], true, []],
    [[], false, ['new']],
    [[finding('rule-overruled')], true, ['idle']],
    [[finding('required-hidden', { severity: 'error', scenario: { on: {} } })], true, ['stuck']],
    [[finding('untested-effect', { severity: 'note' })], true, ['unwatched']],
  ])('of %j, live: %j, are %j', (findings, isLive, states) => {
    expect(getRuleStates({ findings, isLive })).toEqual(states);
  });
});

describe('summarizeCoverage', () => {
  const share = (holds: number, of: number) => ({ holds, of });
  it('counts only the types for which a rule applies at all, and names them', () => {
    const byType = { '': share(0, 9), sales: share(10, 20), service: share(0, 100) };
    expect(summarizeCoverage({ holds: 10, byType })).toEqual({ share: 'half', types: ['sales'] });
  });
  it('names no types for a rule that applies for all, or before one is chosen', () => {
    expect(summarizeCoverage({ holds: 40, byType: { a: share(20, 20), b: share(20, 20) } })).toEqual({
      share: 'all',
      types: [],
    });
    expect(summarizeCoverage({ holds: 1, byType: { '': share(1, 20), a: share(0, 20) } }).types).toEqual([]);
    expect(summarizeCoverage({ holds: 0, byType: {} })).toEqual({ share: 'never', types: [] });
  });
});
