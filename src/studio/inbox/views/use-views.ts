import { useEffect, useRef } from 'react';
import type { InboxView, InboxViews, InboxViewsRequest } from '../../../api/inbox.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import { onInboxChange } from '../inbox-events.ts';

/** The minimum time in milliseconds between two counts, because events arrive in bursts. */
const recountMs = 2000;

/** Loads the saved views of the person, and their numbers again after inbox events. */
export function useViews(): {
  readonly views: InboxViews | undefined;
  /** Replaces all views. Returns the failure; undefined after a success. */
  readonly save: (views: readonly InboxView[]) => Promise<RequestFailure | undefined>;
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
  return {
    views: value,
    async save(views) {
      const body: InboxViewsRequest = {
        seen: value?.revision ?? 0,
        views: views.map(({ count: _count, ...view }) => view),
      };
      const outcome = await tryRequest<InboxViews>('enquiries/views', { method: 'PUT', body });
      if (outcome.isDone || outcome.trouble.error === 'views-changed') await reload();
      return outcome.isDone ? undefined : outcome.trouble;
    },
  };
}
