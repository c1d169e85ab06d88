import type { Documents, Form } from '../../model/types.ts';
import { presetAr, presetDe, presetFr } from '../../preset/catalogues.ts';
import { englishCatalogue, type SentenceCatalogue } from './catalogue.ts';
import ar from './catalogues/ar.json' with { type: 'json' };
import de from './catalogues/de.json' with { type: 'json' };
import fr from './catalogues/fr.json' with { type: 'json' };
import settingsAr from './catalogues/settings.ar.json' with { type: 'json' };
import settingsDe from './catalogues/settings.de.json' with { type: 'json' };
import settingsFr from './catalogues/settings.fr.json' with { type: 'json' };
import type { SentenceContext } from './conditions.ts';
import { chooseSentenceLocale, createLanguageTools } from './language-tools.ts';
import { createDisplayNames, type NamedContent } from './names.ts';

/** The form to describe, and the locale. The nearest of `en`, `de`, `fr` and `ar` is used, else English. */
export interface SentenceOptions {
  readonly form: Form;
  /** Documents contain the descriptions of rules and lists, which are their display names. */
  readonly documents?: Documents;
  readonly content?: NamedContent;
  readonly locale: string;
}

/**
 * The phrases of every language, with those of the preset and of the settings. They are the result of a call, which programs that
 * need only the English ones drop, because bundlers do not drop an object that spreads another one.
 * @public The tests of texts read them.
 */
export const catalogues: Readonly<Record<string, SentenceCatalogue>> = /* @__PURE__ */ (() => ({
  en: englishCatalogue,
  de: { ...de, ...presetDe, ...settingsDe },
  fr: { ...fr, ...presetFr, ...settingsFr },
  ar: { ...ar, ...presetAr, ...settingsAr },
}))();

/** The supported languages of sentences. */
export const sentenceLocales: readonly string[] = /* @__PURE__ */ Object.keys(catalogues);

/**
 * Returns the display names of a form and the tools of the nearest supported language, with which sentences
 * are built.
 */
export function createSentenceContext({ locale, ...naming }: SentenceOptions): SentenceContext {
  const supportedLocale = chooseSentenceLocale(locale, sentenceLocales);
  const languageTools = createLanguageTools(supportedLocale, catalogues[supportedLocale] ?? englishCatalogue);
  return { names: createDisplayNames(naming, languageTools), language: languageTools };
}
