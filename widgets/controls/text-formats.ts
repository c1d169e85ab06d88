import { type FieldDefinition, readNumber, tidyText, writeNumber } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';

/**
 * Converts a value to the text of a control (`write`) and back (`read`): `read(write(value))` is the value.
 */
export interface TextFormat {
  readonly write: (value: unknown) => string;
  /** Returns undefined for an empty text. A text that cannot be parsed is returned as it is. */
  readonly read: (text: string) => unknown;
}

/**
 * Returns the text format of a kind of value.
 * @param locale The language in which numbers are written; absent if the browser formats them (`<input
 * type="number">`).
 */
export function getTextFormat(kind: FieldDefinition['kind'], locale?: string): TextFormat {
  if (kind === 'json') return jsonFormat;
  return kind === 'number' || kind === 'integer' ? getNumberFormat(locale) : plainFormat;
}

/**
 * Returns true if a text already means this value, even if it is written in another way, for example with
 * spaces around it. The text and the caret then need not change.
 * @param shown The text in the control.
 */
export function showsValue(format: TextFormat, shown: string, value: unknown): boolean {
  const parsed = format.read(shown);
  return tidyForComparison(parsed) === tidyForComparison(value);
}

/**
 * The format of texts. Writes undefined, null and every object as an empty text; reads each other text
 * unchanged.
 */
const plainFormat: TextFormat = {
  // A new entry is an empty object until its branch is known.
  write: (value) => (value === undefined || value === null || typeof value === 'object' ? '' : String(value)),
  read: (shown) => (shown === '' ? undefined : shown),
};

/** Number formats by language. There is one object for each, so that formats can be compared by identity. */
const numberFormats = new Map<string | undefined, TextFormat>();

/**
 * Returns the number format of a language; without one, that of `<input type="number">`. Text that is not a
 * number is read as a string, which validation reports.
 */
function getNumberFormat(locale: string | undefined): TextFormat {
  const known = numberFormats.get(locale);
  if (known !== undefined) return known;
  const format: TextFormat = {
    write: (value) => (typeof value === 'number' ? writeNumber(value, locale) : plainFormat.write(value)),
    read: (shown) => (shown.trim() === '' ? undefined : (readNumber(shown, locale) ?? shown)),
  };
  numberFormats.set(locale, format);
  return format;
}

/**
 * The format of an object or a list without a better widget. Text that is not JSON is read as a string, which
 * validation reports.
 */
const jsonFormat: TextFormat = {
  write: (value) =>
    typeof value === 'object' && value !== null ? writeJson(value) : plainFormat.write(value),
  read: (shown) => {
    try {
      return shown.trim() === '' ? undefined : JSON.parse(shown);
    } catch {
      return shown;
    }
  },
};

/**
 * Returns a value that can be compared with `===`: an object as JSON, a text tidied as in the engine, and
 * undefined for null and for an empty text.
 */
function tidyForComparison(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return writeJson(value);
  if (typeof value !== 'string') return value ?? undefined;
  return tidyText(value) || undefined;
}
