/**
 * Consecutive words. If `goesOn`, the last word matches every word that starts with it, otherwise that word
 * only.
 */
export interface Phrase {
  readonly text: string;
  readonly goesOn: boolean;
}

/** A part of a search. It matches an enquiry that contains all phrases of one of its alternatives. */
export interface SearchPart {
  readonly alternatives: readonly (readonly Phrase[])[];
}

/**
 * Parses a search into parts that must all match: its telephone numbers, then its other words. Words that are
 * repeated, or are a prefix of another one, are left out. Returns an empty list for a search without a word.
 */
export function parseSearch(search: string): readonly SearchPart[] {
  const lowered = search.toLowerCase();
  const numbers = findTelephoneNumbers(lowered);
  const others = numbers.reduce((rest, { written }) => rest.replace(written, ' '), lowered);
  return [
    ...numbers.map(({ written, digits, hasCountryCode }) => ({
      alternatives: [toPhrases(written), ...findNumberAlternatives(digits, hasCountryCode)],
    })),
    ...toPhrases(others).map((phrase) => ({ alternatives: [[phrase], ...findAlternatives(phrase)] })),
  ];
}

/**
 * Returns extra terms by which the texts and numbers in the values of an enquiry are found, separated by
 * spaces: pairs of characters in scripts without spaces, other spellings of letters such as `ß` and `ü`, and
 * telephone numbers with their digits reversed. Empty if there are none.
 */
export function buildExtraTerms(values: unknown): string {
  return collectTexts(values)
    .flatMap((text) => [
      ...(isAscii.test(text)
        ? []
        : [...findUnspacedRuns(text).flatMap(toPairs), ...splitWords(text).flatMap(listSpellings)]),
      ...findTelephoneNumbers(text).map(({ digits }) => reverseDigits(digits)),
    ])
    .join(' ');
}

/**
 * Returns the runs of letters and digits of a text, in lower case and without accents, as SQLite's `unicode61
 * remove_diacritics 2` splits them: `Écluse 7` → `ecluse`, `7`.
 */
export function toFoldedTerms(text: string): readonly string[] {
  return splitWords(text).map(foldWord);
}

/**
 * Returns every text and number in a value, at any depth, the numbers as texts. Names of properties are left
 * out.
 */
export function collectTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(collectTexts);
}

/**
 * Splits a text at spaces and returns each piece that has a letter or digit as a phrase. Repeated pieces are
 * left out, and so are those that may be a prefix and are the start of another one: the longer one implies
 * them.
 */
function toPhrases(text: string): readonly Phrase[] {
  const phrases = text.split(/\s+/u).map((one) => ({ text: one, goesOn: canBePrefix(one) }));
  return phrases
    .filter((phrase) => isLetterOrDigit.test(phrase.text))
    .filter((phrase, at) =>
      phrases.every(
        (other, otherAt) =>
          at === otherAt ||
          !(other.text === phrase.text ? otherAt < at : phrase.goesOn && other.text.startsWith(phrase.text)),
      ),
    );
}

/**
 * Returns true if the last run of letters and digits has more than two bytes, so that it may be searched as a
 * prefix. One or two letters match nearly every enquiry, and such a query would delay the visitors who send.
 */
function canBePrefix(text: string): boolean {
  return Buffer.byteLength(text.match(/[\p{L}\p{N}]+/gu)?.at(-1) ?? '') > 2;
}

/**
 * Returns the lists of phrases, other than the phrase itself, by which it is also found: its other spellings
 * and its pairs of characters, as `buildExtraTerms` stores them. Empty if there are none.
 */
function findAlternatives({ text, goesOn }: Phrase): readonly (readonly Phrase[])[] {
  const unspaced = findUnspacedRuns(text).map(toRunPhrase);
  const spaced = splitWords(text).filter((word) => findUnspacedRuns(word).length === 0);
  const apart = unspaced.length > 0 ? [[...unspaced, ...toPhrases(spaced.join(' '))]] : [];
  const words = splitWords(text);
  const spelled = new Set(
    spellings.map((letters) => words.map((word) => respell(word, letters) ?? foldWord(word)).join(' ')),
  );
  spelled.delete(words.map(foldWord).join(' '));
  const others = [...spelled].map((other) =>
    other.split(' ').map((word, at) => ({ text: word, goesOn: goesOn && at === words.length - 1 })),
  );
  return [...apart, ...others];
}

/** Matches a text without other characters than ASCII, also the empty one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: every character of one byte
const isAscii = /^[\x00-\x7f]*$/;
const isLetterOrDigit = /[\p{L}\p{N}]/u;

/** Returns the runs of letters, digits and their accents in a text, unchanged and in order. */
function splitWords(text: string): readonly string[] {
  // Combining accents are marks, which do not end a word.
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}

/** Returns a word in lower case and without accents. */
function foldWord(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Characters of scripts without spaces between words. */
const unspacedRun =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/gu;

/**
 * Returns the runs of a text in scripts without spaces, normalised (NFKC, lower case, no accents) and without
 * other signs. Empty for texts in other scripts.
 */
function findUnspacedRuns(text: string): readonly string[] {
  const runs = text.normalize('NFKC').match(unspacedRun) ?? [];
  return runs.flatMap((run) => foldWord(run).match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Returns each character with the next one: `toPairs('購入に') // ['購入', '入に']`. Empty for one character. */
function toPairs(run: string): readonly string[] {
  const characters = [...run];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/**
 * Returns the phrase that finds a run of `findUnspacedRuns` among the stored pairs: all its pairs in order. A
 * run of one character becomes the prefix of a pair.
 */
function toRunPhrase(run: string): Phrase {
  const pairs = toPairs(run);
  return pairs.length === 0 ? { text: run, goesOn: true } : { text: pairs.join(' '), goesOn: false };
}

/** Spellings in plain letters for letters that are not accented forms of another letter. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  þ: 'th',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
};
/** The ways to spell letters: `plainLetters`, and the same with the German and Nordic spellings. */
const spellings: readonly Readonly<Record<string, string>>[] = [
  plainLetters,
  { ...plainLetters, ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' },
];

/**
 * Returns a word in lower case and without accents in which letters with an entry are replaced by their
 * spelling; undefined if the word has none of these letters.
 */
function respell(word: string, letters: Readonly<Record<string, string>>): string | undefined {
  const composed = word.normalize('NFC').toLowerCase();
  const spelled = composed.replaceAll(/\p{L}/gu, (letter) => letters[letter] ?? letter);
  return spelled === composed ? undefined : foldWord(spelled);
}

/**
 * Returns the different spellings of a word by `spellings`; empty if it has no letter with another spelling.
 */
function listSpellings(word: string): readonly string[] {
  return [...new Set(spellings.flatMap((letters) => respell(word, letters) ?? []))];
}

interface TelephoneNumber {
  /** As it is in the text, without spaces around it. */
  readonly written: string;
  /** Without the trunk prefix 0 in brackets and without leading zeros. */
  readonly digits: string;
  /** True if it starts with `+` or `00`. */
  readonly hasCountryCode: boolean;
}

/** Matches a run of digits and the separators of telephone numbers. */
const numberLike = /[+(\d][\d ()./\u00a0\u202f\u2010-\u2015-]+/gu;
/** Matches three or more separators in a row, which divide two numbers in one line. */
const betweenNumbers = /[ ()./\u00a0\u202f\u2010-\u2015-]{3,}/u;
/** The minimum, which is the length of a short local number, and the maximum (ITU-T E.164). */
const [fewestDigits, mostDigits] = [6, 15];

/** Returns the telephone numbers in a text in their order. Digits that touch a letter are left out. */
function findTelephoneNumbers(text: string): readonly TelephoneNumber[] {
  return [...text.matchAll(numberLike)].flatMap(({ 0: run, index }) => {
    const isInWord = [text[index - 1], text[index + run.trimEnd().length]].some((beside) =>
      isLetterOrDigit.test(beside ?? ''),
    );
    return isInWord ? [] : run.split(betweenNumbers).flatMap(parseTelephoneNumber);
  });
}

/**
 * Returns the telephone number in a piece of text as a list of one; an empty list if it has too few or too
 * many digits.
 */
function parseTelephoneNumber(piece: string): readonly TelephoneNumber[] {
  const written = piece.trim();
  const all = written.replace(/\(0\)/, '').replaceAll(/\D/g, '');
  const digits = all.replace(/^0+/, '');
  if (digits.length < fewestDigits || digits.length > mostDigits) return [];
  return [{ written, digits, hasCountryCode: /^\(?(?:\+|00)/.test(written) }];
}

/**
 * Returns the digits in reverse order. People write the start of a number in different ways, but not its end.
 */
function reverseDigits(digits: string): string {
  return [...digits].reverse().join('');
}

/**
 * Returns the lists of phrases that find a stored number by its reversed digits: numbers that end with these
 * digits. For an international number also the numbers that are these digits without a country code of one to
 * three digits.
 */
function findNumberAlternatives(digits: string, hasCountryCode: boolean): readonly (readonly Phrase[])[] {
  const local = hasCountryCode ? [1, 2, 3].map((code) => digits.slice(code).replace(/^0+/, '')) : [];
  return [
    [{ text: reverseDigits(digits), goesOn: true }],
    ...local
      .filter((one) => one.length >= fewestDigits)
      .map((one) => [{ text: reverseDigits(one), goesOn: false }]),
  ];
}
