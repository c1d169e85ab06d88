export interface ContentEvent {
  readonly title: string;
  /** The domain of the event's site. Letter case does not matter. */
  readonly domain: string;
  /** ISO date. */
  readonly startsOn: string;
}

/**
 * Returns the titles of a domain's events that start on a day or later, without duplicates, in the order of
 * the events.
 * @param day An ISO date.
 */
export function listEventTitles(
  events: readonly ContentEvent[],
  { domain, day }: { readonly domain: string; readonly day: string },
): readonly string[] {
  const own = domain.toLowerCase();
  const titles = events.flatMap((event) =>
    event.startsOn >= day && event.domain.toLowerCase() === own ? [event.title] : [],
  );
  return [...new Set(titles)];
}
