import type { JsonPath } from '../json-schema/pointers.ts';
import { findSchemasAt } from '../json-schema/schemas-at.ts';
import { asObject } from '../json-schema/values.ts';
import { toPlainNumber } from '../model/plain-number.ts';
import type { FieldDefinition, Json, JsonSchema } from '../model/types.ts';
import { getWidgetBehaviour } from '../model/widgets.ts';
import { finaliseEntryKeys, getEntryName } from '../texts/entry-names.ts';
import { tidyAddress, tidyText } from '../texts/tidy-text.ts';
import { readNumber } from './read-number.ts';

export interface InputContext {
  /** The language in which numbers are typed. Absent for values from a program. */
  readonly locale?: string;
  /** The schema of the whole form, which defines entries and addresses. Absent for values from a program. */
  readonly schema?: JsonSchema;
}

/**
 * Returns an entered value in the form in which it is checked and sent (docs/behaviour.md, "Normalised
 * values"). Text is trimmed and has LF line ends. Digits of any script become ASCII in fields with a numeric
 * keyboard. Numbers and checkboxes are read from text, because a form that is posted without scripts sends
 * only text. Empty values become absent, at every depth; only in a list with other items they stay. A value
 * of the wrong type stays unchanged, so that the schema reports it.
 *
 * An entry is a property that the visitor names. With a name and no value it becomes an empty text, so that
 * `judgePlan` reports it.
 */
export function normaliseValue(
  definition: FieldDefinition,
  entered: unknown,
  { locale, schema }: InputContext = {},
): Json | undefined {
  const value = tidyNested(entered, schema && { schema, path: [definition.name] });
  if (typeof value !== 'string') return value;
  switch (definition.kind) {
    case 'integer':
    case 'number':
      return readNumber(value, isWrittenAsData(definition, value) ? undefined : locale) ?? value;
    case 'boolean':
      return readBoolean(value);
    case 'string':
      return isTypedInDigits(definition) ? tidyText(toPlainNumber(value)) || undefined : value;
    case 'id':
    case 'json':
      return value;
  }
}

/** Returns true for a field with a numeric keyboard: its text consists of digits, such as a phone number. */
function isTypedInDigits({ widget, inputMode = '' }: FieldDefinition): boolean {
  return getWidgetBehaviour(widget).isTypedInDigits === true || digitModes.includes(inputMode);
}

const digitModes: readonly string[] = ['tel', 'numeric', 'decimal'];

/**
 * Returns true if the text of a number is in JSON notation in every language: a widget wrote it, or it is a
 * choice of a branch of the schema.
 */
function isWrittenAsData({ widget, branchChoices }: FieldDefinition, text: string): boolean {
  return (
    getWidgetBehaviour(widget).posts === 'data' ||
    branchChoices?.some((choice) => String(choice) === text) === true
  );
}

/**
 * Returns true if a widget posts numbers in JSON notation in every language, because the browser or the page
 * writes its value.
 */
export function isDataWidget(widget: unknown): boolean {
  return getWidgetBehaviour(String(widget)).posts === 'data';
}

/**
 * Normalises a value without knowing its field: trims text and drops empty values: `tidyValue({a: [' ']}) //
 * undefined`. Empty items stay in a list with other items.
 */
export function tidyValue(value: unknown): Json | undefined {
  return tidyNested(value, undefined);
}

/** The position of a value: the schema of the whole form, and the path from its root. */
interface ValuePosition {
  readonly schema: JsonSchema;
  readonly path: JsonPath;
}

/**
 * Normalises a value at any depth; undefined if it is empty or null. Without a position, addresses and named
 * entries are not recognised.
 */
function tidyNested(value: unknown, position: ValuePosition | undefined): Json | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return tidyTextAt(tidyText(value), position) || undefined;
  if (Array.isArray(value)) return tidyList(value, position);
  if (typeof value === 'object') return tidyObject(value as Record<string, unknown>, position);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/**
 * Applies `tidyAddress` to a text if the schema gives its position the format of an address. Any other text
 * is returned unchanged.
 */
function tidyTextAt(text: string, position: ValuePosition | undefined): string {
  const address = tidyAddress(text);
  return position && address !== text && isAddressAt(position) ? address : text;
}

/** Returns true if a schema of the position has the format of a mail address, a host name or a URI. */
function isAddressAt({ schema, path }: ValuePosition): boolean {
  return findSchemasAt(schema, path, schema).some(({ format }) => addressFormat.test(String(format)));
}

const addressFormat = /^(?:idn-)?(?:email|hostname)$|^[iu]ri(?:-reference)?$/;

/**
 * Returns the position of a property or an item of a value; undefined without a position.
 * @param step The property or the index.
 */
function getInnerPosition(position: ValuePosition | undefined, step: string): ValuePosition | undefined {
  return position && { ...position, path: [...position.path, step] };
}

/**
 * Normalises the items of a list. Empty items stay, as `{}` for an object or a list, else as an empty text,
 * so that problems name the row that a visitor sees. Returns undefined for a list with only empty items.
 */
function tidyList(items: readonly unknown[], position: ValuePosition | undefined): Json | undefined {
  const all = items.map((item, index) => tidyNested(item, getInnerPosition(position, String(index))));
  if (all.every((item) => item === undefined)) return undefined;
  // A page leaves undefined where an item is missing; JSON turns it into null.
  return items.map((item, index) => all[index] ?? (typeof item === 'object' && item !== null ? {} : ''));
}

/**
 * Normalises the properties of an object and removes empty ones, except those of named entries. Returns
 * undefined if none remain.
 */
function tidyObject(object: Record<string, unknown>, position: ValuePosition | undefined): Json | undefined {
  const entries = Object.entries(object).flatMap(([key, value]) => {
    const tidy =
      tidyNested(value, getInnerPosition(position, key)) ?? (isNamedEntry(key, position) ? '' : undefined);
    return tidy === undefined ? [] : [[key, tidy] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(finaliseEntryKeys(entries));
}

/**
 * Returns true if a property is an entry and the visitor has given it a name. Always false without a
 * position.
 */
function isNamedEntry(key: string, position: ValuePosition | undefined): boolean {
  return position !== undefined && tidyText(getEntryName(key)) !== '' && isEntry(key, position);
}

/** Returns true for a property that the schema does not name but allows. */
function isEntry(key: string, { schema, path }: ValuePosition): boolean {
  const parts = findSchemasAt(schema, path, schema);
  return (
    parts.some(allowsEntries) && !parts.some(({ properties }) => Object.hasOwn(asObject(properties), key))
  );
}

/**
 * Returns true if a schema declares `patternProperties`, or `additionalProperties` other than false. Absent
 * `additionalProperties` count as false.
 */
function allowsEntries({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return (additionalProperties ?? false) !== false || patternProperties !== undefined;
}

/** Returns true for `true` and `on`, false for `false`, and any other text unchanged. */
function readBoolean(text: string): Json {
  if (text === 'true' || text === 'on') return true;
  return text === 'false' ? false : text;
}
