import { useCallback, useEffect, useRef, useState } from 'react';
import { solveChallenge } from '../../send/solve-challenge.ts';
import limits from '../limits.json' with { type: 'json' };
import { setWaiting } from '../marker.ts';
import { type OutboxMessage, outboxChannel, sendWaiting } from '../send-waiting.ts';
import { listEdited } from '../store/edited-enquiry.ts';
import { listCurrent } from '../store/expiry.ts';
import { withStore } from '../store/keep-enquiry.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import type { WaitingEnquiry } from '../store/waiting-enquiry.ts';

export interface WaitingList {
  /** The stored enquiries, the oldest first; those that were sent until the form is sent, or the page is left. */
  readonly enquiries: readonly WaitingEnquiry[];
  /** The numbers of days within which enquiries could not be sent. Those are deleted. */
  readonly expired: readonly number[];
  readonly isSending: boolean;
  /** True if the visitor has asked for what is being sent. */
  readonly isAsked: boolean;
  /** The ids of those that are edited in an open page. */
  readonly edited: ReadonlySet<string>;
  /** The reasons why attempts to send were in vain, by the ids of the enquiries. */
  readonly reasons: ReadonlyMap<string, WaitingReason>;
  /** Sends one enquiry, or all that wait, because the visitor asks for it. Never rejects. */
  readonly send: (only?: string) => Promise<void>;
}

/** `unreachable`: no answer of the server came. `busy`: the server has failed, or asks for time. */
export type WaitingReason = 'unreachable' | 'busy';

/** An enquiry that was sent, with its receipt. */
type SentReceipt = Pick<WaitingEnquiry, 'id' | 'enquiryType'> & { readonly reference?: string };

interface WaitingOptions {
  /** True while the form itself, or a step of it, is checked and sent. */
  readonly isFormSending: boolean;
  /** True once the server has accepted the form itself, so that there is a connection. */
  readonly isFormSent: boolean;
  /** Returns true if this section shows the receipt of an enquiry. Another section leaves it in the store. */
  readonly showsReceipt: (id: string) => boolean;
  /** Called once for each enquiry that was sent, in one of all open pages, whoever has sent it. Never throws. */
  readonly onSent: (receipt: SentReceipt) => void;
}

/**
 * Returns the stored enquiries of this browser. Sends those that wait when the page opens, when it becomes visible,
 * when its form was sent and when there is a connection again. Follows other tabs and the service worker.
 */
export function useWaiting(options: WaitingOptions): WaitingList {
  const [enquiries, setEnquiries] = useState<readonly WaitingEnquiry[]>([]);
  const [expired, setExpired] = useState<readonly number[]>([]);
  const [sending, setSending] = useState<'not' | 'asked' | 'by itself'>('not');
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const [reasons, setReasons] = useState<ReadonlyMap<string, WaitingReason>>(new Map());
  /** All that this page has read, by id: also those that were discarded since, but perhaps too late. */
  const known = useRef(new Map<string, WaitingEnquiry>());
  const latest = useRef(options);
  latest.current = options;
  const waitingIds = useRef<readonly string[]>([]);
  waitingIds.current = enquiries.flatMap(({ id, state }) => (state.is === 'waiting' ? [id] : []));

  const refresh = useCallback(async () => {
    const { current, expired: ended, taken } = await withStore(readOnce);
    setEdited(await listEdited());
    for (const one of current) known.current.set(one.id, one);
    setWaiting(current.some(({ state }) => state.is !== 'sent'));
    const days = ended.flatMap((one) => (one.state.is === 'sent' ? [] : (one.days ?? [])));
    setExpired((before) => [...new Set([...before, ...days])]);
    setEnquiries((before) => mergeReceipts(before, current));
    for (const one of taken) latest.current.onSent(one);
    return current;

    /** Reads the store. A receipt is shown once, by the page that takes it. */
    async function readOnce(store: OutboxStore) {
      const listed = await listCurrent(store);
      const taken: SentReceipt[] = [];
      for (const { id, enquiryType, state } of listed.current)
        if (state.is === 'sent' && latest.current.showsReceipt(id) && (await store.takeReceipt(id)))
          taken.push({
            id,
            enquiryType,
            ...(state.reference !== undefined && { reference: state.reference }),
          });
      return { ...listed, taken };
    }
  }, []);

  const sendAll = useCallback(
    async (isAsked: boolean, only?: string) => {
      setSending(isAsked ? 'asked' : 'by itself');
      const report = await sendWaiting({ prove: solveChallenge, ...(only !== undefined && { only }) });
      setSending('not');
      const { sent, waiting, isBusy } = report;
      const reason = waiting === 0 ? undefined : isBusy ? 'busy' : 'unreachable';
      setReasons((before) => {
        const ids = only === undefined ? waitingIds.current : [only];
        // Nobody has asked whether there is a connection again.
        const isShown = isAsked || reason !== 'unreachable';
        return isShown ? setReason(before, ids, reason) : before;
      });
      setEnquiries((before) => addReceipts(before, sent, known.current));
      for (const one of sent) if (one.hasNoReceipt) latest.current.onSent(one);
      await refresh().catch(logUnreadable);
    },
    [refresh],
  );
  const send = useCallback((only?: string) => sendAll(true, only), [sendAll]);

  const sendIfWaiting = useCallback(() => {
    void (async () => {
      const current = await refresh();
      if (navigator.onLine && current.some(({ state }) => state.is === 'waiting')) await sendAll(false);
    })().catch(logUnreadable);
  }, [refresh, sendAll]);

  useEffect(() => {
    const channel = new BroadcastChannel(outboxChannel);
    channel.onmessage = ({ data }: MessageEvent<Partial<OutboxMessage> | null>) => {
      // Other scripts of the origin may send anything.
      const sent = Array.isArray(data?.sent) ? data.sent.filter(Boolean) : [];
      setEnquiries((before) => addReceipts(before, sent, known.current));
      void refresh().catch(logUnreadable);
    };
    // On a weak network the browser reports no change: the visitor looks at the page again, or leaves it open.
    const sendIfVisible = () => document.visibilityState === 'visible' && sendIfWaiting();
    addEventListener('online', sendIfWaiting);
    document.addEventListener('visibilitychange', sendIfVisible);
    sendIfWaiting();
    const stopRepeating = repeatEverLater(() => waitingIds.current.length > 0 && sendIfVisible());
    return () => {
      stopRepeating();
      channel.close();
      removeEventListener('online', sendIfWaiting);
      document.removeEventListener('visibilitychange', sendIfVisible);
    };
  }, [refresh, sendIfWaiting]);

  useEffect(() => {
    if (options.isFormSent) sendIfWaiting();
  }, [options.isFormSent, sendIfWaiting]);

  useEffect(() => {
    // The receipts of former enquiries would be read as that of the form, which may fail.
    if (options.isFormSending) setEnquiries((before) => before.filter(({ state }) => state.is !== 'sent'));
  }, [options.isFormSending]);

  const isSending = sending !== 'not';
  return { enquiries, expired, isSending, isAsked: sending === 'asked', edited, reasons, send };
}

/** Repeats a task at intervals that grow, so that many open pages do not disturb a server that fails. */
function repeatEverLater(task: () => void): () => void {
  const [first = Number.POSITIVE_INFINITY, ...others] = limits.retrySeconds;
  let timer = setTimeout(repeat, first * 1000);
  return () => clearTimeout(timer);

  function repeat(): void {
    task();
    const next = others.length > 1 ? others.shift() : others[0];
    timer = setTimeout(repeat, (next ?? first) * 1000);
  }
}

/** Logs that the store cannot be read, for example because the visitor has the browser delete it. */
function logUnreadable(error: unknown): void {
  console.error('Cannot read the waiting enquiries:', error);
}

/** Returns the shown enquiries with the receipts of those that were sent, also of those that are not shown any more. */
function addReceipts(
  shown: readonly WaitingEnquiry[],
  sent: NonNullable<OutboxMessage['sent']>,
  known: ReadonlyMap<string, WaitingEnquiry>,
): readonly WaitingEnquiry[] {
  const gone = sent.flatMap(({ id }) => (shown.some((one) => one.id === id) ? [] : (known.get(id) ?? [])));
  return [...shown, ...gone].map((one) => {
    const found = sent.find(({ id }) => id === one.id);
    if (found === undefined || one.state.is === 'sent') return one;
    const { reference } = found;
    return { ...one, state: { is: 'sent', ...(reference !== undefined && { reference }) } };
  });
}

/** Returns what is stored, with the receipts that are shown until the page is left. What is sent waits no more. */
function mergeReceipts(
  shown: readonly WaitingEnquiry[],
  stored: readonly WaitingEnquiry[],
): readonly WaitingEnquiry[] {
  const receipts = shown.filter(({ state }) => state.is === 'sent');
  const others = stored.filter(({ id }) => !receipts.some((one) => one.id === id));
  return [...receipts, ...others];
}

/** Returns the reasons with that of some enquiries; undefined removes it. */
function setReason(
  reasons: ReadonlyMap<string, WaitingReason>,
  ids: readonly string[],
  reason: WaitingReason | undefined,
): ReadonlyMap<string, WaitingReason> {
  const others = [...reasons].filter(([id]) => !ids.includes(id));
  return new Map(reason === undefined ? others : [...others, ...ids.map((id) => [id, reason] as const)]);
}
