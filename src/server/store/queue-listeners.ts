import type { MailQueue } from './records/mail-queue.ts';
import { getInitialMailState } from './records/stored-enquiry.ts';
import type { StoreCalls } from './store.ts';

/**
 * Wraps the calls that may queue a mail, a receipt or a reply, or may make a waiting one due, so that they notify
 * listeners after the change was committed. Returns these calls and the functions that add listeners.
 */
export function withQueueListeners(store: StoreCalls): Pick<
  StoreCalls & MailQueue,
  'accept' | 'resend' | 'forwardEnquiry' | 'release' | 'recordPhotoReencoded' | 'addReply' | 'onMailQueued'
> & {
  readonly onReceiptQueued: MailQueue['onMailQueued'];
  readonly onReplyQueued: MailQueue['onMailQueued'];
} {
  const mails = createListeners();
  const receipts = createListeners();
  const replies = createListeners();

  /**
   * Waits for a change and returns its result. Then notifies the listeners for mails if `queuesMail` returns
   * true for it, and the listeners for receipts if `queuesReceipt` is true, whatever the result.
   * @param to The address of the mail, which its listeners receive; null or absent if it is not known.
   */
  async function notifyAfter<Result>(
    change: Promise<Result>,
    queuesMail: (result: Result) => boolean,
    { to, queuesReceipt = false }: { readonly to?: string | null; readonly queuesReceipt?: boolean } = {},
  ): Promise<Result> {
    const result = await change;
    if (queuesMail(result)) mails.notify(to ?? undefined);
    if (queuesReceipt) receipts.notify();
    return result;
  }

  return {
    accept: (entry) =>
      notifyAfter(
        store.accept(entry),
        ({ kind }) => kind === 'accepted' && getInitialMailState(entry) === 'waiting',
        {
          to: entry.mail.to,
          queuesReceipt: entry.receipt?.state === 'waiting',
        },
      ),
    resend: (request) => notifyAfter(store.resend(request), ({ kind }) => kind === 'queued'),
    forwardEnquiry: (request) => notifyAfter(store.forwardEnquiry(request), ({ kind }) => kind === 'queued'),
    release: (request) =>
      notifyAfter(store.release(request), ({ kind }) => kind === 'queued', {
        queuesReceipt: request.withReceipt ?? false,
      }),
    // A mail may have waited for this photo.
    recordPhotoReencoded: (photo) =>
      notifyAfter(store.recordPhotoReencoded(photo), (isRecorded) => isRecorded),
    /** Notifies the listeners for replies once the reply is committed. */
    addReply: async (reply) => {
      const outcome = await store.addReply(reply);
      if (outcome.kind === 'queued') replies.notify(reply.to);
      return outcome;
    },
    onMailQueued: mails.add,
    onReceiptQueued: receipts.add,
    onReplyQueued: replies.add,
  };
}

/**
 * Creates a set of listeners. `notify` calls each of them; `add` adds one, and returns the function that
 * removes it again.
 */
function createListeners() {
  const all = new Set<(to?: string) => void>();
  return {
    notify: (to?: string) => {
      for (const listener of all) listener(to);
    },
    add: (listener: (to?: string) => void) => {
      all.add(listener);
      return () => all.delete(listener);
    },
  };
}
