import type { YardContent } from './content.ts';
import { getFutureEventTitles } from './event-titles.ts';

/**
 * The queries about a site, by the name of their operation. Each gets the content, the domain of the site and
 * the day (ISO date, in UTC).
 */
export const siteQueries: Readonly<Record<string, SiteQuery>> = { getFutureEventTitles };

type SiteQuery = (content: YardContent, domain: string, day: string) => readonly string[];
