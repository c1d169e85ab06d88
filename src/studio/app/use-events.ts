import { useEffect, useState } from 'react';
import type { InboxEvent } from '../../api/inbox.ts';
import type { SignedInPerson } from '../../api/people.ts';
import type { StudioEvent } from '../../api/studio.ts';
import { loadDraft, loadMe } from '../draft/api.ts';
import type { StudioDraftStore } from '../draft/draft-store.ts';
import { useOwnPresence } from '../draft/presence/own-presence.ts';
import { notifyInbox } from '../inbox/inbox-events.ts';
import { notifyReview } from '../review/review-context.tsx';
import { SignedOut } from '../ui/ask/request.ts';

/** Milliseconds until the page opens the event stream again after the server refused it. */
const reopenMs = 3_000;

/**
 * Listens to the server’s events while somebody is signed in, and passes them to the draft store, the inbox,
 * or (a changed role or scope) to `onMe`. Each new connection loads what was missed. If the session has
 * ended, the draft store is informed.
 * @returns True while connected.
 */
export function useServerEvents(
  { applyEvent, applyMissedChanges }: StudioDraftStore,
  { isSignedIn, onMe }: { readonly isSignedIn: boolean; readonly onMe: (me: SignedInPerson) => void },
): boolean {
  const { page } = useOwnPresence();
  const [isConnected, setIsConnected] = useState(false);
  useEffect(() => {
    if (!isSignedIn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let events: EventSource;
    let isStopped = false;

    /**
     * Opens the event stream and handles its events. Calls `reconnect` if the server refuses the connection
     * or reports that the session has ended.
     */
    function openStream(): void {
      events = new EventSource(`/studio/api/events?page=${page}`);
      events.onmessage = ({ data }) => {
        const event = JSON.parse(data) as StudioEvent | InboxEvent;
        if (event.kind === 'signed-out') void reconnect(0);
        else if (event.kind === 'me') onMe(event.me);
        else if (event.kind === 'enquiries') notifyInbox();
        else if (event.kind === 'review') notifyReview();
        else applyEvent(event);
      };
      // If loading fails, the next save shows it.
      events.onopen = () => {
        setIsConnected(true);
        notifyInbox();
        notifyReview();
        void loadDraft().then(applyMissedChanges, () => undefined);
      };
      // The browser reconnects automatically, unless the server refused the connection.
      events.onerror = () => {
        setIsConnected(false);
        if (events.readyState === EventSource.CLOSED) void reconnect(reopenMs);
      };
    }

    /**
     * Closes the event stream and checks the session: another page of this browser may have signed in
     * meanwhile. If nobody is signed in, informs the draft store. Otherwise, also if the check fails, opens
     * the stream again after `waitMs` milliseconds.
     */
    async function reconnect(waitMs: number): Promise<void> {
      events.close();
      setIsConnected(false);
      const isSignedOut = await loadMe().then(
        () => false,
        (error: unknown) => error instanceof SignedOut,
      );
      if (isStopped) return;
      if (isSignedOut) applyEvent({ kind: 'signed-out' });
      else timer = setTimeout(openStream, waitMs);
    }

    openStream();
    return () => {
      isStopped = true;
      clearTimeout(timer);
      events.close();
      setIsConnected(false);
    };
  }, [applyEvent, applyMissedChanges, isSignedIn, onMe, page]);
  return isConnected;
}
