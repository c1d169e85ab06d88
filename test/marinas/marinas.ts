import { readFrozenDocuments } from '../support/forms.ts';

/** The marinas in content: two of one country, one of another. */
export const sampleMarinas = [
  { id: 'cowes', name: 'Cowes', names: { fr: 'Cowes (île de Wight)' }, country: 'GB', berths: 200 },
  { id: 'poole', name: 'Poole', country: 'GB', berths: 12 },
  { id: 'vannes', name: 'Vannes', country: 'FR', berths: 300 },
];

type Doc = Readonly<Record<string, unknown>>;

/** Rules that limit marinas to the chosen country, and require one if there is any. */
const marinaRules = [
  {
    id: 'marinas-of-the-country',
    description: 'A marina is one of the country that was chosen, with berths for guests.',
    then: {
      filter: {
        marina: {
          and: [
            { '==': [{ var: 'item.country' }, { var: 'values.country' }] },
            { '>': [{ var: 'item.berths' }, 20] },
          ],
        },
      },
    },
  },
  {
    id: 'marina-where-there-is-one',
    description: 'A marina is asked for where one is offered.',
    when: { var: 'options.marina' },
    then: { require: ['marina'] },
  },
];

/** Returns the frozen forms with a country and its marinas in the general type, plus `changes`. */
export function createMarinaDocuments(changes: Readonly<Record<string, unknown>> = {}): Doc {
  const all = readFrozenDocuments();
  const schema = all['forms/general/schema.json'] as {
    readonly properties: Doc;
    readonly examples: readonly Doc[];
  };
  const rules = all['rules.json'] as { readonly rules: readonly Doc[] };
  const scenarios = all['scenarios.json'] as { readonly usual: Doc; readonly scenarios: readonly Doc[] };
  const texts = all['texts/en.json'] as Doc;
  return {
    ...all,
    'lists.json': { lists: { marinas: { facts: { country: 'text', berths: 'number' } } } },
    'forms/general/schema.json': {
      ...schema,
      properties: {
        ...schema.properties,
        country: { type: 'string', title: 'Country', enum: ['GB', 'FR', 'NO'] },
        marina: { type: 'string', title: 'Marina' },
      },
    },
    'forms/general/ui.json': {
      'ui:order': ['office_location', 'country', 'marina', '*'],
      marina: { 'ui:optionSet': 'marinas' },
    },
    'rules.json': { ...rules, rules: [...rules.rules, ...marinaRules] },
    'scenarios.json': {
      ...scenarios,
      usual: { ...scenarios.usual, lists: { marinas: sampleMarinas } },
      scenarios: [],
    },
    'texts/en.json': {
      ...texts,
      'fields.country.label': 'Country',
      'fields.marina.label': 'Marina',
      'options.country.GB': 'United Kingdom',
      'options.country.FR': 'France',
      'options.country.NO': 'Norway',
      'fields.marina.problems.required': 'Choose a marina',
    },
    ...changes,
  };
}
