import { useEffect, useRef } from 'react';
import type { InboxView, InboxViews, InboxViewsRequest } from '../../../api/inbox.ts';
import { type RequestFailure, type RequestOutcome, tryRequest } from '../../ui/ask/request.ts';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import { onInboxChange } from '../inbox-events.ts';

/** The minimum time in milliseconds between two counts, because events arrive in bursts. */
const recountMs = 2000;

/** Loads the saved views of the person, and their numbers again after inbox events. */
export function useViews(): {
  readonly views: InboxViews | undefined;
  /** Replaces all views. Returns the failure; undefined after a success. */
  readonly save: (views: readonly InboxView[]) => Promise<RequestFailure | undefined>;
  /** Adds a view, also if another window has changed the views meanwhile. Returns as `save` does. */
  readonly add: (view: InboxView) => Promise<RequestFailure | undefined>;
  /**
   * Replaces the query of one view, also if another window has changed the views meanwhile. Returns the failure;
   * undefined after a success. A view that was removed meanwhile stays removed.
   */
  readonly setQuery: (id: string, query: string) => Promise<RequestFailure | undefined>;
} {
  const { value, reload } = useServerData<InboxViews>('enquiries/views');
  const isCounted = value?.views.some((view) => view.isCounted) ?? false;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isCounted) return;
    const stop = onInboxChange(() => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        void reload();
      }, recountMs);
    });
    return () => {
      stop();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [isCounted, reload]);
  /** Replaces the views by those of the function, which is called again if another window has changed them. */
  async function changeViews(
    change: (views: readonly InboxView[]) => readonly InboxView[],
  ): Promise<RequestFailure | undefined> {
    const put = (current: InboxViews | undefined) =>
      putViews(change(current?.views ?? []), current?.revision);
    let outcome = await put(value);
    if (!outcome.isDone && outcome.trouble.error === 'views-changed')
      outcome = await put(outcome.trouble.current);
    await reload();
    return outcome.isDone ? undefined : outcome.trouble;
  }

  return {
    views: value,
    async save(views) {
      const outcome = await putViews(views, value?.revision);
      if (outcome.isDone || outcome.trouble.error === 'views-changed') await reload();
      return outcome.isDone ? undefined : outcome.trouble;
    },
    add: (view) => changeViews((views) => [...views, view]),
    setQuery: (id, query) =>
      changeViews((views) => views.map((view) => (view.id === id ? { ...view, query } : view))),
  };
}

/** Replaces all views on the server. `seen` is the revision that they are based on. */
function putViews(views: readonly InboxView[], seen = 0): Promise<RequestOutcome<InboxViews>> {
  const body: InboxViewsRequest = { seen, views: views.map(({ count: _count, ...view }) => view) };
  return tryRequest<InboxViews>('enquiries/views', { method: 'PUT', body });
}
