import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import type { Patch } from './change.ts';
import { at, definitionOf, inside, type Place, schemaPlace } from './containers.ts';
import { slugOf, unused } from './free-names.ts';
import { exampleOf, exampleWith, folderOf, inTurn, setMember, setText } from './members.ts';
import { type FieldPlace, fallbackLocale, localesOf, typesOf, wholeSchema } from './outline.ts';
import { textsFile } from './places.ts';

export interface Choice {
  readonly value: string | number;
  /** The label in the requested language; empty if there is none. */
  readonly label: string;
}

/**
 * Returns the choices that a field's schema lists, with their labels. Without a locale, the fallback language
 * is used.
 */
export function choicesOf(documents: Documents, place: FieldPlace, locale?: string): readonly Choice[] {
  const folder = typesOf(documents).find(({ key }) => key === place.type)?.folder ?? place.type;
  const schema = wholeSchema(documents, folder, place.field);
  const texts = asObject(documents[textsFile(locale ?? fallbackLocale(documents))]);
  return asList(schema.enum ?? asObject(schema.items).enum).map((item) => {
    const value = typeof item === 'number' ? item : String(item);
    const text = choiceKeys(place, value).map((key) => texts[key]);
    const label = text.find((one) => typeof one === 'string') ?? (locale === undefined ? value : '');
    return { value, label: String(label) };
  });
}

/** Returns the possible keys of a choice's text, first that of the type. */
function choiceKeys({ type, field }: FieldPlace, value: string | number): readonly [string, string] {
  return [`forms.${type}.options.${field}.${value}`, `options.${field}.${value}`];
}

export interface ChoicesOptions {
  /**
   * Returns true if stored answers may contain the value, so that it must not change. Other values are
   * renamed together with their labels.
   */
  readonly isSettled?: (value: string | number) => boolean;
  /** Selects whether a shared field changes in all types. */
  readonly reach?: 'all' | 'own';
}

/**
 * Sets the choices of a field by their labels. A choice with an unchanged label keeps its value. If the
 * number of choices is unchanged, a renamed choice keeps its value too, unless it is not settled. Other
 * choices get a value derived from their labels. Duplicate labels become one choice.
 */
export function setChoices(
  documents: Documents,
  place: FieldPlace,
  labels: readonly string[],
  { isSettled = () => true, reach = 'own' }: ChoicesOptions = {},
): readonly Patch[] {
  const before = choicesOf(documents, place);
  const folder = folderOf(documents, place.type);
  const isNumber = /^(?:integer|number)$/.test(String(wholeSchema(documents, folder, place.field).type));
  const renamed = renamedChoices(before, [...new Set(labels)], { isSettled, isNumber });
  const values = renamed.map(({ value }) => value);
  const locale = fallbackLocale(documents);
  return inTurn(
    documents,
    (made) => setMember(made, enumPlace(made, place, reach), values as readonly Json[]),
    (made) => exampleAmong(made, place, values),
    ...renamed.flatMap(({ value, from, label }) => [
      ...(from === undefined || from === value
        ? []
        : localesOf(documents).map(
            (each) => (made: Documents) => textMoved(made, place, { each, from, value }),
          )),
      (made: Documents) => setChoiceText(made, place, { locale, value, text: label }),
    ]),
    ...before
      .filter(({ value }) => !values.includes(value))
      .flatMap(({ value }) =>
        localesOf(documents).map(
          (each) => (made: Documents) => setChoiceText(made, place, { locale: each, value, text: '' }),
        ),
      ),
  );
}

interface Renamed extends Choice {
  /** The former value; absent for a new choice. */
  readonly from?: string | number;
}

function renamedChoices(
  before: readonly Choice[],
  labels: readonly string[],
  {
    isSettled,
    isNumber,
  }: { readonly isSettled: (value: string | number) => boolean; readonly isNumber: boolean },
): readonly Renamed[] {
  const kept = new Set(before.filter(({ label }) => labels.includes(label)).map(({ value }) => value));
  const taken = new Set([...kept, ...before.map(({ value }) => value).filter(isSettled)].map(String));
  return labels.map((label, index): Renamed => {
    const same = before.find((choice) => choice.label === label);
    if (same) return { ...same, from: same.value };
    const samePlace = labels.length === before.length ? before[index] : undefined;
    const from = samePlace && !kept.has(samePlace.value) ? samePlace.value : undefined;
    if (from !== undefined && isSettled(from)) return { value: from, label, from };
    const value = isNumber
      ? freeNumber(label, taken)
      : unused(slugOf(label, '-') || 'choice', taken, '-').replace(/^form-(?=\d)/, '');
    taken.add(String(value));
    return { value, label, ...(from !== undefined && { from }) };
  });
}

/** Returns the number in the label if it is free, else the largest value plus one. */
function freeNumber(label: string, taken: ReadonlySet<string>): number {
  const said = Number(label);
  if (label.trim() !== '' && Number.isFinite(said) && !taken.has(String(said))) return said;
  return Math.max(0, ...[...taken].map(Number).filter(Number.isFinite)) + 1;
}

/**
 * Sets the labels of a field's choices in a language, in the order of the choices. An empty label removes the
 * text.
 */
export function setChoiceTexts(
  documents: Documents,
  place: FieldPlace,
  { locale, labels }: { readonly locale: string; readonly labels: readonly string[] },
): readonly Patch[] {
  return inTurn(
    documents,
    ...choicesOf(documents, place).map(
      ({ value }, index) =>
        (made: Documents) =>
          setChoiceText(made, place, { locale, value, text: labels[index] ?? '' }),
    ),
  );
}

/** Sets the text of the type if it has one of its own, else the shared text. */
function setChoiceText(
  documents: Documents,
  place: FieldPlace,
  {
    locale,
    value,
    text,
  }: { readonly locale: string; readonly value: string | number; readonly text: string },
): readonly Patch[] {
  const [own, shared] = choiceKeys(place, value);
  const texts = asObject(documents[textsFile(locale)]);
  const key = own in texts ? own : shared;
  // A number needs no text if its label is the number.
  const isNeedless = typeof value === 'number' && text === String(value) && !(key in texts);
  return isNeedless ? [] : setText(documents, { locale, key }, text);
}

/** Moves the text of a choice to the key of its new value. */
function textMoved(
  documents: Documents,
  place: FieldPlace,
  {
    each,
    from,
    value,
  }: { readonly each: string; readonly from: string | number; readonly value: string | number },
): readonly Patch[] {
  const texts = asObject(documents[textsFile(each)]);
  const key = choiceKeys(place, from).find((one) => one in texts);
  if (key === undefined) return [];
  return inTurn(
    documents,
    (made) => setChoiceText(made, place, { locale: each, value, text: String(texts[key]) }),
    (made) => setText(made, { locale: each, key }, undefined),
  );
}

function enumPlace(documents: Documents, place: FieldPlace, reach: 'all' | 'own'): Place {
  const folder = folderOf(documents, place.type);
  const isList = wholeSchema(documents, folder, place.field).items !== undefined;
  const own = schemaPlace(documents, folder, place.field);
  const definition = definitionOf(at(documents, own));
  const schema =
    reach === 'all' && definition !== undefined ? { file: 'fields.json', path: ['$defs', definition] } : own;
  return inside(schema, ...(isList ? ['items'] : []), 'enum');
}

/** Replaces removed choices in the example by existing ones. */
function exampleAmong(
  documents: Documents,
  { type, field }: FieldPlace,
  values: readonly (string | number)[],
): readonly Patch[] {
  const folder = folderOf(documents, type);
  const answer = exampleOf(documents, folder, field);
  if (answer === undefined) return [];
  const isList = Array.isArray(answer);
  const kept = asList(isList ? answer : [answer]).filter((one) => values.some((value) => value === one));
  const next = kept.length > 0 ? kept : values.slice(0, 1);
  return exampleWith(documents, folder, { field, value: (isList ? next : next[0]) as Json | undefined });
}

/** Adds a text for each choice. Without them, visitors would read values. */
export function choiceTexts(
  documents: Documents,
  name: string,
  { enum: own, items }: Readonly<Record<string, Json>>,
): readonly Patch[] {
  const values = asList(own ?? asObject(items).enum).map(String);
  const locale = fallbackLocale(documents);
  return inTurn(
    documents,
    ...values.map(
      (value) => (made: Documents) =>
        setText(made, { locale, key: `options.${name}.${value}` }, inWords(value)),
    ),
  );
}

/** `toTitle('choice-1') // 'Choice 1'`. */
function inWords(value: string): string {
  const words = value.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
