import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '#engine/compile/index.ts';
import { createReport } from '#engine/compile/report.ts';
import { compileRules, type RuleSource } from '#engine/compile/rules.ts';
import { compileTestForm, readFrozenDocuments, readShippedDocuments } from '../../../test/support/forms.ts';
import { arbitraryRuleSource, documentsOfEveryKind } from '../../../test/support/generated-rules.ts';
import { generateRuleMutants } from '../../check/rules/mutants.ts';
import { type ScenarioDocument, toScenarioSituation } from '../../check/scenarios/index.ts';
import { findCommonSituation } from '../../conditions/situation-space.ts';
import { optionSetNames } from '../../model/option-sets.ts';
import type { Condition, Documents, Rule } from '../../model/types.ts';
import { resolve } from '../../resolve/resolve.ts';
import { createSentenceRenderer, type SentenceRenderer, sentenceToText } from './index.ts';
import type { NamedContentItem } from './names.ts';

const content = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../src/site/content/${name}.json`, import.meta.url), 'utf8'),
  ) as NamedContentItem[];
const sites = content('sites');
const enquiryTypes = content('enquiry-types');

const every = documentsOfEveryKind();
const form = compileTestForm(every);
const locales = ['en', 'de', 'fr', 'ar'];
const renderers = locales.map((locale) =>
  createSentenceRenderer({ form, documents: every, content: { sites }, locale }),
);
const [english] = renderers as [SentenceRenderer];

/** Generated rules that compile; the generator gives few others. */
function compiling(source: RuleSource): Rule | undefined {
  const report = createReport();
  const own = (readFrozenDocuments()['rules.json'] as { rules: RuleSource[] }).rules;
  const rules = compileRules(
    source.insteadOf === undefined ? [source] : [source, ...own.filter(({ id }) => id === source.insteadOf)],
    { types: form.types, optionSets: optionSetNames, lists: {} },
    { file: 'rules.json', path: ['rules'] },
    report,
  );
  return report.problems.length === 0 ? rules.find(({ id }) => id === source.id) : undefined;
}

const generated = fc
  .sample(arbitraryRuleSource, { numRuns: 120, seed: 13 })
  .flatMap((source) => {
    const rule = compiling(source);
    return rule === undefined ? [] : [{ source, rule }];
  })
  .slice(0, 60);

describe('rules in sentences', () => {
  const shipped = readShippedDocuments();
  const rules = (shipped['rules.json'] as { rules: RuleSource[] }).rules;

  it.each(['en', 'de'])('says each of ours: %s', async (locale) => {
    const described = { form: compileTestForm(shipped), documents: shipped, locale };
    const words = createSentenceRenderer({ ...described, content: { sites, enquiryTypes } });
    const lines = rules.map((rule) => `${rule.id}\n  ${sentenceToText(words.rule(rule))}\n`);
    await expect(lines.join('')).toMatchFileSnapshot(
      fileURLToPath(new URL(`said/${locale}.txt`, import.meta.url)),
    );
  });

  it.each([
    [
      { when: { '!': { in: [{ var: 'site.id' }, ['119', 101]] } }, then: { hide: ['phone'] } },
      '“Phone number” is shown only on Trevarrow Solent and Trevarrow.',
    ],
    [
      {
        when: { and: [{ '==': [{ var: 'type' }, 'sales'] }, { '!=': [{ var: 'site.id' }, '119'] }] },
        then: { hide: ['phone'] },
      },
      'For Sales enquiry, “Phone number” is shown only on Trevarrow Solent.',
    ],
    [
      {
        when: {
          some: [
            { var: 'values.crew' },
            { '>': [{ var: 'born' }, { '+': [{ var: 'today' }, -18, 'years'] }] },
          ],
        },
        then: { require: ['phone'] },
      },
      '“Phone number” is required when “Crew” has an entry whose “Birthday” is after 18 years before today.',
    ],
    [
      {
        when: { '!': { and: [{ var: 'values.skipper' }, { '>=': [{ var: 'values.guests' }, 3] }] } },
        then: { preset: { rig: 'ketch' } },
      },
      '“Rig” is filled in with “ketch” when “With a skipper” is not ticked or “Guests” is not at least 3.',
    ],
    [
      {
        then: {
          calculate: { total: { '*': [{ var: 'values.guests' }, { '+': [{ var: 'values.children' }, 2] }] } },
        },
        insteadOf: 'modal',
      },
      '“All on board” is calculated as “Guests” × (“Children” + 2). This replaces the rule “In a modal neither the enquiry type nor the office can be chosen”.',
    ],
    [
      {
        then: {
          eligible: {
            and: [
              { var: 'office.email' },
              { '==': [{ var: 'site.id' }, { var: 'office.site.id' }] },
              { var: 'page.inModal' },
            ],
          },
        },
      },
      'Only offices that have an email address, whose site is the site and where the form is in a dialog receive enquiries.',
    ],
  ])('says %j', (rule, text) => {
    expect(sentenceToText(english.rule({ id: 'planted', ...rule }))).toBe(text);
  });

  it('names what it speaks of, so that it can be linked', () => {
    const rule = { id: 'planted', when: { '==': [{ var: 'type' }, 'sales'] }, then: { hide: ['phone'] } };
    expect(english.rule(rule)).toEqual([
      { kind: 'field', id: 'phone', label: 'Phone number', said: '“Phone number”' },
      ' is hidden for ',
      { kind: 'type', id: 'sales', label: 'Sales enquiry' },
      '.',
    ]);
  });

  it('says 60 generated rules without a key, in every language, as they are written and as they are compiled', () => {
    expect(generated).toHaveLength(60);
    for (const { source, rule } of generated) {
      for (const words of renderers) {
        const text = sentenceToText(words.rule(source));
        expect(text).not.toMatch(
          /undefined|null|\[object|[{}]|\bNaN\b|[a-z]_[a-z]|\b(?:values|office|page|site|item|options|candidate)\.\w/,
        );
        expect(text).not.toContain(sentenceToText(words.condition(undefined)));
        if (source.insteadOf === undefined)
          expect(sentenceToText(words.rule({ ...rule, then: source.then }))).toBe(text);
      }
    }
  });

  it('says situations and conflicts without a key, in every language', () => {
    const on = fc.record(
      {
        site: fc.constantFrom('119', 204),
        international: fc.boolean(),
        placement: fc.constantFrom('inline' as const, 'modal' as const, 'landing' as const),
        type: fc.constantFrom('sales', 'service'),
        types: fc.constant(['valuation']),
        selectedOffice: fc.constantFrom('poole', null),
        eventTitle: fc.constantFrom('Open day', null),
        today: fc.constant('2028-02-29'),
        entered: fc.record(
          {
            rig: fc.constantFrom('ketch', null),
            skipper: fc.boolean(),
            guests: fc.integer({ min: 0, max: 40 }),
            crew: fc.constant([{ age: 3 }]),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    const facts = fc.dictionary(
      fc.constantFrom('type', 'site.id', 'page.inModal', 'page.eventTitle', 'values.rig', 'values.skipper'),
      fc.constantFrom<unknown>('sales', true, null, ''),
    );
    const keys = /undefined|null|\[object|[{}]|[a-z]_[a-z]|\b(?:values|page|site)\.\w|poole/;
    fc.assert(
      fc.property(on, facts, (situation, met) => {
        for (const words of renderers) {
          const conflict = {
            ruleId: 'modal',
            effect: 'preset',
            field: 'rig',
            where: '',
            facts: met,
          } as const;
          for (const described of [words.situation(situation), words.conflict(conflict)]) {
            expect(sentenceToText(described)).not.toMatch(keys);
            expect(sentenceToText(described).length).toBeGreaterThan(10);
          }
        }
      }),
    );
  });

  it.each([
    [{}, 'For example when everything is as usual.'],
    [
      { site: '119', placement: 'modal', type: 'sales', entered: { skipper: true, rig: null } },
      'For example when the site is Trevarrow Solent, the form is in a dialog, the enquiry type is Sales enquiry, “With a skipper” is ticked and “Rig” is empty.',
    ],
  ] as const)('says the situation %j', (on, text) => {
    expect(sentenceToText(english.situation(on))).toBe(text);
  });

  it('says otherwise what means something else', () => {
    for (const { source, rule } of generated) {
      const described = sentenceToText(english.rule(rule));
      for (const { rule: mutant, words } of generateRuleMutants(rule)) {
        if (sentenceToText(english.rule(mutant)) !== described) continue;
        expect({ words, source, then: mutant.then }).toEqual({ words, source, then: rule.then });
        expect({ words, source, same: holdTogether(rule.when, mutant.when) }).toMatchObject({ same: true });
      }
    }
  });

  it('never throws, whatever stands in a rule', () => {
    const leaf = fc.oneof(fc.jsonValue(), fc.constantFrom('values.crew', 'each.age', 'type', 'item.value'));
    const node = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.dictionary(
          fc.constantFrom(
            'var',
            'and',
            'or',
            '!',
            'some',
            'all',
            '==',
            'in',
            '<',
            '+',
            'days',
            'odd',
            'valueOf',
          ),
          fc.oneof(tie('node'), fc.array(tie('node'), { maxLength: 3 })),
          { maxKeys: 2 },
        ),
      ),
    })).node;
    const effect = fc.constantFrom(
      'hide',
      'offer',
      'filter',
      'preset',
      'calculate',
      'limit',
      'bound',
      'label',
      'odd',
      'constructor',
      'recipient',
      'destinations',
    );
    fc.assert(
      fc.property(fc.option(node, { nil: undefined }), fc.dictionary(effect, node), (one, other) => {
        const { when, then } = JSON.parse(JSON.stringify({ when: one, then: other }));
        expect(sentenceToText(english.rule({ id: 'planted', when, then }))).not.toContain('undefined');
      }),
    );
  });
});

/** True if two conditions are true in the same situations, as far as the search can find out. */
function holdTogether(one: Condition | undefined, other: Condition | undefined): boolean {
  const always: Condition = { '!': [false] };
  const [left, right] = [one ?? always, other ?? always];
  return [
    [left, { '!': [right] }],
    [right, { '!': [left] }],
  ].every((apart) => findCommonSituation(apart, form.types) === 'none');
}

describe('reasons of a plan', () => {
  const all = readFrozenDocuments();
  const frozen = compileTestForm(all);
  const words = createSentenceRenderer({ form: frozen, documents: all, locale: 'en' });
  const planOn = (on: object) =>
    resolve(frozen, toScenarioSituation(frozen, all['scenarios.json'] as ScenarioDocument, on));

  it('name the rules that decided, or the form itself', () => {
    const { fields, section, excludedTypes } = words.reasons(planOn({ type: 'service', site: '119' }));
    const described = (name: string) => fields[name]?.map(({ sentence }) => sentenceToText(sentence));
    expect(sentenceToText(section.sentence)).toBe('The form is shown.');
    expect(sentenceToText(excludedTypes.careers?.sentence ?? [])).toBe(
      'Careers enquiry is not offered, because of “Site 119 offers neither careers nor valuation”.',
    );
    expect(described('office_location')?.slice(0, 2)).toEqual([
      '“Office” is shown.',
      '“Office” is required, because of “Where the office select is shown, an office has to be chosen”.',
    ]);
    expect(fields.upload?.find(({ about }) => about === 'limits')?.rules.map(({ id }) => id)).toEqual([
      'one-photo',
      'photos',
    ]);
  });

  it('leave out a bound that waits for another answer', () => {
    const bound = (rule: object): Documents => {
      const source = documentsOfEveryKind();
      const { rules } = source['rules.json'] as { readonly rules: readonly object[] };
      const added = { id: 'not-before', description: 'Not before it begins', then: { bound: rule } };
      return { ...source, 'rules.json': { ...Object(source['rules.json']), rules: [...rules, added] } };
    };
    const dayAfter = { end: { minimum: { '+': [{ var: 'values.start' }, 1, 'days'] } } };
    const source = bound(dayAfter);
    const bounded = compileTestForm(source);
    const scenarios = source['scenarios.json'] as ScenarioDocument;
    for (const locale of locales) {
      const speaking = createSentenceRenderer({ form: bounded, documents: source, locale });
      const about = (entered: Readonly<Record<string, unknown>>) => {
        const on = { type: 'sales', entered };
        const { fields } = speaking.reasons(resolve(bounded, toScenarioSituation(bounded, scenarios, on)));
        return fields.end?.map((reason) => reason.about);
      };
      expect(about({})).toEqual(['visibility', 'required']);
      expect(about({ start: '2030-06-01' })).toEqual(['visibility', 'required', 'bounds']);
    }
  });

  it('speak of nothing that is hidden but that it is', () => {
    const { fields } = words.reasons(planOn({ placement: 'modal' }));
    expect(fields.office_location?.map(({ sentence }) => sentenceToText(sentence))).toEqual([
      '“Office” is hidden, because of “In a modal neither the enquiry type nor the office can be chosen”.',
    ]);
  });
});

it('documents of every kind compile', () => {
  expect(compile(every)).toMatchObject({ ok: true });
});
