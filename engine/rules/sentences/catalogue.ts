import type { en } from './catalogues/en.ts';

export type SentenceKey = keyof typeof en;

export type SentenceCatalogue = Readonly<Record<SentenceKey, string>>;
