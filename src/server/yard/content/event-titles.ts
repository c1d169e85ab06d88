import { listEventTitles } from '#engine';
import { memoizeByObject } from '#engine/model/memoize.ts';
import type { YardContent } from './content.ts';

/**
 * Returns the titles of a domain's events that start on a day or later, without duplicates, the earliest
 * first. The result is cached: equal arguments give the identical array, until the cache is full and is
 * cleared.
 * @param day ISO date, in UTC.
 */
export function getFutureEventTitles(content: YardContent, domain: string, day: string): readonly string[] {
  const key = `${day} ${domain.toLowerCase()}`;
  const known = getCachedTitles(content);
  let titles = known.get(key);
  if (titles === undefined) {
    titles = listEventTitles(content.events, { domain, day });
    if (known.size >= maxCachedTitles) known.clear();
    known.set(key, titles);
  }
  return titles;
}

/** Bounds the cache: days change, and a caller may send any domain. */
const maxCachedTitles = 256;
/** Returns the cache of a content: titles by day and domain. */
const getCachedTitles = memoizeByObject((_content: YardContent) => new Map<string, readonly string[]>());
