import type { Documents, Values } from '#engine';
import {
  acceptsOtherChoice,
  chainEdits,
  findDependents,
  findFieldTextEntry,
  getFallbackLocale,
  getWholeSchema,
  getWholeUi,
  listSchemaChoices,
  listTextLocales,
  type OutlineField,
  type OutlineType,
  type Patch,
  type SharedEditScope,
  setAcceptsOther,
  setChoices,
  setChoiceTexts,
  setFieldText,
  setKeyword,
  setRequired,
  setUiOption,
} from '#engine/editing/index.ts';

/** A field that is edited in its panel. */
export interface EditedField {
  readonly type: OutlineType;
  readonly field: OutlineField;
  /**
   * Selects whether an edit of a shared field's texts, keywords or choices applies to all types that have it
   * (`all`) or to this type (`own`). Other edits ignore it.
   */
  readonly reach: SharedEditScope;
}

/** The JSON Schema keyword of each property that sets one. */
export const propertyKeywords: Readonly<Record<string, string>> = {
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
const propertyOptions: Readonly<Record<string, string>> = {
  drawn_choice: 'ui:widget',
  drawn_choices: 'ui:widget',
  drawn_photos: 'ui:widget',
  drawn_yes_no: 'ui:widget',
  drawn_number: 'ui:widget',
  drawn_date: 'ui:widget',
  content_list: 'ui:optionSet',
  autocomplete: 'ui:autocomplete',
};

/** The widget of each property that is used if the UI schema sets none. */
const defaultWidgets: Readonly<Record<string, string>> = {
  drawn_choice: 'select',
  drawn_choices: 'checkboxes',
  drawn_photos: 'photos',
  drawn_yes_no: 'checkbox',
  drawn_number: 'number',
  drawn_date: 'date',
};

/** The texts of a field that the panel edits. */
export const textParts = ['label', 'hint', 'placeholder'] as const;

/**
 * Returns the values of the property panel for a field, with texts in the fallback language. A widget that is
 * not set has its default; other properties without a value are absent.
 */
export function toPanelAnswers(documents: Documents, { type, field, reach }: EditedField): Values {
  const place = { type: type.key, field: field.name };
  const schema = getWholeSchema(documents, type.folder, field.name);
  const ui = getWholeUi(documents, type.folder, field.name);
  const values = {
    enquiry_type: 1,
    kind: field.kind,
    is_shared: field.sharedWith.length > 0,
    is_nested: field.name.includes('.'),
    reach,
    ...toTextAnswers(documents, { type, field }, getFallbackLocale(documents)),
    label: field.label,
    required: field.isRequired,
    choices: listSchemaChoices(documents, place)
      .map(({ label }) => label)
      .join('\n'),
    whole: schema.type === 'integer',
    wide: ui['ui:wide'] === true,
    prefill: ui['ui:prefill'] === true,
    other: acceptsOtherChoice(documents, place),
    ...Object.fromEntries(Object.entries(propertyKeywords).map(([name, keyword]) => [name, schema[keyword]])),
    ...Object.fromEntries(
      Object.entries(propertyOptions).map(([name, option]) => [name, ui[option] ?? defaultWidgets[name]]),
    ),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

/**
 * Returns the label, hint, placeholder and choices of a field in one language, as far as they exist.
 * `choices` has one label per line, empty where one is missing.
 */
export function toTextAnswers(
  documents: Documents,
  { type, field }: Pick<EditedField, 'type' | 'field'>,
  locale: string,
): Readonly<Record<string, string>> {
  const place = { type: type.key, field: field.name };
  const found = textParts.map(
    (part) => [part, findFieldTextEntry(documents, place, { part, locale })?.text] as const,
  );
  const choices = listSchemaChoices(documents, place, locale);
  const words = Object.fromEntries(found.filter(([, text]) => text !== undefined)) as Record<string, string>;
  const hasLabels = choices.some(({ label }) => label !== '');
  return { ...words, ...(hasLabels && { choices: choices.map(({ label }) => label).join('\n') }) };
}

/**
 * Returns the patches that set a property of a field, or remove it if the value is empty; empty for an
 * unknown property. The default widget is removed too, unless `ui.json` sets that option or does not exist:
 * then it is written. `required` and UI options ignore `reach`. Choices that are published (`settled`) keep
 * their values, and so do those that rules or scenarios name.
 */
export function toPropertyPatches(
  documents: Documents,
  edited: EditedField,
  { name, value, settled }: { readonly name: string; readonly value: unknown; readonly settled: Documents },
): readonly Patch[] {
  const place = { type: edited.type.key, field: edited.field.name };
  const text = typeof value === 'string' ? value : '';
  const reach = edited.field.sharedWith.length > 0 ? edited.reach : 'all';
  const part = textParts.find((one) => one === name);
  if (part)
    return setFieldText(documents, place, { part, locale: getFallbackLocale(documents), text, reach });
  if (name === 'required') return setRequired(documents, place, value === true);
  if (name === 'choices') return toChoicePatches(documents, edited, { text, settled });
  if (name === 'other')
    return setAcceptsOther(
      documents,
      place,
      value === true,
      edited.field.definition === undefined ? 'own' : reach,
    );
  if (name === 'wide' || name === 'prefill')
    return setUiOption(documents, place, { option: `ui:${name}`, value: value === true || undefined });
  if (name === 'whole')
    return setKeyword(documents, place, {
      keyword: 'type',
      value: value === true ? 'integer' : 'number',
      reach,
    });
  const keyword = propertyKeywords[name];
  const isGiven = typeof value === 'number' || text !== '';
  if (keyword)
    return setKeyword(documents, place, { keyword, value: isGiven ? (value as string) : undefined, reach });
  const option = propertyOptions[name];
  if (option === undefined) return [];
  // The default is not written, unless the shared UI schema sets another value, or "Other…" needs it.
  const isNeedless =
    text === defaultWidgets[name] &&
    !acceptsOtherChoice(documents, place) &&
    documents['ui.json'] !== undefined &&
    !isSetBySharedUi(documents, edited, option);
  return setUiOption(documents, place, { option, value: isNeedless || text === '' ? undefined : text });
}

/**
 * Returns true if the UI schema of all forms (`ui.json`) sets an option of a field. Throws if there is no
 * such document.
 */
function isSetBySharedUi(documents: Documents, { field }: EditedField, option: string): boolean {
  const shared = (documents['ui.json'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[
    field.name
  ];
  return shared?.[option] !== undefined;
}

/**
 * Splits the text of choices into lines, and each line into cells by tabs. Each cell is the label in one
 * language. Empty lines are omitted.
 */
export function parseChoiceLines(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
}

/**
 * Returns the patches that set the choices of a field, one per line. The first cell of a line is the label in
 * the fallback language, further cells are those in the other languages. A language without any cell does not
 * change.
 */
function toChoicePatches(
  documents: Documents,
  { type, field, reach }: EditedField,
  { text, settled }: { readonly text: string; readonly settled: Documents },
): readonly Patch[] {
  const place = { type: type.key, field: field.name };
  const lines = parseChoiceLines(text);
  const isFixedChoice = createFixedChoiceTest(documents, settled, { type, field });
  return chainEdits(
    documents,
    (made) =>
      setChoices(
        made,
        place,
        lines.map(([first = '']) => first),
        { isSettled: isFixedChoice, reach: field.definition === undefined ? 'own' : reach },
      ),
    ...listTextLocales(documents)
      .slice(1)
      .map((locale, index) => (made: Documents) => {
        const labels = lines.map((cells) => cells[index + 1] ?? '');
        return labels.every((label) => label === '') ? [] : setChoiceTexts(made, place, { locale, labels });
      }),
  );
}

/**
 * Returns a function that returns true for a value of a choice that must not change: it is published, or the
 * field has rules or scenarios and the value occurs anywhere in those documents.
 */
function createFixedChoiceTest(
  documents: Documents,
  published: Documents,
  { type, field }: Pick<EditedField, 'type' | 'field'>,
): (value: string | number) => boolean {
  const place = { type: type.key, field: field.name };
  const known = new Set(listSchemaChoices(published, place).map(({ value }) => value));
  const { rules, scenarios } = findDependents(documents, place);
  const isNamed = rules.length + scenarios.length > 0;
  const naming = isNamed ? JSON.stringify([documents['rules.json'], documents['scenarios.json']]) : '';
  return (value) => known.has(value) || naming.includes(JSON.stringify(value));
}
