import { lookUpLocale } from '#engine';
import type { FrameContent, FrameWords } from './content.ts';
import { pickFilledTexts, type RawFrame, toFilledText } from './raw-content.ts';

/** Converts the content of `frame.json` and leaves out blank texts. An absent file has no texts. */
export function linkFrame(raw: RawFrame | undefined): FrameContent {
  const words = Object.entries(raw?.words ?? {}).map(([tag, texts]) => [
    tag,
    pickFilledTexts<FrameWords>(texts),
  ]);
  return { indexImage: toFilledText(raw?.indexImage), words: Object.fromEntries(words) };
}

/** Returns the texts in the nearest available language, else in English, else none. */
export function findFrameTexts({ words }: FrameContent, locale: string): FrameWords {
  const tags = Object.keys(words);
  const tag = lookUpLocale(locale, tags) ?? lookUpLocale('en', tags);
  return (tag !== undefined && words[tag]) || {};
}
