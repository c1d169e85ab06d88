import { nameOfEntry, withFinalKeys } from '../entry-names.ts';
import { schemasAt } from '../json-schema/places.ts';
import type { Path } from '../json-schema/pointers.ts';
import { asObject } from '../json-schema/values.ts';
import type { FieldDefinition, Json, JsonSchema, WidgetName } from '../types.ts';
import { plainNumber } from './plain-number.ts';
import { readNumber } from './read-number.ts';
import { tidyAddress, tidyText } from './tidy-text.ts';

/** The language and the form that a value was entered in. */
export interface Entering {
  /** The language in which a number is typed; absent for what a program wrote. */
  readonly locale?: string;
  /** The schema of the whole form, which says what is an entry and what an address; absent for what a program wrote. */
  readonly schema?: JsonSchema;
}

/**
 * Returns an entered value as it is checked and sent: text trimmed and with LF line ends, what is typed on a keyboard of digits in
 * ASCII whatever the digits, a number or a tick read from text where the field holds one (a form posted without scripts gives
 * only text), emptiness absent, at every depth (docs/behaviour.md, "Normalised values"). What does not read as the field's kind
 * stays as it is, for the schema to refuse.
 *
 * An entry that has a name and no value is an empty text, for `judge` to refuse.
 */
export function normaliseValue(
  definition: FieldDefinition,
  entered: unknown,
  { locale, schema }: Entering = {},
): Json | undefined {
  const value = tidied(entered, schema && { schema, path: [definition.name] });
  if (typeof value !== 'string') return value;
  switch (definition.kind) {
    case 'integer':
    case 'number':
      return readNumber(value, isWrittenAsData(definition, value) ? undefined : locale) ?? value;
    case 'boolean':
      return booleanOf(value);
    case 'string':
      return isTypedInDigits(definition) ? tidyText(plainNumber(value)) || undefined : value;
    case 'id':
    case 'json':
      return value;
  }
}

/** A text that consists of digits, such as a phone number: the field asks for their keyboard. */
function isTypedInDigits({ widget, inputMode = '' }: FieldDefinition): boolean {
  return digitWidgets.includes(widget) || digitModes.includes(inputMode);
}

const digitWidgets: readonly WidgetName[] = ['tel', 'number', 'updown'];
const digitModes: readonly string[] = ['tel', 'numeric', 'decimal'];

function isWrittenAsData({ widget, branchChoices }: FieldDefinition, text: string): boolean {
  return isDataWidget(widget) || branchChoices?.some((choice) => String(choice) === text) === true;
}

/**
 * Returns whether a widget posts a number as JSON has it, whatever the language of its page: a browser writes what is in such a control,
 * or the page does.
 */
export function isDataWidget(widget: unknown): boolean {
  return /^(?:updown|range|hidden|radio|scale|autocomplete|(?:office-)?select)$/.test(String(widget));
}

/** A value whatever its field: text trimmed, what has nothing in it absent. `tidyValue({a: [' ']}) // undefined` */
export function tidyValue(value: unknown): Json | undefined {
  return tidied(value, undefined);
}

/** The schema of the whole form, and the path of a value in it. */
interface Inside {
  readonly schema: JsonSchema;
  readonly path: Path;
}

function tidied(value: unknown, inside: Inside | undefined): Json | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return textAt(tidyText(value), inside) || undefined;
  if (Array.isArray(value)) return tidyList(value, inside);
  if (typeof value === 'object') return tidyObject(value as Record<string, unknown>, inside);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function textAt(text: string, inside: Inside | undefined): string {
  const address = tidyAddress(text);
  return inside && address !== text && isAddress(inside) ? address : text;
}

function isAddress({ schema, path }: Inside): boolean {
  return schemasAt(schema, path, schema).some(({ format }) => addressFormat.test(String(format)));
}

const addressFormat = /^(?:idn-)?(?:email|hostname)$|^[iu]ri(?:-reference)?$/;

function within(inside: Inside | undefined, step: string): Inside | undefined {
  return inside && { ...inside, path: [...inside.path, step] };
}

/** An empty item keeps its place beside others, so that problems name the row that a visitor sees; of empty ones alone there is no list. */
function tidyList(items: readonly unknown[], inside: Inside | undefined): Json | undefined {
  const all = items.map((item, index) => tidied(item, within(inside, String(index))));
  if (all.every((item) => item === undefined)) return undefined;
  // What a page leaves out of a list is undefined there, and null once it has travelled.
  return items.map((item, index) => all[index] ?? (typeof item === 'object' && item !== null ? {} : ''));
}

function tidyObject(object: Record<string, unknown>, inside: Inside | undefined): Json | undefined {
  const entries = Object.entries(object).flatMap(([key, value]) => {
    const tidy = tidied(value, within(inside, key)) ?? (isNamedEntry(key, inside) ? '' : undefined);
    return tidy === undefined ? [] : [[key, tidy] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(withFinalKeys(entries));
}

function isNamedEntry(key: string, inside: Inside | undefined): boolean {
  return inside !== undefined && tidyText(nameOfEntry(key)) !== '' && isEntry(key, inside);
}

/** Returns whether an object has a property as an entry, which its visitor names. */
function isEntry(key: string, { schema, path }: Inside): boolean {
  const parts = schemasAt(schema, path, schema);
  return (
    parts.some(takesEntries) && !parts.some(({ properties }) => Object.hasOwn(asObject(properties), key))
  );
}

function takesEntries({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return (additionalProperties ?? false) !== false || patternProperties !== undefined;
}

function booleanOf(text: string): Json {
  if (text === 'true' || text === 'on') return true;
  return text === 'false' ? false : text;
}
