import { finaliseEntryKeys, getEntryName } from '../entry-names.ts';
import type { JsonPath } from '../json-schema/pointers.ts';
import { findSchemasAt } from '../json-schema/schemas-at.ts';
import { asObject } from '../json-schema/values.ts';
import type { FieldDefinition, Json, JsonSchema, WidgetName } from '../types.ts';
import { toPlainNumber } from './plain-number.ts';
import { readNumber } from './read-number.ts';
import { tidyAddress, tidyText } from './tidy-text.ts';

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
 * only text. Empty values become absent, at every depth. A value of the wrong type stays unchanged, so that
 * the schema reports it.
 *
 * An entry with a name and no value becomes an empty text, so that `judgePlan` reports it.
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

/**
 * Returns true for a text that consists of digits, such as a phone number: its field has a numeric keyboard.
 */
function isTypedInDigits({ widget, inputMode = '' }: FieldDefinition): boolean {
  return digitWidgets.includes(widget) || digitModes.includes(inputMode);
}

const digitWidgets: readonly WidgetName[] = ['tel', 'number', 'updown'];
const digitModes: readonly string[] = ['tel', 'numeric', 'decimal'];

function isWrittenAsData({ widget, branchChoices }: FieldDefinition, text: string): boolean {
  return isDataWidget(widget) || branchChoices?.some((choice) => String(choice) === text) === true;
}

/**
 * Returns true if a widget posts numbers in JSON notation in every language, because the browser or the page
 * writes its value.
 */
export function isDataWidget(widget: unknown): boolean {
  return /^(?:updown|range|hidden|radio|scale|autocomplete|(?:office-)?select)$/.test(String(widget));
}

/**
 * Normalises a value without knowing its field: trims text and drops empty values: `tidyValue({a: [' ']}) //
 * undefined`.
 */
export function tidyValue(value: unknown): Json | undefined {
  return tidyNested(value, undefined);
}

interface ValuePosition {
  readonly schema: JsonSchema;
  readonly path: JsonPath;
}

function tidyNested(value: unknown, inside: ValuePosition | undefined): Json | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return tidyTextAt(tidyText(value), inside) || undefined;
  if (Array.isArray(value)) return tidyList(value, inside);
  if (typeof value === 'object') return tidyObject(value as Record<string, unknown>, inside);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function tidyTextAt(text: string, inside: ValuePosition | undefined): string {
  const address = tidyAddress(text);
  return inside && address !== text && isAddressAt(inside) ? address : text;
}

function isAddressAt({ schema, path }: ValuePosition): boolean {
  return findSchemasAt(schema, path, schema).some(({ format }) => addressFormat.test(String(format)));
}

const addressFormat = /^(?:idn-)?(?:email|hostname)$|^[iu]ri(?:-reference)?$/;

function getInnerPosition(inside: ValuePosition | undefined, step: string): ValuePosition | undefined {
  return inside && { ...inside, path: [...inside.path, step] };
}

/**
 * Keeps the position of empty items, so that problems name the row that a visitor sees. A list with only
 * empty items is dropped.
 */
function tidyList(items: readonly unknown[], inside: ValuePosition | undefined): Json | undefined {
  const all = items.map((item, index) => tidyNested(item, getInnerPosition(inside, String(index))));
  if (all.every((item) => item === undefined)) return undefined;
  // A page leaves undefined where an item is missing; JSON turns it into null.
  return items.map((item, index) => all[index] ?? (typeof item === 'object' && item !== null ? {} : ''));
}

function tidyObject(object: Record<string, unknown>, inside: ValuePosition | undefined): Json | undefined {
  const entries = Object.entries(object).flatMap(([key, value]) => {
    const tidy =
      tidyNested(value, getInnerPosition(inside, key)) ?? (isNamedEntry(key, inside) ? '' : undefined);
    return tidy === undefined ? [] : [[key, tidy] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(finaliseEntryKeys(entries));
}

function isNamedEntry(key: string, inside: ValuePosition | undefined): boolean {
  return inside !== undefined && tidyText(getEntryName(key)) !== '' && isEntry(key, inside);
}

/** Returns true if a property of an object is an entry, which the visitor names. */
function isEntry(key: string, { schema, path }: ValuePosition): boolean {
  const parts = findSchemasAt(schema, path, schema);
  return (
    parts.some(allowsEntries) && !parts.some(({ properties }) => Object.hasOwn(asObject(properties), key))
  );
}

function allowsEntries({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return (additionalProperties ?? false) !== false || patternProperties !== undefined;
}

function readBoolean(text: string): Json {
  if (text === 'true' || text === 'on') return true;
  return text === 'false' ? false : text;
}
