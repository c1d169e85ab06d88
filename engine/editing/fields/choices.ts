import { asList, asObject } from '../../json-schema/values.ts';
import type { Documents, Json } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import { getTextsFile } from '../documents/document-files.ts';
import {
  appendPath,
  type DocumentPosition,
  getDefinitionName,
  getSchemaPosition,
  getValueAtPosition,
} from './containers.ts';
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
  getMergedUi,
  listOutlineTypes,
  listTextLocales,
} from './outline.ts';

export interface LabelledChoice {
  readonly value: string | number;
  /** The label. Empty only if a language was requested that has no text for the choice. */
  readonly label: string;
}

/**
 * Returns the choices of a field from the `enum` of its schema or of its list items (with `ui:other`, from the
 * `examples`), with their labels in a language; empty if there are none. A text of the type takes precedence over the shared one. Without a
 * locale, these are the labels in the fallback language, and a choice without a text has its value as label.
 */
export function listSchemaChoices(
  documents: Documents,
  address: FieldAddress,
  locale?: string,
): readonly LabelledChoice[] {
  const folder = listOutlineTypes(documents).find(({ key }) => key === address.type)?.folder ?? address.type;
  const schema = getMergedSchema(documents, folder, address.field);
  const texts = asObject(documents[getTextsFile(locale ?? getFallbackLocale(documents))]);
  const keyword = getChoiceKeyword(documents, folder, address.field);
  return asList(schema[keyword] ?? asObject(schema.items)[keyword]).map((item) => {
    const value = typeof item === 'number' ? item : String(item);
    const text = getChoiceTextKeys(address, value).map((key) => texts[key]);
    const label = text.find((one) => typeof one === 'string') ?? (locale === undefined ? value : '');
    return { value, label: String(label) };
  });
}

/** Returns the keyword that lists the choices of a field. */
function getChoiceKeyword(documents: Documents, folder: string, field: string): 'enum' | 'examples' {
  return getMergedUi(documents, folder, field)['ui:other'] === true ? 'examples' : 'enum';
}

/** Returns the two possible keys of a choice's text: that of the type, then the shared one. */
function getChoiceTextKeys({ type, field }: FieldAddress, value: string | number): readonly [string, string] {
  return [`forms.${type}.options.${field}.${value}`, `options.${field}.${value}`];
}

export interface SetChoicesOptions {
  /**
   * Returns true if stored answers may contain the value, so that it must not change. Other values are
   * renamed together with their labels. Default: all values are settled.
   */
  readonly isSettled?: (value: string | number) => boolean;
  /**
   * `all` changes the definition in `fields.json` if the field refers to one, `own` only the schema of this
   * type. Default: `own`.
   */
  readonly reach?: 'all' | 'own';
}

/**
 * Returns the patches that give a field one choice for each label, in this order. A label in the fallback
 * language that existed before has the same value as before. If the number of labels is unchanged, a new
 * label at the index of a choice that would be removed renames it; the value of that choice changes only if
 * it is not settled. Other labels get a value derived from them. Duplicate labels become one choice. The
 * patches also move and remove the texts in all languages, and rename and remove choices in the first example.
 * @throws if the type does not exist.
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
    (made) => setChoiceList(made, address, reach, values),
    (made) => replaceChoicesInExample(made, address, renamed),
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
  /** The former value, which may be equal to `value`; absent for a new choice. */
  readonly from?: string | number;
}

/**
 * Returns a choice for each label, in this order: with the value that it had before, with that of the choice
 * that it renames, or with a new one. See `setChoices`.
 * @param options.isNumber True if new values must be numbers.
 */
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

/**
 * Returns the number in the label if it is free, else the largest used number plus one.
 * @param usedNames The used values as texts.
 */
function chooseNumber(label: string, usedNames: ReadonlySet<string>): number {
  const number = Number(label);
  if (label.trim() !== '' && Number.isFinite(number) && !usedNames.has(String(number))) return number;
  return Math.max(0, ...[...usedNames].map(Number).filter(Number.isFinite)) + 1;
}

/**
 * Returns the patches that set the labels of a field's choices in a language. The label at each index belongs
 * to the choice at this index. An empty or missing label removes the text.
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

/**
 * Returns the patches that set the text of a choice in a language, or remove it if `text` is empty: the text
 * of the type if it has one of its own, else the shared text. No patches for a number without a text if
 * `text` is the number itself.
 */
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

/**
 * Returns the patches that move the text of a choice in one language from the former value `from` to the new
 * value `value`; none if the choice has no text.
 */
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
 * Returns the patch that sets the choices of a field, or those of its list items, in the schema of its type.
 * With the scope `all` it changes the definition in `fields.json`, if the schema refers to one.
 */
function setChoiceList(
  documents: Documents,
  address: FieldAddress,
  scope: 'all' | 'own',
  values: readonly (string | number)[],
): readonly Patch[] {
  const folder = getTypeFolder(documents, address.type);
  const { items } = getMergedSchema(documents, folder, address.field);
  const keyword = getChoiceKeyword(documents, folder, address.field);
  const position = findChoicesPosition(documents, address, scope);
  // If only the definition has items, this type gets its own ones.
  return items !== undefined && getValueAtPosition(documents, position) === undefined
    ? setMember(documents, position, { ...asObject(items), [keyword]: values } as Json)
    : setMember(documents, appendPath(position, keyword), values as readonly Json[]);
}

/** Returns the position of the schema that lists the choices of a field: its own, or that of its items. */
export function findChoicesPosition(
  documents: Documents,
  address: FieldAddress,
  scope: 'all' | 'own',
): DocumentPosition {
  const folder = getTypeFolder(documents, address.type);
  const { items } = getMergedSchema(documents, folder, address.field);
  const own = getSchemaPosition(documents, folder, address.field);
  const definition = getDefinitionName(getValueAtPosition(documents, own));
  const schema =
    scope === 'all' && definition !== undefined ? { file: 'fields.json', path: ['$defs', definition] } : own;
  return items === undefined ? schema : appendPath(schema, 'items');
}

/**
 * Returns the patches that rename the choices in the answer of the first example, and remove those that do
 * not exist any more. If none is left, the answer is the first choice. No patches if the example has no
 * answer.
 * @param choices All choices that exist, with their former values.
 */
function replaceChoicesInExample(
  documents: Documents,
  { type, field }: FieldAddress,
  choices: readonly RenamedChoice[],
): readonly Patch[] {
  const folder = getTypeFolder(documents, type);
  const answer = getExampleAnswer(documents, folder, field);
  if (answer === undefined) return [];
  const isList = Array.isArray(answer);
  const retained = asList(isList ? answer : [answer]).flatMap(
    (one) => choices.find(({ from }) => from === one)?.value ?? [],
  );
  const next = retained.length > 0 ? retained : choices.slice(0, 1).map(({ value }) => value);
  return setExampleAnswer(documents, folder, { field, value: (isList ? next : next[0]) as Json | undefined });
}

/**
 * Returns the patches that set a shared text in the fallback language for each choice of a field, derived
 * from its value. Without texts, visitors would read the values.
 * @param name The name of the field. The last parameter is its schema.
 */
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
