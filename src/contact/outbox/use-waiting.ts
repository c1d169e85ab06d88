import { useCallback, useEffect, useRef, useState } from 'react';
import { solveChallenge } from '../send/solve-challenge.ts';
import { listEdited } from './edited-enquiry.ts';
import { listCurrent } from './expiry.ts';
import { withStore } from './keep-enquiry.ts';
import { setWaiting } from './marker.ts';
import { type OutboxMessage, outboxChannel, type SendReport, sendWaiting } from './send-waiting.ts';
import type { WaitingEnquiry } from './waiting-enquiry.ts';

export interface WaitingList {
  /** The stored enquiries, the oldest first; those that were sent until the page is left. */
  readonly enquiries: readonly WaitingEnquiry[];
  /** The number of enquiries that were deleted because their time was over. */
  readonly expired: number;
  readonly isSending: boolean;
  /** The ids of those that are edited in an open page. */
  readonly edited: ReadonlySet<string>;
  /** The ids of those that the visitor has tried to send in vain. */
  readonly triedInVain: ReadonlySet<string>;
  /** Sends one enquiry, or all that wait. Never rejects. */
  readonly send: (only?: string) => Promise<SendReport>;
}

/**
 * Returns the stored enquiries of this browser. Sends those that wait when the page opens, when it becomes visible and
 * when there is a connection again, and follows other tabs and the service worker.
 */
export function useWaiting(onReport: (report: SendReport) => void): WaitingList {
  const [enquiries, setEnquiries] = useState<readonly WaitingEnquiry[]>([]);
  const [expired, setExpired] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const [triedInVain, setTriedInVain] = useState<ReadonlySet<string>>(new Set());
  const handleReport = useRef(onReport);
  handleReport.current = onReport;

  const refresh = useCallback(async () => {
    const { current, expired: ended } = await withStore(async (store) => {
      const listed = await listCurrent(store);
      // A receipt is shown once, by the page that reads it.
      for (const { id, state } of listed.current) if (state.is === 'sent') await store.remove(id);
      return listed;
    });
    setEdited(await listEdited());
    setWaiting(current.some(({ state }) => state.is !== 'sent'));
    setExpired((before) => before + ended.filter(({ state }) => state.is !== 'sent').length);
    setEnquiries((before) => [...before.filter((one) => isShownReceipt(one, current)), ...current]);
    return current;
  }, []);

  const send = useCallback(
    async (only?: string) => {
      setIsSending(true);
      const report = await sendWaiting({ prove: solveChallenge, ...(only !== undefined && { only }) });
      setIsSending(false);
      if (only !== undefined) setTriedInVain((ids) => toggle(ids, only, report.waiting > 0));
      handleReport.current(report);
      await refresh().catch(logUnreadable);
      return report;
    },
    [refresh],
  );

  useEffect(() => {
    const logged = (task: () => Promise<unknown>) => () => void task().catch(logUnreadable);
    const sendIfWaiting = logged(async () => {
      const current = await refresh();
      if (navigator.onLine && current.some(({ state }) => state.is === 'waiting')) await send();
    });
    const channel = new BroadcastChannel(outboxChannel);
    channel.onmessage = ({ data }: MessageEvent<Partial<OutboxMessage> | null>) => {
      // Other scripts of the origin may send anything.
      const sent = Array.isArray(data?.sent) ? data.sent.filter(Boolean) : [];
      setEnquiries((before) => before.map((one) => toReceipt(one, sent)));
      logged(refresh)();
    };
    // On a weak network the browser reports no change: the visitor looks at the page again.
    const sendIfVisible = () => document.visibilityState === 'visible' && sendIfWaiting();
    addEventListener('online', sendIfWaiting);
    document.addEventListener('visibilitychange', sendIfVisible);
    sendIfWaiting();
    return () => {
      channel.close();
      removeEventListener('online', sendIfWaiting);
      document.removeEventListener('visibilitychange', sendIfVisible);
    };
  }, [refresh, send]);

  return { enquiries, expired, isSending, edited, triedInVain, send };
}

/** Logs that the store cannot be read, for example because the visitor has the browser delete it. */
function logUnreadable(error: unknown): void {
  console.error('Cannot read the waiting enquiries:', error);
}

/** Returns an enquiry as sent if it is one of those. */
function toReceipt(enquiry: WaitingEnquiry, sent: NonNullable<OutboxMessage['sent']>): WaitingEnquiry {
  const found = sent.find(({ id }) => id === enquiry.id);
  if (found === undefined || enquiry.state.is === 'sent') return enquiry;
  const { reference } = found;
  return { ...enquiry, state: { is: 'sent', ...(reference !== undefined && { reference }) } };
}

/** Returns true for a receipt that is shown until the page is left. */
function isShownReceipt({ id, state }: WaitingEnquiry, current: readonly WaitingEnquiry[]): boolean {
  return state.is === 'sent' && !current.some((one) => one.id === id);
}

function toggle(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const others = [...ids].filter((one) => one !== id);
  return new Set(isIn ? [...others, id] : others);
}
