import type { MailQueue } from './mail-queue.ts';
import type { StoreCalls } from './store.ts';
import { getInitialMailState } from './stored-enquiry.ts';

/**
 * Returns the calls that may queue a mail or a receipt, or may make a waiting one due. Listeners are called
 * after the change was committed.
 */
export function withQueueListeners(
  store: StoreCalls,
): Pick<
  StoreCalls & MailQueue,
  'accept' | 'resend' | 'forwardEnquiry' | 'release' | 'recordPhotoReencoded' | 'onMailQueued'
> & { readonly onReceiptQueued: MailQueue['onMailQueued'] } {
  const mails = createListeners();
  const receipts = createListeners();

  async function notifyAfter<Result>(
    change: Promise<Result>,
    queuesMail: (result: Result) => boolean,
    { to, queuesReceipt = false }: { readonly to?: string | null; readonly queuesReceipt?: boolean } = {},
  ): Promise<Result> {
    const result = await change;
    if (queuesMail(result)) mails.tell(to ?? undefined);
    if (queuesReceipt) receipts.tell();
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
    recordPhotoReencoded: (photo) => notifyAfter(store.recordPhotoReencoded(photo), (isNoted) => isNoted),
    onMailQueued: mails.add,
    onReceiptQueued: receipts.add,
  };
}

function createListeners() {
  const all = new Set<(to?: string) => void>();
  return {
    tell: (to?: string) => {
      for (const listener of all) listener(to);
    },
    add: (listener: (to?: string) => void) => {
      all.add(listener);
      return () => all.delete(listener);
    },
  };
}
