import type { en } from './catalogues/en.ts';

export type WordKey = keyof typeof en;

export type Catalogue = Readonly<Record<WordKey, string>>;
