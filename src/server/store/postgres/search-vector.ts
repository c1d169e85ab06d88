import { isMailAddress } from '../../platform/config/variables.ts';
import type { NewEnquiry } from '../records/new-enquiry.ts';
import { buildExtraTerms, collectTexts, toFoldedTerms } from '../repositories/search-terms.ts';

/**
 * Returns the search terms of an enquiry as the text of a `tsvector`: `zoe:1 winter:2`. Each term has its
 * position, so that phrases can be found. Terms beyond the limits of a `tsvector` are left out. Mail
 * addresses in the answers come first, after the reference, the id and the visitor's address, so that a
 * person is found and erased by their address, however long the rest is. Terms are folded as for SQLite:
 * dictionaries of PostgreSQL have one language each, and `unaccent` is an extension.
 */
export function buildSearchVector(
  entry: Pick<NewEnquiry, 'id' | 'reference' | 'visitor' | 'values'>,
): string {
  const { reference, id, visitor, values } = entry;
  const answers = collectTexts(values);
  const [addresses, others] = [answers.filter(isAddress), answers.filter((text) => !isAddress(text))];
  const texts = [
    reference,
    id,
    visitor.email ?? '',
    ...addresses,
    visitor.name ?? '',
    ...others,
    buildExtraTerms([visitor.name, values]),
  ];
  const lexemes: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    for (const word of toLexemes(text)) {
      bytes += Buffer.byteLength(word) + overheadBytes;
      if (lexemes.length >= maxPositions || bytes > maxBytes) return lexemes.join(' ');
      lexemes.push(`${word}:${lexemes.length + 1}`);
    }
  }
  return lexemes.join(' ');
}

/** Returns true if a text is a mail address, by which people are found (`personData`). */
function isAddress(text: string): boolean {
  return isMailAddress(text.trim());
}

/**
 * Returns a `tsquery` of the consecutive words of a text; empty if it has none. If `goesOn`, the last word is
 * a prefix.
 */
export function toPhraseQuery(text: string, goesOn = false): string {
  const words = toLexemes(text).map((word) => `'${word}'`);
  return words.length === 0 ? '' : `${words.join(' <-> ')}${goesOn ? ':*' : ''}`;
}

/**
 * Returns the words of a text in the form in which they are indexed. No dictionary of PostgreSQL is used,
 * since each is for one language.
 */
function toLexemes(text: string): readonly string[] {
  return toFoldedTerms(text).map(truncateWord);
}

/**
 * Truncates a word of `longestWord` bytes or more to a quarter as many characters, because PostgreSQL stores
 * no longer ones (PostgreSQL 15, "Limitations" of text search). Returns shorter words unchanged.
 */
function truncateWord(word: string): string {
  return Buffer.byteLength(word) < longestWord ? word : word.slice(0, longestWord / 4);
}

/** In bytes of UTF-8; below 2 kB, the limit of PostgreSQL. */
const longestWord = 2046;
/** PostgreSQL stores all later positions as this one. */
const maxPositions = 16_383;
/** Below the limit of a `tsvector`, 1 MB, including the overhead for each word. */
const maxBytes = 900_000;
/** The bytes that a `tsvector` needs for each word beside its text. */
const overheadBytes = 8;
