import type { en } from './catalogues/en.ts';

/** A key of what is said. */
export type WordKey = keyof typeof en;

/** What is said in one language. */
export type Catalogue = Readonly<Record<WordKey, string>>;
