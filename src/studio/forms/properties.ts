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

/** A field as the panel edits it. */
export interface Edited {
  readonly type: OutlineType;
  readonly field: OutlineField;
  readonly reach: Reach;
}

/** Properties that are a keyword of the field's schema. */
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

/** Properties that are an option of how the field is drawn. */
const options: Readonly<Record<string, string>> = {
  drawn_choice: 'ui:widget',
  drawn_yes_no: 'ui:widget',
  drawn_number: 'ui:widget',
  drawn_date: 'ui:widget',
  content_list: 'ui:optionSet',
  autocomplete: 'ui:autocomplete',
};

/** What a field is drawn as that says nothing of it. */
const drawnByItself: Readonly<Record<string, string>> = {
  drawn_choice: 'select',
  drawn_yes_no: 'checkbox',
  drawn_number: 'number',
  drawn_date: 'date',
};

/** The parts of a field's words. */
export const parts = ['label', 'hint', 'placeholder'] as const;

/** What the documents say of a field, as answers of the panel. */
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

/** The words of a field in a language, as answers of the panel. */
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

/** What an answer of the panel changes in the documents. */
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
  // What it is drawn as anyway is not said, unless all other types say otherwise.
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

/** The lines of a text of choices: what stands between tabs are languages. */
export function linesOf(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
}

/** Choices one a line; a table that is pasted has them in every language. */
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

/** Values that are published, or that a rule or a scenario names: answers with them are kept somewhere. */
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
