import { describe, expect, it } from 'vitest';
import { changeFrozenDocuments, checkDocuments, type DocumentChanges } from '../../../test/cli/checking.ts';
import { compileTestForm, readFrozenDocuments, readShippedDocuments } from '../../../test/support/forms.ts';
import { evaluateCondition } from '../../conditions/condition.ts';
import { createSentenceRenderer, sentenceToText } from '../../rules/sentences/index.ts';
import { findRuleConflicts, resolveWithoutRule } from '../index.ts';
import { getPlanFacts } from './part-log.ts';

const all = readShippedDocuments();
const form = compileTestForm(all);
const { reach, situations } = checkDocuments(all);
const words = createSentenceRenderer({ form, documents: all, locale: 'en' });
const withRule = (rule: object): DocumentChanges => ({
  'rules.json': (doc) => doc.rules.push({ id: 'planted', description: 'A planted rule.', ...rule }),
});

describe('where a rule applies', () => {
  it('is counted of the situations of the types that it concerns', () => {
    expect(reach['one-photo']).toMatchObject({
      byType: { service: { holds: situations.service, of: situations.service } },
    });
    expect(Object.keys(reach['one-photo']?.byType ?? {})).toEqual(['service']);
    const { modal, 'site-119': site } = reach;
    expect(Object.keys(modal?.byType ?? {})).toEqual(form.types.map(({ key }) => key));
    expect(modal?.of).toBe(Object.values(modal?.byType ?? {}).reduce((sum, { of }) => sum + of, 0));
    // A page is inline, a landing page or a modal, and everything else is crossed with that.
    expect(modal?.holds).toBe((modal?.of ?? 0) / 3);
    expect(Object.keys(site?.byType ?? {})).toEqual(['']);
    expect(site?.byType['']?.of).toBe(situations['']);
  });

  it.each(form.rules)(
    '$id is shown by an example in which it holds, and without it something changes',
    (rule) => {
      const example = reach[rule.id]?.example;
      expect(example).toBeDefined();
      if (example === undefined) return;
      const { situation, now, without } = resolveWithoutRule({ form, documents: all, id: rule.id }, example);
      expect(evaluateCondition(rule.when, getPlanFacts(situation, now))).toBe(true);
      const changes = words.changes(now, without);
      expect(changes).not.toEqual([]);
      for (const change of changes)
        expect(sentenceToText(change.now ?? [])).not.toBe(sentenceToText(change.other ?? []));
    },
  );

  it('is the smallest situation, in words that a page can be made of', () => {
    expect(reach.modal?.example?.on).toMatchObject({ placement: 'modal' });
    expect(reach.modal?.example?.on).not.toHaveProperty('site');
    expect(reach['site-119']?.example?.on).toMatchObject({ site: '119' });
  });

  it('has no example for a rule that never holds', () => {
    const when = { and: [{ var: 'page.inModal' }, { '!': { var: 'page.inModal' } }] };
    const { planted } = checkDocuments(
      changeFrozenDocuments(withRule({ when, then: { hide: ['phone'] } })),
    ).reach;
    expect(planted).toMatchObject({ holds: 0 });
    expect(planted).not.toHaveProperty('example');
  });
});

describe('without a rule', () => {
  const describeChanges = (id: string) => {
    const example = reach[id]?.example ?? { on: {} };
    const { now, without } = resolveWithoutRule({ form, documents: all, id }, example);
    return words
      .changes(now, without)
      .map(({ about, now: is, other }) => [about, sentenceToText(is ?? []), sentenceToText(other ?? [])]);
  };

  it('what would change is said in words', () => {
    expect(describeChanges('office-required')).toContainEqual([
      'fields.office_location.required',
      '“Office” is required',
      '“Office” is optional',
    ]);
    expect(describeChanges('one-photo')).toEqual([
      [
        'fields.upload.limits',
        expect.stringContaining('“Photo” takes at most 1 file'),
        expect.not.stringContaining('at most 1 file'),
      ],
    ]);
    expect(describeChanges('site-119').map(([about]) => about)).toContain('excludedTypes.careers');
  });

  it('the rule holds again in whose place it stood', () => {
    const rule = {
      when: { '==': [{ var: 'type' }, 'service'] },
      then: { limit: { upload: { count: 2 } } },
      insteadOf: 'one-photo',
    };
    const more = changeFrozenDocuments(withRule(rule));
    const its = compileTestForm(more);
    const { now, without } = resolveWithoutRule(
      { form: its, documents: more, id: 'planted' },
      { on: { type: 'service' } },
    );
    const countOf = (plan: typeof now) => plan.fields.find(({ name }) => name === 'upload')?.limits?.count;
    expect([countOf(now), countOf(without)]).toEqual([2, 1]);
  });
});

describe('rules that conflict', () => {
  it('are named, with what both give and where', () => {
    const rule = { when: { var: 'page.inModal' }, then: { bound: { year: { minimum: 1950 } } } };
    const conflicts = findRuleConflicts({
      form: compileTestForm(),
      documents: changeFrozenDocuments(withRule(rule)),
      id: 'planted',
    });
    expect(conflicts).toEqual([
      {
        ruleId: 'year',
        effect: 'bound',
        field: 'year',
        where: expect.stringContaining('page.inModal is true'),
        facts: { 'page.inModal': true, type: 'valuation' },
      },
    ]);
    expect(
      findRuleConflicts({ form: compileTestForm(), documents: readFrozenDocuments(), id: 'year' }),
    ).toEqual([]);
  });
});
