import { lookUpLocale } from '#engine';
import type { FrameContent, FrameWords } from './content.ts';
import { filledText, filledTexts, type RawFrame } from './raw-content.ts';

export function linkFrame(raw: RawFrame | undefined): FrameContent {
  const words = Object.entries(raw?.words ?? {}).map(([tag, texts]) => [tag, filledTexts<FrameWords>(texts)]);
  return { indexImage: filledText(raw?.indexImage), words: Object.fromEntries(words) };
}

/** Returns the texts in the nearest available language, else in English, else none. */
export function frameWords({ words }: FrameContent, locale: string): FrameWords {
  const tags = Object.keys(words);
  const tag = lookUpLocale(locale, tags) ?? lookUpLocale('en', tags);
  return (tag !== undefined && words[tag]) || {};
}
