import { lookUpLocale } from '#engine';
import type { FrameContent, FrameWords, PrivacyPolicy } from './content.ts';
import { pickFilledTexts, type RawFrame, toFilledText } from './raw-content.ts';

/** Converts the content of `frame.json` and leaves out blank texts. An absent file has no texts. */
export function linkFrame(raw: RawFrame | undefined): FrameContent {
  const words = Object.entries(raw?.words ?? {}).map(([tag, texts]) => [
    tag,
    pickFilledTexts<FrameWords>(texts),
  ]);
  return {
    indexImage: toFilledText(raw?.indexImage),
    words: Object.fromEntries(words),
    privacyPolicy: raw?.privacyPolicy ?? {},
  };
}

/** Returns the texts in the nearest available language, else in English, else none. */
export function findFrameTexts({ words }: FrameContent, locale: string): FrameWords {
  const tag = findNearestTag(words, locale);
  return (tag !== undefined && words[tag]) || {};
}

/**
 * Returns the privacy policy in the nearest available language, else in English, else in the first language,
 * with the tag of the language. Undefined if the content has none.
 */
export function findPrivacyPolicy(
  { privacyPolicy }: FrameContent,
  locale: string,
): (PrivacyPolicy & { readonly lang: string }) | undefined {
  const lang = findNearestTag(privacyPolicy, locale) ?? Object.keys(privacyPolicy)[0];
  const policy = lang === undefined ? undefined : privacyPolicy[lang];
  return lang === undefined || policy === undefined ? undefined : { ...policy, lang };
}

/** Returns the nearest of the language tags that are keys, else English; undefined if there is neither. */
function findNearestTag(byTag: Readonly<Record<string, unknown>>, locale: string): string | undefined {
  const tags = Object.keys(byTag);
  return lookUpLocale(locale, tags) ?? lookUpLocale('en', tags);
}
