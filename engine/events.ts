/** An event of a site's content. */
export interface ContentEvent {
  readonly title: string;
  /** Of the site that it belongs to; letter case does not matter. */
  readonly domain: string;
  /** ISO date. */
  readonly startsOn: string;
}

/** The titles of a domain's events that start on a day (ISO date) or later, each once, in the order of the events. */
export function eventTitlesFrom(
  events: readonly ContentEvent[],
  { domain, day }: { readonly domain: string; readonly day: string },
): readonly string[] {
  const own = domain.toLowerCase();
  const titles = events.flatMap((event) =>
    event.startsOn >= day && event.domain.toLowerCase() === own ? [event.title] : [],
  );
  return [...new Set(titles)];
}
