import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import type { Patch } from './change.ts';
import { appendPath, getDefinitionName, getSchemaPosition, getValueAtPosition } from './containers.ts';
import { getTextsFile } from './document-files.ts';
import { makeUnique, slugify } from './free-names.ts';
import {
  chainEdits,
  getExampleAnswer,
  getTypeFolder,
  setExampleAnswer,
  setMember,
  setText,
} from './members.ts';
import {
  type FieldAddress,
  getFallbackLocale,
  getMergedSchema,
  listOutlineTypes,
  listTextLocales,
} from './outline.ts';

export interface LabelledChoice {
  readonly value: string | number;
  /** The label in the requested language; empty if there is none. */
  readonly label: string;
}

/**
 * Returns the choices that a field's schema lists, with their labels in a language. Without a locale, these
 * are the labels in the fallback language, and a choice without a text has its value as label.
 */
export function listSchemaChoices(
  documents: Documents,
  address: FieldAddress,
  locale?: string,
): readonly LabelledChoice[] {
  const folder = listOutlineTypes(documents).find(({ key }) => key === address.type)?.folder ?? address.type;
  const schema = getMergedSchema(documents, folder, address.field);
  const texts = asObject(documents[getTextsFile(locale ?? getFallbackLocale(documents))]);
  return asList(schema.enum ?? asObject(schema.items).enum).map((item) => {
    const value = typeof item === 'number' ? item : String(item);
    const text = getChoiceTextKeys(address, value).map((key) => texts[key]);
    const label = text.find((one) => typeof one === 'string') ?? (locale === undefined ? value : '');
    return { value, label: String(label) };
  });
}

/** Returns the possible keys of a choice's text, first that of the type. */
function getChoiceTextKeys({ type, field }: FieldAddress, value: string | number): readonly [string, string] {
  return [`forms.${type}.options.${field}.${value}`, `options.${field}.${value}`];
}

export interface SetChoicesOptions {
  /**
   * Returns true if stored answers may contain the value, so that it must not change. Other values are
   * renamed together with their labels. Default: all values are settled.
   */
  readonly isSettled?: (value: string | number) => boolean;
  /** `all` changes the definition in `fields.json`, `own` only this type. Default: `own`. */
  readonly reach?: 'all' | 'own';
}

/**
 * Sets the choices of a field by their labels. A label that existed before has the same value as before; if
 * the number of labels is unchanged, a new label at the index of a settled choice renames that choice. Other
 * choices get a value derived from their labels; duplicate labels become one choice.
 */
export function setChoices(
  documents: Documents,
  address: FieldAddress,
  labels: readonly string[],
  { isSettled = () => true, reach = 'own' }: SetChoicesOptions = {},
): readonly Patch[] {
  const before = listSchemaChoices(documents, address);
  const folder = getTypeFolder(documents, address.type);
  const isNumber = /^(?:integer|number)$/.test(
    String(getMergedSchema(documents, folder, address.field).type),
  );
  const renamed = assignChoiceValues(before, [...new Set(labels)], { isSettled, isNumber });
  const values = renamed.map(({ value }) => value);
  const locale = getFallbackLocale(documents);
  return chainEdits(
    documents,
    (made) => setEnum(made, address, reach, values),
    (made) => replaceRemovedChoicesInExample(made, address, values),
    ...renamed.flatMap(({ value, from, label }) => [
      ...(from === undefined || from === value
        ? []
        : listTextLocales(documents).map(
            (each) => (made: Documents) => moveChoiceText(made, address, { locale: each, from, value }),
          )),
      (made: Documents) => setChoiceText(made, address, { locale, value, text: label }),
    ]),
    ...before
      .filter(({ value }) => !values.includes(value))
      .flatMap(({ value }) =>
        listTextLocales(documents).map(
          (each) => (made: Documents) => setChoiceText(made, address, { locale: each, value, text: '' }),
        ),
      ),
  );
}

interface RenamedChoice extends LabelledChoice {
  /** The former value; absent for a new choice. */
  readonly from?: string | number;
}

/** Returns a choice for each label: with the value that it had before, or with a new one. */
function assignChoiceValues(
  before: readonly LabelledChoice[],
  labels: readonly string[],
  {
    isSettled,
    isNumber,
  }: { readonly isSettled: (value: string | number) => boolean; readonly isNumber: boolean },
): readonly RenamedChoice[] {
  const retained = new Set(before.filter(({ label }) => labels.includes(label)).map(({ value }) => value));
  const usedNames = new Set([...retained, ...before.map(({ value }) => value).filter(isSettled)].map(String));
  return labels.map((label, index): RenamedChoice => {
    const same = before.find((choice) => choice.label === label);
    if (same) return { ...same, from: same.value };
    const atSameIndex = labels.length === before.length ? before[index] : undefined;
    const from = atSameIndex && !retained.has(atSameIndex.value) ? atSameIndex.value : undefined;
    if (from !== undefined && isSettled(from)) return { value: from, label, from };
    const value = isNumber
      ? chooseNumber(label, usedNames)
      : makeUnique(slugify(label, '-') || 'choice', usedNames, '-').replace(/^form-(?=\d)/, '');
    usedNames.add(String(value));
    return { value, label, ...(from !== undefined && { from }) };
  });
}

/** Returns the number in the label if it is free, else the largest value plus one. */
function chooseNumber(label: string, usedNames: ReadonlySet<string>): number {
  const number = Number(label);
  if (label.trim() !== '' && Number.isFinite(number) && !usedNames.has(String(number))) return number;
  return Math.max(0, ...[...usedNames].map(Number).filter(Number.isFinite)) + 1;
}

/**
 * Sets the labels of a field's choices in a language, in the order of the choices. An empty label removes the
 * text.
 */
export function setChoiceTexts(
  documents: Documents,
  address: FieldAddress,
  { locale, labels }: { readonly locale: string; readonly labels: readonly string[] },
): readonly Patch[] {
  return chainEdits(
    documents,
    ...listSchemaChoices(documents, address).map(
      ({ value }, index) =>
        (made: Documents) =>
          setChoiceText(made, address, { locale, value, text: labels[index] ?? '' }),
    ),
  );
}

/** Sets the text of the type if it has one of its own, else the shared text. */
function setChoiceText(
  documents: Documents,
  address: FieldAddress,
  {
    locale,
    value,
    text,
  }: { readonly locale: string; readonly value: string | number; readonly text: string },
): readonly Patch[] {
  const [own, shared] = getChoiceTextKeys(address, value);
  const texts = asObject(documents[getTextsFile(locale)]);
  const key = own in texts ? own : shared;
  // A number needs no text if its label is the number.
  const isNeedless = typeof value === 'number' && text === String(value) && !(key in texts);
  return isNeedless ? [] : setText(documents, { locale, key }, text);
}

function moveChoiceText(
  documents: Documents,
  address: FieldAddress,
  {
    locale,
    from,
    value,
  }: { readonly locale: string; readonly from: string | number; readonly value: string | number },
): readonly Patch[] {
  const texts = asObject(documents[getTextsFile(locale)]);
  const key = getChoiceTextKeys(address, from).find((one) => one in texts);
  if (key === undefined) return [];
  return chainEdits(
    documents,
    (made) => setChoiceText(made, address, { locale, value, text: String(texts[key]) }),
    (made) => setText(made, { locale, key }, undefined),
  );
}

/**
 * Sets the `enum` of a field in the schema of its type; with the scope `all`, in the shared definition.
 */
function setEnum(
  documents: Documents,
  address: FieldAddress,
  scope: 'all' | 'own',
  values: readonly (string | number)[],
): readonly Patch[] {
  const folder = getTypeFolder(documents, address.type);
  const { items } = getMergedSchema(documents, folder, address.field);
  const own = getSchemaPosition(documents, folder, address.field);
  const definition = getDefinitionName(getValueAtPosition(documents, own));
  const schema =
    scope === 'all' && definition !== undefined ? { file: 'fields.json', path: ['$defs', definition] } : own;
  if (items === undefined) return setMember(documents, appendPath(schema, 'enum'), values as readonly Json[]);
  const position = appendPath(schema, 'items');
  // If only the definition has items, this type gets its own ones.
  return getValueAtPosition(documents, position) === undefined
    ? setMember(documents, position, { ...asObject(items), enum: values } as Json)
    : setMember(documents, appendPath(position, 'enum'), values as readonly Json[]);
}

/** Removes choices that do not exist any more from the example. If none is left, uses the first choice. */
function replaceRemovedChoicesInExample(
  documents: Documents,
  { type, field }: FieldAddress,
  values: readonly (string | number)[],
): readonly Patch[] {
  const folder = getTypeFolder(documents, type);
  const answer = getExampleAnswer(documents, folder, field);
  if (answer === undefined) return [];
  const isList = Array.isArray(answer);
  const retained = asList(isList ? answer : [answer]).filter((one) => values.some((value) => value === one));
  const next = retained.length > 0 ? retained : values.slice(0, 1);
  return setExampleAnswer(documents, folder, { field, value: (isList ? next : next[0]) as Json | undefined });
}

/** Adds a text for each choice in the fallback language. Without them, visitors would read values. */
export function addChoiceTexts(
  documents: Documents,
  name: string,
  { enum: own, items }: Readonly<Record<string, Json>>,
): readonly Patch[] {
  const values = asList(own ?? asObject(items).enum).map(String);
  const locale = getFallbackLocale(documents);
  return chainEdits(
    documents,
    ...values.map(
      (value) => (made: Documents) =>
        setText(made, { locale, key: `options.${name}.${value}` }, toReadableLabel(value)),
    ),
  );
}

/** Converts a value to a label: `toReadableLabel('choice-1') // 'Choice 1'`. */
function toReadableLabel(value: string): string {
  const words = value.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
