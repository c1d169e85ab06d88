import type { MailSettings } from '../../platform/config/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import type { DueMail, MailAttempt, MailQueue } from '../../store/mail-queue.ts';
import type { ComposedMail, MailDelivery, MailTransport } from './mail-transport.ts';
import { getRetryDelay } from './retry-delay.ts';

export interface Outbox {
  /**
   * Returns the ids of the enquiries whose mails are being sent, including those that the queue is just
   * returning.
   */
  listRunning(): Promise<readonly string[]>;
  /** Resolves when no mail of these enquiries is being sent. */
  waitForEnd(enquiryIds: readonly string[]): Promise<void>;
  /**
   * Sends nothing more; resolves when running attempts have ended, or were aborted after the grace time.
   * Closes the transport.
   */
  stop(): Promise<void>;
}

export interface OutboxOptions {
  readonly queue: MailQueue;
  readonly transport: MailTransport;
  readonly compose: (due: DueMail) => Promise<ComposedMail>;
  readonly settings: MailSettings;
  readonly clock: Clock;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
  /** The kind of mail; absent: `mail`. A failed receipt is no error for an operator. */
  readonly what?: 'mail' | 'receipt';
}

/** A clock and timer, replaced by a fake in tests. */
export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Calls back once after a delay; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** The system's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Starts to send queued mails, a few at a time, and retries those that were not accepted. Only one process
 * sends from a queue at a time; others wait until it has ended.
 */
export function startOutbox(options: OutboxOptions): Outbox {
  const { queue, transport, settings, clock, log } = options;
  const underWay = new Map<string, { readonly to: string; readonly ended: Promise<void> }>();
  let isStopped = false;
  let polling: Promise<void> | undefined;
  let isPollWanted = false;
  /** Cancels the scheduled poll, if there is one. */
  let cancelPoll = () => {};
  /** The latest request to the queue, whose mails are started as soon as it answers. */
  let pendingRequest: Promise<readonly DueMail[]> | undefined;

  /** Polls the queue, one poll at a time; a call during a poll leads to one more. */
  function poll(): void {
    isPollWanted = true;
    polling ??= pollWhileWanted().finally(() => {
      polling = undefined;
      if (isPollWanted && !isStopped) poll();
    });
  }

  /** Polls until no further poll is wanted. A failure is logged, and a later poll is scheduled. */
  async function pollWhileWanted(): Promise<void> {
    while (isPollWanted && !isStopped) {
      isPollWanted = false;
      await pollOnce().catch((error) => {
        log.error('outbox-failed', error);
        schedulePoll(settings.pollMs);
      });
    }
  }

  /**
   * Starts due mails if this process is the sender, and schedules the next poll unless the limit is reached.
   */
  async function pollOnce(): Promise<void> {
    if (underWay.size >= settings.concurrency) return;
    if (!(await queue.becomeSender())) return schedulePoll(settings.pollMs);
    const now = clock.now();
    await startDueMails(now);
    if (isStopped || underWay.size >= settings.concurrency) return;
    // The first running attempt that ends polls again.
    if (underWay.size > 0) return schedulePoll(settings.pollMs);
    const next = await queue.nextMailDueAt({ after: now });
    schedulePoll(Math.min(settings.pollMs, (next ?? Number.POSITIVE_INFINITY) - now));
  }

  /**
   * Starts due mails until the limit of simultaneous mails is reached or none is left that may be started.
   */
  async function startDueMails(now: number): Promise<void> {
    for (;;) {
      const { photosWaitMs, perRecipient } = settings;
      const limit = settings.concurrency - underWay.size;
      const except = { recipients: listBusyRecipients(), enquiryIds: [...underWay.keys()] };
      if (limit <= 0) return;
      pendingRequest = queue.dueMails({ now, limit, perRecipient, photosWaitMs, except });
      const due = await pendingRequest;
      if (isStopped) return;
      for (const mail of due) if (!listBusyRecipients().includes(mail.to)) startMail(mail);
      // If fewer are due than the limit allows, nothing more can be started.
      if (due.length < limit) return;
    }
  }

  /** Returns the recipients whose number of mails under way has reached the limit per recipient. */
  function listBusyRecipients(): readonly string[] {
    const addresses = [...underWay.values()].map(({ to }) => to);
    return [...new Set(addresses)].filter(
      (to) => addresses.filter((address) => address === to).length >= settings.perRecipient,
    );
  }

  /** Schedules the next poll, instead of the one that was scheduled before. Schedules none after a stop. */
  function schedulePoll(ms: number): void {
    cancelPoll();
    cancelPoll = isStopped ? () => {} : clock.after(ms, poll);
  }

  /** Starts to send a mail in the background, and polls when it has ended. */
  function startMail(mail: DueMail): void {
    const ended = sendAndRecord(mail, { ...options, isStopped: () => isStopped }).finally(() => {
      underWay.delete(mail.enquiryId);
      if (!isStopped) poll();
    });
    underWay.set(mail.enquiryId, { to: mail.to, ended });
  }

  const unsubscribe = queue.onMailQueued((to) => {
    // A recipient at its limit gets no further mail before one of its own has ended, which polls again.
    if (to === undefined || !listBusyRecipients().includes(to)) poll();
  });
  poll();

  return {
    async listRunning() {
      // If the request failed, nothing is started.
      await pendingRequest?.catch(() => undefined);
      return [...underWay.keys()];
    },
    async waitForEnd(enquiryIds) {
      await Promise.all(enquiryIds.map((id) => underWay.get(id)?.ended));
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      const cancelAbort = clock.after(settings.graceMs, transport.close);
      await polling;
      await Promise.all([...underWay.values()].map(({ ended }) => ended));
      cancelAbort();
      cancelPoll();
      transport.close();
    },
  };
}

/**
 * Composes and sends a mail, logs the attempt and records it. A mail that cannot be composed has failed.
 * Removes the local copies of the mail if the enquiry was erased meanwhile.
 */
async function sendAndRecord(
  mail: DueMail,
  options: OutboxOptions & { readonly isStopped: () => boolean },
): Promise<void> {
  const { compose, transport, log, what = 'mail' } = options;
  const delivery = await compose(mail).then(transport.deliver, (error): MailDelivery => {
    log.error(`${what}-not-composed` as const, error, { id: mail.enquiryId });
    return { kind: 'unsendable', reason: String(error) };
  });
  const attempt = toAttempt(mail, delivery, options);
  if (what === 'mail') logMailAttempt(mail, { delivery, attempt, log });
  else logReceiptAttempt(mail, { delivery, attempt, log });
  if (!(await recordAttempt(attempt, options)))
    await transport
      .forget(mail.enquiryId)
      .catch((error) => log.error('erased-mail-not-removed', error, { id: mail.enquiryId }));
}

/**
 * Returns the attempt to record: `sent`, or `waiting` with the time of the next one. If the address refuses
 * the mail or the tries are used up, it is `redirected` to the fallback address, or `failed` without one. A
 * mail that no address can accept is `failed` at once.
 */
function toAttempt(
  { enquiryId, tries, fallback, to, queuedAt }: DueMail,
  delivery: MailDelivery,
  { settings, clock, random }: OutboxOptions,
): MailAttempt {
  const sent = { to, ...(queuedAt !== undefined && { queuedAt }) };
  const base = { enquiryId, at: clock.now(), of: sent };
  if (delivery.kind === 'accepted') return { ...base, state: 'sent' };
  const { reason } = delivery;
  const isOver = delivery.kind !== 'deferred' || tries + 1 >= settings.tries;
  if (isOver && fallback !== null && delivery.kind !== 'unsendable')
    return { ...base, state: 'redirected', dueAt: base.at, reason };
  if (isOver) return { ...base, state: 'failed', reason };
  const dueAt = base.at + getRetryDelay({ tries: tries + 1, random: random(), settings });
  return { ...base, state: 'waiting', dueAt, reason };
}

/**
 * Retries until the store has recorded the attempt or the outbox is stopped: a mail that is not recorded as
 * sent would be sent again. Returns false if the enquiry was erased meanwhile, else true, also if it was not
 * recorded.
 */
async function recordAttempt(
  attempt: MailAttempt,
  {
    queue,
    settings,
    clock,
    log,
    what = 'mail',
    isStopped,
  }: OutboxOptions & { readonly isStopped: () => boolean },
): Promise<boolean> {
  for (;;) {
    try {
      return await queue.recordMailAttempt(attempt);
    } catch (error) {
      log.error(`${what}-not-noted` as const, error, { id: attempt.enquiryId });
      if (isStopped()) return true;
      await new Promise<void>((resolve) => clock.after(settings.pollMs, resolve));
    }
  }
}

interface AttemptResult {
  readonly delivery: MailDelivery;
  readonly attempt: MailAttempt;
  readonly log: Log;
}

/** Returns the log fields of an attempt, without addresses. */
function getLogFacts({ enquiryId, reference, tries }: DueMail, { delivery }: AttemptResult) {
  const { code } = delivery.kind === 'accepted' ? {} : delivery;
  return { id: enquiryId, reference, attempts: tries + 1, ...(code ? { code } : {}) };
}

/** Logs an attempt to send a receipt: a failure is a warning. */
function logReceiptAttempt(receipt: DueMail, tried: AttemptResult): void {
  const { attempt, log } = tried;
  const facts = getLogFacts(receipt, tried);
  if (attempt.state === 'sent') log.info('receipt-sent', facts);
  else if (attempt.state === 'failed') log.warn('receipt-failed', facts);
  else log.info('receipt-delayed', facts);
}

/** Logs an attempt to send an enquiry's mail: a failure is an error, a delay or another address a warning. */
function logMailAttempt(mail: DueMail, tried: AttemptResult): void {
  const { attempt, log } = tried;
  const facts = getLogFacts(mail, tried);
  if (attempt.state === 'sent') log.info('mail-sent', facts);
  if (attempt.state === 'waiting') log.warn('mail-delayed', facts);
  if (attempt.state === 'redirected') log.warn('mail-redirected', { ...facts, reason: fallbackReason });
  if (attempt.state === 'failed') log.error('mail-failed', new UndeliverableMail(), facts);
}

const fallbackReason = 'its address refuses it: it is sent to the address of the site';

/** No address accepts a mail: its enquiry waits for an operator. */
class UndeliverableMail extends Error {
  override readonly name = 'UndeliverableMail';
}
