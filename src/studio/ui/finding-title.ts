import { lookUpLocale } from '#engine';
import { type DocumentFindingCode, documentFindingDescriptions } from '#engine/check/finding.ts';
import { defineMessages } from './messages.ts';
import ar from './words/findings.ar.json';
import de from './words/findings.de.json';
import fr from './words/findings.fr.json';

const defineFindingTitles = defineMessages<DocumentFindingCode>();

/** The title of each finding code, by language. The English titles come from the engine. */
const titlesByLanguage: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ar: defineFindingTitles(ar),
  de: defineFindingTitles(de),
  fr: defineFindingTitles(fr),
  en: documentFindingDescriptions,
};

/**
 * Returns the title of a finding code in the nearest available language, or in English if there is none.
 * Undefined for an unknown code, such as one of a newer server.
 */
export function findFindingTitle(locale: string, code: string): string | undefined {
  const language = lookUpLocale(locale, Object.keys(titlesByLanguage)) ?? 'en';
  const titles: Readonly<Record<string, string>> = titlesByLanguage[language] ?? documentFindingDescriptions;
  return Object.hasOwn(titles, code) ? titles[code] : undefined;
}
