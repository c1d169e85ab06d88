import { checkText } from '../../check/check-text.ts';
import type { TextIdentity } from './text-table.ts';

/** A text that is checked alone. */
export interface FixableText extends TextIdentity {
  readonly text: string;
  /** The text that it translates. Absent for the fallback language. */
  readonly original?: string | undefined;
}

/** The corrected text for each finding that can be corrected mechanically, by its code. */
const fixesByCode: Readonly<Record<string, (text: string) => string>> = {
  'french-spacing': setFrenchSpaces,
  // After a curly apostrophe, a value is no quotation.
  'quoted-argument': (text) => text.replaceAll(/'(?=\{)/g, '’'),
};

/** Returns true if findings of this code may be corrected mechanically. */
export function isFixableCode(code: string): boolean {
  return Object.hasOwn(fixesByCode, code);
}

/**
 * Returns the text without the problem of a finding. Undefined if nobody knows how, or if the result would
 * have this problem still or an error.
 */
export function fixText(code: string, { text, ...identity }: FixableText): string | undefined {
  const fixed = Object.hasOwn(fixesByCode, code) ? fixesByCode[code]?.(text) : undefined;
  if (fixed === undefined || fixed === text) return undefined;
  const left = checkText({ ...identity, text: fixed });
  return left.some((finding) => finding.code === code || finding.severity === 'error') ? undefined : fixed;
}

/** Spaces of a line. */
const spaces = '[ \\t\\u00A0\\u2009\\u202F]';

/**
 * Returns a text with the spaces of French punctuation: narrow no-break spaces before ; : ? ! » and after «,
 * none before . , …, and no-break spaces before units. Addresses (`https://`) and times (`10:30`) stay.
 */
function setFrenchSpaces(text: string): string {
  return text
    .replaceAll(new RegExp(`${spaces}*([;?!»])`, 'g'), '\u202F$1')
    .replaceAll(new RegExp(`${spaces}*:(?!//|\\d|:)`, 'g'), '\u202F:')
    .replaceAll(new RegExp(`«${spaces}*`, 'g'), '«\u202F')
    .replaceAll(new RegExp(`${spaces}+([.,…])`, 'g'), '$1')
    .replaceAll(/ (Mo|ko|%)/g, '\u00A0$1');
}
