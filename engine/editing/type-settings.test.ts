import { describe, expect, it } from 'vitest';
import { applyDocumentPatches, expectForm } from '../../test/support/edits.ts';
import { readShippedDocuments } from '../../test/support/forms.ts';
import type { ScenarioDocument } from '../check/scenarios/index.ts';
import {
  findTypePeriod,
  findTypeSites,
  hasReceipt,
  listOtherExclusions,
  listRecipientRules,
  listRules,
  setReceipt,
  setTypePeriod,
  setTypeSites,
} from './index.ts';

const shipped = readShippedDocuments();
const description = 'Sales, sometimes.';
const findRule = (documents: typeof shipped, id: string) =>
  listRules(documents).find((rule) => rule.id === id);

describe('setTypeSites', () => {
  const limited = applyDocumentPatches(
    shipped,
    setTypeSites(shipped, 'sales', { sites: ['101'], description }),
  );

  it('writes one ordinary rule, changes its sites, and removes it', () => {
    expectForm(limited);
    const rule = {
      id: 'sales-sites',
      description,
      when: { '!': { in: [{ var: 'site.id' }, ['101']] } },
      then: { excludeTypes: ['sales'] },
    };
    expect(findRule(limited, rule.id)).toEqual(rule);
    expect(findTypeSites(limited, 'sales')).toEqual({ rule: rule.id, sites: ['101'] });
    const wider = applyDocumentPatches(
      limited,
      setTypeSites(limited, 'sales', { sites: ['101', '119'], description: 'Other words.' }),
    );
    expect(findTypeSites(wider, 'sales')).toEqual({ rule: rule.id, sites: ['101', '119'] });
    // What somebody wrote as its description stays.
    expect(findRule(wider, rule.id)?.description).toBe(description);
    const all = applyDocumentPatches(wider, setTypeSites(wider, 'sales', { sites: undefined, description }));
    expect(all).toEqual(shipped);
  });

  it('gives the expectations of the form that name no site one that offers it, until the usual one does', () => {
    const limit = (documents: typeof shipped, sites: readonly string[] | undefined) =>
      applyDocumentPatches(documents, setTypeSites(documents, 'sales', { sites, description }));
    /** Returns the sites of the scenarios of this form alone. */
    const listSites = ({ 'scenarios.json': document }: typeof shipped) =>
      (document as unknown as ScenarioDocument).scenarios.flatMap(({ on }) =>
        on.types?.length === 1 && on.types[0] === 'sales' ? [on.site] : [],
      );
    expect(listSites(shipped)).toEqual([undefined]);
    expect(listSites(limited)).toEqual(['101']);
    const other = limit(limited, ['119']);
    expect(listSites(other)).toEqual(['119']);
    expect(listSites(limit(other, ['1', '119']))).toEqual([undefined]);
  });

  it('never changes a rule that somebody has written otherwise, and lists it', () => {
    const rules = [
      ...listRules(limited).filter(({ id }) => id !== 'sales-sites'),
      {
        id: 'sales-sites',
        description,
        when: { var: 'site.isInternational' },
        then: { excludeTypes: ['sales'] },
      },
    ];
    const own = { ...limited, 'rules.json': { rules } } as typeof shipped;
    expect(findTypeSites(own, 'sales')).toEqual({});
    expect(listOtherExclusions(own, 'sales')).toEqual(['sales-sites']);
    expect(setTypeSites(own, 'sales', { sites: undefined, description })).toEqual([]);
    const both = applyDocumentPatches(own, setTypeSites(own, 'sales', { sites: ['101'], description }));
    expectForm(both);
    expect(findTypeSites(both, 'sales').rule).toBe('sales-sites-2');
    expect(findRule(both, 'sales-sites')).toEqual(findRule(own, 'sales-sites'));
    expect(listOtherExclusions(both, 'careers')).toEqual(['site-119']);
  });
});

describe('setTypePeriod', () => {
  const set = (documents: typeof shipped, days: { readonly opens?: string; readonly closes?: string }) =>
    applyDocumentPatches(documents, setTypePeriod(documents, 'event', { ...days, description }));

  it('writes one rule over the current day, for the first day, the last one, or both', () => {
    const closing = set(shipped, { closes: '2026-12-24' });
    expectForm(closing);
    expect(findRule(closing, 'event-open')?.when).toEqual({ '>': [{ var: 'today' }, '2026-12-24'] });
    const both = set(closing, { opens: '2026-12-01', closes: '2026-12-24' });
    expectForm(both);
    expect(findTypePeriod(both, 'event')).toEqual({
      rule: 'event-open',
      opens: '2026-12-01',
      closes: '2026-12-24',
    });
    expect(findTypePeriod(set(both, { opens: '2026-12-01' }), 'event')).toEqual({
      rule: 'event-open',
      opens: '2026-12-01',
    });
    expect(set(both, {})).toEqual(shipped);
    // It stands beside a rule over the sites, whose id begins with the same key.
    const sites = applyDocumentPatches(both, setTypeSites(both, 'event', { sites: ['101'], description }));
    expectForm(sites);
    expect(findTypePeriod(sites, 'event').rule).toBe('event-open');
    expect(listOtherExclusions(sites, 'event')).toEqual([]);
  });
});

it('listRecipientRules lists the rules that can decide who gets the mail of a type', () => {
  expect(listRecipientRules(shipped, 'sales')).toEqual(['sales-offices']);
  expect(listRecipientRules(shipped, 'careers')).toEqual(['other-offices']);
});

it('setReceipt sends visitors of one form a copy of their answers, or none', () => {
  expect(hasReceipt(shipped, 'sales')).toBe(false);
  const sent = applyDocumentPatches(shipped, setReceipt(shipped, 'sales', true));
  expectForm(sent);
  expect(hasReceipt(sent, 'sales')).toBe(true);
  expect(hasReceipt(sent, 'general')).toBe(false);
  expect(applyDocumentPatches(sent, setReceipt(sent, 'sales', false))).toEqual(shipped);
});
