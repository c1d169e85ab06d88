import { useEffect } from 'react';
import { awaitsOptions, type EventTitles, type Plan } from '#engine';
import { loadTransport } from '../send/load-transport.ts';

interface EventTitlesSource {
  /** The URL of the GraphQL endpoint. */
  readonly endpoint: string;
  /** The domain of the site whose events are fetched. */
  readonly domain: string;
  readonly locale: string;
  readonly onChange: (eventTitles: EventTitles) => void;
}

/**
 * Fetches the titles of future events whenever a plan starts to need them (docs/behaviour.md, "Event
 * titles"), also after a failure. Calls `onChange` with the state `loading`, then `ready` or `failed`; a
 * failure is also logged. Outdated requests are aborted.
 */
export function useEventTitles(plan: Plan, { endpoint, domain, locale, onChange }: EventTitlesSource): void {
  const isNeeded = awaitsOptions(plan);
  useEffect(() => {
    if (!isNeeded) return;
    const controller = new AbortController();
    const { signal } = controller;
    onChange({ state: 'loading' });
    fetchEventTitles({ endpoint, domain, locale, signal }).then(
      (titles) => signal.aborted || onChange({ state: 'ready', titles }),
      (error: unknown) => {
        if (signal.aborted) return;
        console.error('Cannot fetch the event titles:', error);
        onChange({ state: 'failed' });
      },
    );
    return () => controller.abort();
  }, [isNeeded, endpoint, domain, locale, onChange]);
}

/** Loads the transport and returns the titles from the server. Rejects if either fails. */
async function fetchEventTitles({
  endpoint,
  domain,
  locale,
  signal,
}: Omit<EventTitlesSource, 'onChange'> & { readonly signal: AbortSignal }): Promise<readonly string[]> {
  const transport = await loadTransport();
  return transport.fetchFutureEventTitles({
    endpoint,
    domain,
    headers: { 'Accept-Language': locale },
    signal,
  });
}
