import { withFinalKeys } from '../entry-names.ts';
import type { FieldDefinition, Json, WidgetName } from '../types.ts';
import { plainNumber } from './plain-number.ts';
import { readNumber } from './read-number.ts';
import { tidyText } from './tidy-text.ts';

/**
 * An entered value as it is checked and sent: text trimmed and with LF line ends, what is typed on a keyboard of digits in
 * ASCII whatever the digits, a number or a tick read from text where the field holds one (a form posted without scripts gives
 * only text), emptiness absent, at every depth (docs/behaviour.md, "Normalised values"). What does not read as the field's kind
 * stays as it is, for the schema to refuse.
 *
 * @param locale - the language in which a number is typed; absent for what a program wrote.
 */
export function normaliseValue(
  definition: FieldDefinition,
  entered: unknown,
  locale?: string,
): Json | undefined {
  const value = tidyValue(entered);
  if (typeof value !== 'string') return value;
  const chosen = (definition.choices ?? definition.branchChoices)?.find((choice) => String(choice) === value);
  if (typeof chosen === 'number') return chosen;
  switch (definition.kind) {
    case 'integer':
    case 'number':
      return readNumber(value, isDataWidget(definition.widget) ? undefined : locale) ?? value;
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

/**
 * Returns whether a widget posts a number as JSON has it, whatever the language of its page: a browser writes what is in such a control,
 * or the page does.
 */
export function isDataWidget(widget: unknown): boolean {
  return dataWidgets.some((name) => name === widget);
}

const dataWidgets: readonly WidgetName[] = [
  ...(['updown', 'range', 'hidden'] as const),
  ...(['select', 'radio', 'scale', 'autocomplete', 'office-select'] as const),
];

/** A value whatever its field: text trimmed, what has nothing in it absent. `tidyValue({a: [' ']}) // undefined` */
export function tidyValue(value: unknown): Json | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return tidyText(value) || undefined;
  if (Array.isArray(value)) return tidyList(value);
  if (typeof value === 'object') return tidyObject(value as Record<string, unknown>);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** An empty item keeps its place beside others, so that problems name the row that a visitor sees; of empty ones alone there is no list. */
function tidyList(items: readonly unknown[]): Json | undefined {
  const tidied = items.map(tidyValue);
  if (tidied.every((item) => item === undefined)) return undefined;
  // What a page leaves out of a list is undefined there, and null once it has travelled.
  return items.map((item, index) => tidied[index] ?? (typeof item === 'object' && item !== null ? {} : ''));
}

function tidyObject(object: Record<string, unknown>): Json | undefined {
  const entries = Object.entries(object).flatMap(([key, value]) => {
    const tidied = tidyValue(value);
    return tidied === undefined ? [] : [[key, tidied] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(withFinalKeys(entries));
}

function booleanOf(text: string): Json {
  if (text === 'true' || text === 'on') return true;
  return text === 'false' ? false : text;
}
