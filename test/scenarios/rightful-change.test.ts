import { describe, expect, it } from 'vitest';
import type { Documents } from '#engine';
import { runScenario, type ScenarioDocument } from '#engine/check/scenarios/index.ts';
import { checkDocuments } from '../cli/checking.ts';
import { compileTestForm, readShippedDocuments } from '../support/forms.ts';
import { createSchemaChecks } from './document.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape are changed here.
type Doc = any;

describe('a product owner who gives the sales form another field', () => {
  const all = withAnotherField(readShippedDocuments());
  const form = compileTestForm(all);

  it('keeps every scenario', () => {
    const document = all['scenarios.json'] as ScenarioDocument;
    const checkOf = createSchemaChecks(form);
    const broken = document.scenarios.flatMap((scenario) =>
      runScenario({ form, document, scenario, checkOf }).differences.map(({ sentence }) => sentence),
    );
    expect(broken).toEqual([]);
  });

  it('leaves `slipway check` nothing to mend', () => {
    expect(checkDocuments(all).findings).toEqual([]);
  });
});

/** Adds a field for years of sailing, which is required after sales abroad. */
function withAnotherField(documents: Documents): Documents {
  const all: Doc = { ...documents };
  const change = (file: string, changed: (before: Doc) => Doc) => {
    all[file] = changed(all[file]);
  };
  change('forms/sales/schema.json', (schema) => ({
    ...schema,
    properties: {
      ...schema.properties,
      years_afloat: { title: 'Years afloat', description: 'Whole years.', type: 'string', maxLength: 3 },
    },
    examples: schema.examples.map((example: Doc) => ({ ...example, years_afloat: '12' })),
  }));
  change('forms/sales/ui.json', (ui) => ({ ...ui, 'ui:order': [...ui['ui:order'], 'years_afloat'] }));
  const labels: Readonly<Record<string, readonly [label: string, required: string]>> = {
    en: ['Years afloat', 'Tell us how many years you have sailed'],
    de: ['Jahre auf See', 'Sagen Sie uns, wie viele Jahre Sie segeln'],
    fr: ['Années en mer', 'Dites-nous depuis combien d’années vous naviguez'],
    ar: ['سنوات الإبحار', 'أخبرنا منذ كم سنة تبحر'],
  };
  for (const [locale, [label, required]] of Object.entries(labels))
    change(`texts/${locale}.json`, (texts) => ({
      ...texts,
      'fields.years_afloat.label': label,
      'fields.years_afloat.problems.required': required,
    }));
  const onSales = { '==': [{ var: 'type' }, 'sales'] };
  const abroad = { var: 'site.isInternational' };
  change('rules.json', ({ rules, ...rest }) => ({
    ...rest,
    rules: [
      ...rules,
      {
        id: 'years-afloat-at-home',
        description: 'At home nobody is asked how long they have sailed.',
        when: { and: [onSales, { '!': abroad }] },
        then: { hide: ['years_afloat'] },
      },
      {
        id: 'years-afloat-abroad',
        description: 'Abroad a sales office wants to know how long somebody has sailed.',
        when: { and: [onSales, abroad] },
        then: { require: ['years_afloat'] },
      },
    ],
  }));
  change('scenarios.json', ({ scenarios, ...rest }) => ({
    ...rest,
    scenarios: [
      ...scenarios,
      {
        name: 'Abroad a sales enquiry tells how long somebody has sailed',
        on: { type: 'sales', international: true },
        expect: { shown: ['years_afloat'], required: ['years_afloat'] },
      },
      {
        name: 'At home it does not ask',
        on: { type: 'sales' },
        expect: { hidden: ['years_afloat'] },
      },
    ],
  }));
  return all;
}
