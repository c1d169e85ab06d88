import type { WidgetChoice } from '../controls/widget-props.ts';

export interface SearchableChoices {
  readonly choices: readonly WidgetChoice[];
  /** The labels as `foldLabel` returns them, in the order of the choices, with their words. */
  readonly folded: readonly { readonly label: string; readonly words: readonly string[] }[];
}

/** Returns choices with their labels prepared for searches, so that this is not done at each keystroke. */
export function prepareChoices(choices: readonly WidgetChoice[]): SearchableChoices {
  return {
    choices,
    folded: choices.map(({ label }) => {
      const folded = foldLabel(label);
      return { label: folded, words: splitIntoWords(folded) };
    }),
  };
}

/**
 * Returns the choices in whose label each typed word begins a word, ignoring case and diacritics. Choices
 * whose label begins with the whole text come first; otherwise the order stays the same. An empty text
 * matches all choices.
 */
export function findMatchingChoices(
  { choices, folded }: SearchableChoices,
  typed: string,
): readonly WidgetChoice[] {
  const text = foldLabel(typed);
  const typedWords = splitIntoWords(text);
  if (typedWords.length === 0) return choices;
  const first: WidgetChoice[] = [];
  const others: WidgetChoice[] = [];
  for (const [index, choice] of choices.entries()) {
    const { label, words } = folded[index] ?? { label: '', words: [] };
    if (!typedWords.every((word) => matchesWord(word, words, label))) continue;
    (label.startsWith(text.trim()) ? first : others).push(choice);
  }
  return [...first, ...others];
}

/**
 * Returns the enabled choice whose whole label was typed, ignoring case, diacritics and surrounding spaces.
 * If several match, returns the first with exactly this label; undefined if there is none, and if no choice
 * matches.
 */
export function findChoiceByLabel(
  { choices, folded }: SearchableChoices,
  typed: string,
): WidgetChoice | undefined {
  const text = foldLabel(typed).trim();
  const matches = choices.filter(
    (choice, index) => !choice.isDisabled && folded[index]?.label.trim() === text,
  );
  const exact = matches.filter(({ label }) => label.trim() === typed.trim());
  return exact[0] ?? (matches.length === 1 ? matches[0] : undefined);
}

/**
 * Returns true if one of the label's words begins with the typed word. If the typed word contains a script
 * without spaces, it may be anywhere in the label. All arguments are as `foldLabel` returns them.
 * @param words The words of the label.
 */
function matchesWord(word: string, words: readonly string[], label: string): boolean {
  return (
    words.some((one) => one.startsWith(word)) || (scriptsWithoutSpaces.test(word) && label.includes(word))
  );
}

/** Matches a character of a script that writes no spaces between words. */
const scriptsWithoutSpaces = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;

/** Returns the runs of letters and digits; empty if there are none. */
function splitIntoWords(folded: string): readonly string[] {
  return folded.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
}

/**
 * Returns a text in lower case without diacritics and invisible characters: `foldLabel('Saint-Hélier') //
 * 'saint-helier'`.
 */
function foldLabel(text: string): string {
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
