import {
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import { readFrozenDocuments } from './forms.ts';

/** An artificial language made from the English texts, which reveals faults of a page. */
export interface PseudoLocale {
  readonly locale: string;
  /** Changes the literal text between a message's arguments; white space at either end stays. */
  readonly words: (literal: string) => string;
  readonly message: (text: string) => string;
}

/**
 * Longer by 35 %, accented and in brackets: a text without brackets is hard-coded, one without its closing
 * bracket was cut off. `Send message` becomes `[Šéññð ɱɱéšššååĝéé]`.
 */
export const longLocale: PseudoLocale = {
  locale: 'en-XA',
  words: (literal) => accentText(lengthenText(literal)),
  message: (text) => `[${text}]`,
};

/** From right to left, every text reversed: a text in reading order is hard-coded or content. */
export const mirroredLocale: PseudoLocale = {
  locale: 'ar-XB',
  words: (literal) => literal.replace(/^(\s*)(.*?)(\s*)$/su, `$1${override}$2${pop}$3`),
  message: (text) => text,
};

/** RIGHT-TO-LEFT OVERRIDE and POP DIRECTIONAL FORMATTING (Unicode Standard Annex 9, section 2). */
const [override, pop] = ['\u202E', '\u202C'];

/** Returns the texts of pseudo-locales as documents: `{'texts/en-XA.json': {...}}`. */
export function pseudoDocuments(
  pseudoLocales: readonly PseudoLocale[] = [longLocale, mirroredLocale],
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const english = readFrozenDocuments()['texts/en.json'] as Readonly<Record<string, string>>;
  return Object.fromEntries(
    pseudoLocales.map((pseudo) => [`texts/${pseudo.locale}.json`, pseudoTexts(english, pseudo)]),
  );
}

/**
 * Returns the texts of a language in a pseudo-locale. Arguments, plurals and texts without letters do not
 * change.
 */
function pseudoTexts(
  texts: Readonly<Record<string, string>>,
  pseudo: PseudoLocale,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, key === '$schema' ? text : pseudoText(text, pseudo)]),
  );
}

function pseudoText(text: string, { words, message }: PseudoLocale): string {
  const tree = parse(text, { ignoreTag: true });
  return hasLetters(tree) ? message(printAST(rewriteMessage(tree, words))) : text;
}

function rewriteMessage(
  elements: readonly MessageFormatElement[],
  words: PseudoLocale['words'],
): MessageFormatElement[] {
  return elements.map((element) => {
    if (isLiteralElement(element)) return { ...element, value: changeLiteral(element.value, words) };
    if (!isPluralElement(element) && !isSelectElement(element)) return element;
    const options = Object.entries(element.options).map(
      ([selector, { value }]) => [selector, { value: rewriteMessage(value, words) }] as const,
    );
    return { ...element, options: Object.fromEntries(options) };
  });
}

function hasLetters(elements: readonly MessageFormatElement[]): boolean {
  return elements.some((element) => {
    if (isLiteralElement(element)) return letter.test(element.value);
    if (!isPluralElement(element) && !isSelectElement(element)) return false;
    return Object.values(element.options).some(({ value }) => hasLetters(value));
  });
}

const letter = /\p{L}/u;

function changeLiteral(literal: string, words: PseudoLocale['words']): string {
  return letter.test(literal) ? words(literal) : literal;
}

/** The length of a translation compared with English: German and Finnish come near this in short texts. */
const growth = 0.35;

/** Letters are repeated evenly, so that every word grows and lines still break between words. */
function lengthenText(literal: string): string {
  const letters = [...literal].filter((character) => letter.test(character)).length;
  const more = Math.ceil(literal.length * growth);
  let at = 0;
  return literal.replaceAll(/\p{L}/gu, (character) => {
    const before = Math.floor((at * more) / letters);
    at += 1;
    return character.repeat(1 + Math.floor((at * more) / letters) - before);
  });
}

function accentText(literal: string): string {
  return [...literal].map((character) => accents.get(character) ?? character).join('');
}

const accents: ReadonlyMap<string, string> = new Map(
  Array.from(
    'AÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQǪRŔSŠTŢUÛVṼWŴXẊYÝZŽaåbƀcçdðeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqǫrŕsštţuûvṽwŵxẋyýzž'.matchAll(
      /(.)(.)/gu,
    ),
    ([, plain = '', accent = '']) => [plain, accent],
  ),
);
