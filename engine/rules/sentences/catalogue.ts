import { presetEn } from '../../preset/catalogues.ts';
import en from './catalogues/en.json' with { type: 'json' };
import settingsEn from './catalogues/settings.en.json' with { type: 'json' };

/**
 * The keys of the phrases for sentences about rules and plans, in ICU MessageFormat. A phrase `fact.…` is the
 * subject of a statement: "the site" in "the site is Kiel". A fact of one thing among several (an office, an
 * enquiry type, a choice, an item of a list) is worded as a relative clause, because it follows the noun:
 * "whose name" in "an office whose name is Kiel".
 */
export type SentenceKey = keyof typeof en | keyof typeof presetEn | keyof typeof settingsEn;

/**
 * The phrases of one language. Arabic sentences have no verb that would have to agree with its subject; a
 * German statement ends with its verb, because it follows „wenn“; no French word agrees with a label, because
 * the gender of a label is not known.
 */
export type SentenceCatalogue = Readonly<Record<SentenceKey, string>>;

/** The English phrases, with those of the preset and of the settings. Programs that need only the keys load no other language. */
export const englishCatalogue: SentenceCatalogue = { ...en, ...presetEn, ...settingsEn };
