import { lookUpLocale } from '../../texts/locale.ts';
import ar from './catalogues/settings.ar.json' with { type: 'json' };
import de from './catalogues/settings.de.json' with { type: 'json' };
import en from './catalogues/settings.en.json' with { type: 'json' };
import fr from './catalogues/settings.fr.json' with { type: 'json' };
import { createLanguageTools, type LanguageTools } from './language-tools.ts';
import type { SettingPhraseKey } from './settings.ts';

const catalogues: Readonly<Record<string, Readonly<Record<SettingPhraseKey, string>>>> = { en, de, fr, ar };

/** Creates the tools for phrases about settings, in the supported language that is nearest to the locale. */
export function createSettingLanguage(locale: string): LanguageTools<SettingPhraseKey> {
  const supported = lookUpLocale(locale, Object.keys(catalogues)) ?? 'en';
  return createLanguageTools(supported, catalogues[supported] ?? en);
}
