import type { Choice } from '../controls/widget-props.ts';

/** Choices with the data for a search by typed text. */
export interface Searchable {
  readonly choices: readonly Choice[];
  readonly folded: readonly { readonly label: string; readonly words: readonly string[] }[];
}

/** Prepares choices for searches. It runs once, not at every keystroke. */
export function searchable(choices: readonly Choice[]): Searchable {
  return {
    choices,
    folded: choices.map(({ label }) => {
      const folded = fold(label);
      return { label: folded, words: wordsOf(folded) };
    }),
  };
}

/**
 * Returns the choices in whose label each typed word begins a word, ignoring case and diacritics. Choices
 * whose label begins with the whole text come first; otherwise the order is kept. An empty text matches all
 * choices.
 */
export function matching({ choices, folded }: Searchable, typed: string): readonly Choice[] {
  const text = fold(typed);
  const asked = wordsOf(text);
  if (asked.length === 0) return choices;
  const first: Choice[] = [];
  const others: Choice[] = [];
  for (const [index, choice] of choices.entries()) {
    const { label, words } = folded[index] ?? { label: '', words: [] };
    if (!asked.every((word) => begins(word, words, label))) continue;
    (label.startsWith(text.trim()) ? first : others).push(choice);
  }
  return [...first, ...others];
}

/**
 * Returns the choice whose whole label was typed; undefined if no choice, or several ones, have that label.
 */
export function named({ choices, folded }: Searchable, typed: string): Choice | undefined {
  const text = fold(typed).trim();
  const same = choices.filter((choice, index) => !choice.isDisabled && folded[index]?.label.trim() === text);
  const exact = same.filter(({ label }) => label.trim() === typed.trim());
  return exact[0] ?? (same.length === 1 ? same[0] : undefined);
}

function begins(word: string, words: readonly string[], label: string): boolean {
  return words.some((one) => one.startsWith(word)) || (withoutSpaces.test(word) && label.includes(word));
}

const withoutSpaces = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;

function wordsOf(folded: string): readonly string[] {
  return folded.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
}

/**
 * Returns a text in lower case without diacritics and invisible characters: `foldLabel('Saint-Hélier') //
 * 'saint-helier'`.
 */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Diacritic}|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Letters that Unicode does not decompose, as people type them on a keyboard without them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
