import { isMailAddress } from '../../config/variables.ts';
import { atomsOf, foldedWords, furtherWords } from '../search-words.ts';
import type { NewEnquiry } from '../store.ts';

/**
 * The words that an enquiry is found by, as the text of a `tsvector`: `zoe:1 winter:2`. Each as `foldedWords` gives it, with its place, so
 * that words beside each other can be asked for. Of more words than it takes the last are left out; mail addresses among the answers come
 * first, so that whoever is looked for by theirs is found and erased, however much else was written.
 */
export function searchVector(entry: Pick<NewEnquiry, 'id' | 'reference' | 'visitor' | 'values'>): string {
  const { reference, id, visitor, values } = entry;
  const answers = atomsOf(values);
  const [addresses, others] = [answers.filter(isAddress), answers.filter((text) => !isAddress(text))];
  const texts = [
    reference,
    id,
    visitor.email ?? '',
    ...addresses,
    visitor.name ?? '',
    ...others,
    furtherWords([visitor.name, values]),
  ];
  const lexemes: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    for (const word of lexemesOf(text)) {
      bytes += Buffer.byteLength(word) + bytesBeside;
      if (lexemes.length >= mostPlaces || bytes > mostBytes) return lexemes.join(' ');
      lexemes.push(`${word}:${lexemes.length + 1}`);
    }
  }
  return lexemes.join(' ');
}

/** Whether a text is what a person is looked for by (`personData`). */
function isAddress(text: string): boolean {
  return isMailAddress(text.trim());
}

/** A `tsquery` of the words of a text beside each other, the last of which may go on; empty where it has none. */
export function phraseOf(text: string, goesOn = false): string {
  const words = lexemesOf(text).map((word) => `'${word}'`);
  return words.length === 0 ? '' : `${words.join(' <-> ')}${goesOn ? ':*' : ''}`;
}

/** The words of a text. No extension of PostgreSQL's is needed, and no dictionary, which would be of one language. */
function lexemesOf(text: string): readonly string[] {
  return foldedWords(text).map(shortened);
}

/** No longer than PostgreSQL takes (PostgreSQL 15, "Limitations" of text search: less than 2 kB a word). */
function shortened(word: string): string {
  return Buffer.byteLength(word) < longestWord ? word : word.slice(0, longestWord / 4);
}

const longestWord = 2046;
/** Later places are all the same to PostgreSQL. */
const mostPlaces = 16_383;
/** Less than a `tsvector` may have, of 1 MB, with what it takes beside each word. */
const mostBytes = 900_000;
const bytesBeside = 8;
