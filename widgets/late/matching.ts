import type { Choice } from '../controls/widget-props.ts';

/** Choices that can be searched by what a visitor types. */
export interface Searchable {
  readonly choices: readonly Choice[];
  /** Of each choice its label as it is compared, and the words of that. */
  readonly folded: readonly { readonly label: string; readonly words: readonly string[] }[];
}

/** Choices, made ready once for every letter that is typed. */
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
 * The choices that a text means: each of its words begins one of the label's, whatever the case and the diacritics. Those whose label
 * begins with the text come first, otherwise they keep their order; all of them where nothing is typed.
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

/** The one choice that a text names in full; undefined where none or several are called so. */
export function named({ choices, folded }: Searchable, typed: string): Choice | undefined {
  const text = fold(typed).trim();
  const same = choices.filter((choice, index) => !choice.isDisabled && folded[index]?.label.trim() === text);
  const exact = same.filter(({ label }) => label.trim() === typed.trim());
  return exact[0] ?? (same.length === 1 ? same[0] : undefined);
}

function begins(word: string, words: readonly string[], label: string): boolean {
  return words.some((one) => one.startsWith(word)) || (withoutSpaces.test(word) && label.includes(word));
}

/** Scripts that put no space between words. */
const withoutSpaces = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;

function wordsOf(folded: string): readonly string[] {
  return folded.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);
}

/** `fold('Saint-Hélier') // 'saint-helier'`: small letters without diacritics and what nobody sees. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Diacritic}|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Letters that Unicode does not take apart, as they are typed on a keyboard without them. */
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
