import { lookUpLocale } from '#engine';
import { type ToldCode, toldOfDocuments } from '#engine/check/finding.ts';
import ar from '../words/findings.ar.json';
import de from '../words/findings.de.json';
import fr from '../words/findings.fr.json';
import { wordsFor } from '../words.ts';

const exactly = wordsFor<ToldCode>();

/** The title of each finding code, by language. The English titles come from the engine. */
const byLanguage: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...{ ar: exactly(ar), de: exactly(de), fr: exactly(fr) },
  en: toldOfDocuments,
};

/**
 * Returns the title of a finding code in the nearest available language, or in English. Undefined for a code
 * of another version.
 */
export function findingTitle(locale: string, code: string): string | undefined {
  const language = lookUpLocale(locale, Object.keys(byLanguage)) ?? 'en';
  const titles: Readonly<Record<string, string>> = byLanguage[language] ?? toldOfDocuments;
  return Object.hasOwn(titles, code) ? titles[code] : undefined;
}
