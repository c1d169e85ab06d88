import type { Documents, Values } from '#engine';
import {
  choicesOf,
  dependentsOf,
  fallbackLocale,
  fieldText,
  inTurn,
  localesOf,
  type OutlineField,
  type OutlineType,
  type Patch,
  type Reach,
  setChoices,
  setChoiceTexts,
  setFieldText,
  setKeyword,
  setRequired,
  setUiOption,
  wholeSchema,
  wholeUi,
} from '#engine/editing/index.ts';

export interface Edited {
  readonly type: OutlineType;
  readonly field: OutlineField;
  readonly reach: Reach;
}

/** The JSON Schema keyword of each property that sets one. */
export const keywords: Readonly<Record<string, string>> = {
  min_length: 'minLength',
  max_length: 'maxLength',
  minimum: 'minimum',
  maximum: 'maximum',
  earliest: 'formatMinimum',
  latest: 'formatMaximum',
  min_items: 'minItems',
  max_items: 'maxItems',
  format: 'format',
  pattern: 'pattern',
};

/** The UI schema option of each property that sets one. */
const options: Readonly<Record<string, string>> = {
  drawn_choice: 'ui:widget',
  drawn_yes_no: 'ui:widget',
  drawn_number: 'ui:widget',
  drawn_date: 'ui:widget',
  content_list: 'ui:optionSet',
  autocomplete: 'ui:autocomplete',
};

/** The default widget of each kind of field. */
const drawnByItself: Readonly<Record<string, string>> = {
  drawn_choice: 'select',
  drawn_yes_no: 'checkbox',
  drawn_number: 'number',
  drawn_date: 'date',
};

export const parts = ['label', 'hint', 'placeholder'] as const;

/** Returns the answers of the panel for a field in the documents. */
export function answersOf(documents: Documents, { type, field, reach }: Edited): Values {
  const place = { type: type.key, field: field.name };
  const schema = wholeSchema(documents, type.folder, field.name);
  const ui = wholeUi(documents, type.folder, field.name);
  const values = {
    enquiry_type: 1,
    kind: field.kind,
    is_shared: field.sharedWith.length > 0,
    reach,
    ...wordsOf(documents, { type, field }, fallbackLocale(documents)),
    label: field.label,
    required: field.isRequired,
    choices: choicesOf(documents, place)
      .map(({ label }) => label)
      .join('\n'),
    whole: schema.type === 'integer',
    wide: ui['ui:wide'] === true,
    ...Object.fromEntries(Object.entries(keywords).map(([name, keyword]) => [name, schema[keyword]])),
    ...Object.fromEntries(
      Object.entries(options).map(([name, option]) => [name, ui[option] ?? drawnByItself[name]]),
    ),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

/** Returns the texts of a field in a language, as answers of the panel. */
export function wordsOf(
  documents: Documents,
  { type, field }: Pick<Edited, 'type' | 'field'>,
  locale: string,
): Readonly<Record<string, string>> {
  const place = { type: type.key, field: field.name };
  const found = parts.map((part) => [part, fieldText(documents, place, { part, locale })?.text] as const);
  const choices = choicesOf(documents, place, locale);
  const words = Object.fromEntries(found.filter(([, text]) => text !== undefined)) as Record<string, string>;
  const isSaid = choices.some(({ label }) => label !== '');
  return { ...words, ...(isSaid && { choices: choices.map(({ label }) => label).join('\n') }) };
}

/** Returns the patches for a changed answer of the panel. */
export function patchesOf(
  documents: Documents,
  edited: Edited,
  { name, value, settled }: { readonly name: string; readonly value: unknown; readonly settled: Documents },
): readonly Patch[] {
  const place = { type: edited.type.key, field: edited.field.name };
  const text = typeof value === 'string' ? value : '';
  const reach = edited.field.sharedWith.length > 0 ? edited.reach : 'all';
  const part = parts.find((one) => one === name);
  if (part) return setFieldText(documents, place, { part, locale: fallbackLocale(documents), text, reach });
  if (name === 'required') return setRequired(documents, place, value === true);
  if (name === 'choices') return choicePatches(documents, edited, { text, settled });
  if (name === 'wide')
    return setUiOption(documents, place, { option: 'ui:wide', value: value === true || undefined });
  if (name === 'whole')
    return setKeyword(documents, place, {
      keyword: 'type',
      value: value === true ? 'integer' : 'number',
      reach,
    });
  const keyword = keywords[name];
  const isSaid = typeof value === 'number' || text !== '';
  if (keyword)
    return setKeyword(documents, place, { keyword, value: isSaid ? (value as string) : undefined, reach });
  const option = options[name];
  if (option === undefined) return [];
  // The default is not written, unless the shared UI schema sets another value.
  const isNeedless =
    text === drawnByItself[name] &&
    documents['ui.json'] !== undefined &&
    !sharedSays(documents, edited, option);
  return setUiOption(documents, place, { option, value: isNeedless || text === '' ? undefined : text });
}

function sharedSays(documents: Documents, { field }: Edited, option: string): boolean {
  const shared = (documents['ui.json'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[
    field.name
  ];
  return shared?.[option] !== undefined;
}

/**
 * Splits the text of choices into lines and cells. Cells are separated by tabs and contain one language each.
 */
export function linesOf(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
}

/** Returns the patches for choices, one per line. A pasted table contains them in all languages. */
function choicePatches(
  documents: Documents,
  { type, field, reach }: Edited,
  { text, settled }: { readonly text: string; readonly settled: Documents },
): readonly Patch[] {
  const place = { type: type.key, field: field.name };
  const lines = linesOf(text);
  const isKept = settledValues(documents, settled, { type, field });
  return inTurn(
    documents,
    (made) =>
      setChoices(
        made,
        place,
        lines.map(([first = '']) => first),
        { isSettled: isKept, reach: field.definition === undefined ? 'own' : reach },
      ),
    ...localesOf(documents)
      .slice(1)
      .map((locale, index) => (made: Documents) => {
        const labels = lines.map((cells) => cells[index + 1] ?? '');
        return labels.every((label) => label === '') ? [] : setChoiceTexts(made, place, { locale, labels });
      }),
  );
}

/**
 * Returns a predicate for values that must not change, because they are published or named by a rule or a
 * scenario.
 */
function settledValues(
  documents: Documents,
  published: Documents,
  { type, field }: Pick<Edited, 'type' | 'field'>,
): (value: string | number) => boolean {
  const place = { type: type.key, field: field.name };
  const known = new Set(choicesOf(published, place).map(({ value }) => value));
  const { rules, scenarios } = dependentsOf(documents, place);
  const isNamed = rules.length + scenarios.length > 0;
  const naming = isNamed ? JSON.stringify([documents['rules.json'], documents['scenarios.json']]) : '';
  return (value) => known.has(value) || naming.includes(JSON.stringify(value));
}
