/** Consecutive words. If `goesOn`, the last one may be a prefix of a word. */
export interface Phrase {
  readonly text: string;
  readonly goesOn: boolean;
}

/** A part of a search. It matches an enquiry that contains all phrases of one of its alternatives. */
export interface SearchPart {
  readonly alternatives: readonly (readonly Phrase[])[];
}

/**
 * Parses a search into parts that must all match. Parts that another part implies are left out. Returns an
 * empty list for a search without a word.
 */
export function parseSearch(search: string): readonly SearchPart[] {
  const lowered = search.toLowerCase();
  const numbers = findTelephoneNumbers(lowered);
  const others = numbers.reduce((rest, { written }) => rest.replace(written, ' '), lowered);
  return [
    ...numbers.map(({ written, digits, isInternational }) => ({
      alternatives: [toPhrases(written), ...findNumberAlternatives(digits, isInternational)],
    })),
    ...toPhrases(others).map((phrase) => ({ alternatives: [[phrase], ...findAlternatives(phrase)] })),
  ];
}

/**
 * Returns extra terms by which the texts of an enquiry are found, separated by spaces: pairs of characters in
 * scripts without spaces, other spellings of letters such as `ß` and `ü`, and telephone numbers with their
 * digits reversed.
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

/** Returns every text and number in a value, at any depth. */
export function collectTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(collectTexts);
}

/**
 * Returns the words of a text, each as a phrase. Words that are a prefix of another one are left out: the
 * longer one implies them.
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
 * Returns true if the last word has more than two bytes, so that it may be searched as a prefix. One or two
 * letters match nearly every enquiry, and such a query would delay the visitors who send.
 */
function canBePrefix(text: string): boolean {
  return Buffer.byteLength(text.match(/[\p{L}\p{N}]+/gu)?.at(-1) ?? '') > 2;
}

/**
 * Returns the lists of phrases by which a phrase is also found: its other spellings and its pairs of
 * characters, as `buildExtraTerms` stores them.
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: every character of one byte
const isAscii = /^[\x00-\x7f]*$/;
const isLetterOrDigit = /[\p{L}\p{N}]/u;

/** Returns the runs of letters, digits and their accents, unchanged. */
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

/** Returns the runs of a text in scripts without spaces, as letters only. */
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
 * Returns the phrase that finds a run of `findUnspacedRuns` by its pairs. A single character is the prefix of
 * a pair.
 */
function toRunPhrase(run: string): Phrase {
  const pairs = toPairs(run);
  return pairs.length === 0 ? { text: run, goesOn: true } : { text: pairs.join(' '), goesOn: false };
}

/**
 * Letters that are not accented forms of another letter, with their spelling in plain letters; then the
 * German and Nordic spellings.
 */
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
const spellings: readonly Readonly<Record<string, string>>[] = [
  plainLetters,
  { ...plainLetters, ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' },
];

/**
 * Returns a word without accents in which these letters are replaced by their spellings; undefined if it has
 * none of them.
 */
function respell(word: string, letters: Readonly<Record<string, string>>): string | undefined {
  const composed = word.normalize('NFC').toLowerCase();
  const spelled = composed.replaceAll(/\p{L}/gu, (letter) => letters[letter] ?? letter);
  return spelled === composed ? undefined : foldWord(spelled);
}

function listSpellings(word: string): readonly string[] {
  return [...new Set(spellings.flatMap((letters) => respell(word, letters) ?? []))];
}

interface TelephoneNumber {
  readonly written: string;
  /** Without the trunk prefix 0 in brackets and without leading zeros. */
  readonly digits: string;
  readonly isInternational: boolean;
}

const numberLike = /[+(\d][\d ()./\u00a0\u202f\u2010-\u2015-]+/gu;
/** A separator between two numbers in one line. */
const betweenNumbers = /[ ()./\u00a0\u202f\u2010-\u2015-]{3,}/u;
/** The length of a short local number, and the maximum (ITU-T E.164). */
const [fewestDigits, mostDigits] = [6, 15];

/** Returns the telephone numbers in a text, except digits that touch a word. */
function findTelephoneNumbers(text: string): readonly TelephoneNumber[] {
  return [...text.matchAll(numberLike)].flatMap(({ 0: run, index }) => {
    const isInWord = [text[index - 1], text[index + run.trimEnd().length]].some((beside) =>
      isLetterOrDigit.test(beside ?? ''),
    );
    return isInWord ? [] : run.split(betweenNumbers).flatMap(parseTelephoneNumber);
  });
}

/** Returns the number in a text; an empty list if it has too few or too many digits. */
function parseTelephoneNumber(piece: string): readonly TelephoneNumber[] {
  const written = piece.trim();
  const all = written.replace(/\(0\)/, '').replaceAll(/\D/g, '');
  const digits = all.replace(/^0+/, '');
  if (digits.length < fewestDigits || digits.length > mostDigits) return [];
  return [{ written, digits, isInternational: /^\(?(?:\+|00)/.test(written) }];
}

/** Reverses the digits: people write the start of a number in different ways, but not its end. */
function reverseDigits(digits: string): string {
  return [...digits].reverse().join('');
}

/**
 * Returns the lists of phrases that find a number by its end. A number with a country code of one to three
 * digits is also found if it was stored without the code.
 */
function findNumberAlternatives(digits: string, isInternational: boolean): readonly (readonly Phrase[])[] {
  const local = isInternational ? [1, 2, 3].map((code) => digits.slice(code).replace(/^0+/, '')) : [];
  return [
    [{ text: reverseDigits(digits), goesOn: true }],
    ...local
      .filter((one) => one.length >= fewestDigits)
      .map((one) => [{ text: reverseDigits(one), goesOn: false }]),
  ];
}
