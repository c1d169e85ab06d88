import type en from './catalogues/en.json';

/**
 * The keys of the phrases for sentences about rules and plans, in ICU MessageFormat. A phrase `fact.…` is the
 * subject of a statement: "the site" in "the site is Kiel". A fact of one thing among several (an office, an
 * enquiry type, a choice, an item of a list) is worded as a relative clause, because it follows the noun:
 * "whose name" in "an office whose name is Kiel".
 *
 * Some languages have rules of their own. German: a statement ends with its verb, because it follows „wenn“.
 * French: no word agrees with a label, because the gender of a label is not known. Arabic: no sentence has a
 * verb that would have to agree with its subject.
 */
export type SentenceKey = keyof typeof en;

export type SentenceCatalogue = Readonly<Record<SentenceKey, string>>;
