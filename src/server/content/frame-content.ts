import { lookUpLocale } from '#engine';
import { filled, filledTexts, type RawFrame } from './raw-content.ts';

/** What the content says around its pages: of `frame.json`, or nothing. */
export interface FrameContent {
  /** The picture at the top of the index: a path on the same origin. */
  readonly indexImage?: string;
  /** By language tag. */
  readonly words: Readonly<Record<string, FrameWords>>;
}

/** The words around the pages in one language. */
export interface FrameWords {
  /** A line at the end of every page. */
  readonly footerNote?: string;
  /** The head of the index. */
  readonly indexEyebrow?: string;
  readonly indexTitle?: string;
  readonly indexLead?: string;
}

/** A frame without its empty texts. */
export function linkFrame(raw: RawFrame | undefined): FrameContent {
  const words = Object.entries(raw?.words ?? {}).map(([tag, texts]) => [tag, filledTexts<FrameWords>(texts)]);
  return { ...filled('indexImage', raw?.indexImage), words: Object.fromEntries(words) };
}

/** The words in the nearest language that there is, else in English, else none. */
export function frameWords({ words }: FrameContent, locale: string): FrameWords {
  const tags = Object.keys(words);
  const tag = lookUpLocale(locale, tags) ?? lookUpLocale('en', tags);
  return (tag !== undefined && words[tag]) || {};
}
