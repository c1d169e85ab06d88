import type { Documents, Form } from '../../model/types.ts';
import { catalogues, type SentenceCatalogue } from './catalogue.ts';
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

const cataloguesByLocale: Readonly<Record<string, SentenceCatalogue>> = catalogues;

/** The supported languages of sentences. */
export const sentenceLocales: readonly string[] = Object.keys(catalogues);

/**
 * Returns the display names of a form and the tools of the nearest supported language, with which sentences
 * are built.
 */
export function createSentenceContext({ locale, ...naming }: SentenceOptions): SentenceContext {
  const supportedLocale = chooseSentenceLocale(locale, sentenceLocales);
  const languageTools = createLanguageTools(
    supportedLocale,
    cataloguesByLocale[supportedLocale] ?? catalogues.en,
  );
  return { names: createDisplayNames(naming, languageTools), language: languageTools };
}
