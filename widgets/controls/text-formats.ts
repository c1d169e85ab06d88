import { type FieldDefinition, readNumber, tidyText, writeNumber } from '#engine';
import { jsonText } from '#engine/write-json.ts';

/** How a value stands in a text control, and what a text means: `read(write(value))` is the value. */
export interface TextFormat {
  readonly write: (value: unknown) => string;
  /** `undefined` for an empty text. */
  readonly read: (text: string) => unknown;
}

/**
 * The format of a kind of value.
 *
 * @param locale - the language in which numbers are written; absent where the browser writes them by itself.
 */
export function textFormat(kind: FieldDefinition['kind'], locale?: string): TextFormat {
  if (kind === 'json') return json;
  return kind === 'number' || kind === 'integer' ? numberFormat(locale) : text;
}

/** Whether a text already shows a value, be it untidily: an update then leaves it, and the caret, alone. */
export function shows(format: TextFormat, shown: string, value: unknown): boolean {
  const meant = format.read(shown);
  return tidy(meant) === tidy(value);
}

const text: TextFormat = {
  // A new entry holds an empty object until its branch is known.
  write: (value) => (value === undefined || value === null || typeof value === 'object' ? '' : String(value)),
  read: (shown) => (shown === '' ? undefined : shown),
};

/** Formats by language: a language has one object, so that widgets can compare it. */
const numberFormats = new Map<string | undefined, TextFormat>();

/** Returns the format of numbers in a language; what is no number stays a text, to be refused with its name. */
function numberFormat(locale: string | undefined): TextFormat {
  const known = numberFormats.get(locale);
  if (known !== undefined) return known;
  const format: TextFormat = {
    write: (value) => (typeof value === 'number' ? writeNumber(value, locale) : text.write(value)),
    read: (shown) => (shown.trim() === '' ? undefined : (readNumber(shown, locale) ?? shown)),
  };
  numberFormats.set(locale, format);
  return format;
}

/** An object or a list, where nothing better draws it; what is no JSON stays a text, to be refused. */
const json: TextFormat = {
  write: (value) => (typeof value === 'object' && value !== null ? jsonText(value) : text.write(value)),
  read: (shown) => {
    try {
      return shown.trim() === '' ? undefined : JSON.parse(shown);
    } catch {
      return shown;
    }
  },
};

/** Tidies a value as the engine does; undefined where nothing is left. */
function tidy(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return jsonText(value);
  if (typeof value !== 'string') return value ?? undefined;
  return tidyText(value) || undefined;
}
