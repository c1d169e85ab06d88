import { readFrozenDocuments } from '../support/forms.ts';

type Doc = Readonly<Record<string, unknown>>;

export const valuationSteps = [
  {
    name: 'boat',
    fields: ['office_location', 'boat_make', 'boat_model', 'hin_number', 'year', 'boat_location'],
  },
  {
    name: 'condition',
    fields: [
      'tax_paid_status',
      'engine_hours',
      'generator_hours',
      'condition_of_boat',
      'additional_information',
    ],
  },
  { name: 'photos', fields: ['upload'] },
  { name: 'you', fields: ['name', 'email', 'phone', 'address', 'accept_term'] },
];

/** Texts that differ by language, so that tests see which language was used. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    'boat.title': 'Your boat',
    'condition.title': 'Its condition',
    'condition.text': 'As you would describe it to a friend.',
    'photos.title': 'Photos',
    'you.title': 'About you',
  },
  ar: {
    'boat.title': 'قاربك',
    'condition.title': 'حالته',
    'photos.title': 'الصور',
    'you.title': 'عنك',
  },
};

/** Returns the frozen forms with steps in the valuation, plus `changes`. */
export function createStepDocuments(
  changes: Readonly<Record<string, unknown>> = {},
  steps: readonly unknown[] = valuationSteps,
): Doc {
  const all = readFrozenDocuments();
  const withWords = (locale: string) => {
    const file = `texts/${locale}.json`;
    const own = Object.entries(words[locale] ?? {}).map(([key, text]) => [`steps.${key}`, text]);
    return [file, { ...(all[file] as Doc), ...Object.fromEntries(own) }];
  };
  return {
    ...all,
    ...Object.fromEntries(Object.keys(words).map(withWords)),
    'forms/valuation/ui.json': { ...(all['forms/valuation/ui.json'] as Doc), 'ui:steps': steps },
    ...changes,
  };
}

/** Returns the documents with further rules at the end. */
export function addRules(rules: readonly unknown[], all: Doc = createStepDocuments()): Doc {
  const document = all['rules.json'] as { readonly rules: readonly unknown[] };
  return { ...all, 'rules.json': { ...document, rules: [...document.rules, ...rules] } };
}
