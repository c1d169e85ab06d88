import type { Clock } from '../../platform/concurrency/clock.ts';
import { createQueueRunner, type QueueRunner } from '../../platform/concurrency/queue-runner.ts';
import type { MailSettings } from '../../platform/config/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import type { DueMail, MailAttempt, MailQueue } from '../../store/records/mail-queue.ts';
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
  /** The kind of mail; absent: `mail`. A failed one of the others is no error for an operator. */
  readonly what?: 'mail' | OtherMail;
}

/** Mails that do not bring an enquiry to its recipient. */
type OtherMail = 'receipt' | 'reply' | 'notification';

/**
 * Starts to send queued mails, a few at a time, and retries those that were not accepted. Only one process
 * sends from a queue at a time; others wait until it has ended.
 */
export function startOutbox(options: OutboxOptions): Outbox {
  const { queue, transport, settings, clock, log } = options;
  const runner = createQueueRunner<DueMail>({
    poll,
    logError: (error) => log.error('outbox-failed', error),
    retryMs: settings.pollMs,
    clock,
  });
  /** The latest request to the queue, whose mails are started as soon as it answers. */
  let pendingRequest: Promise<readonly DueMail[]> | undefined;

  /** Starts due mails if this process is the sender. Returns no delay if the limit is reached. */
  async function poll(): Promise<number | undefined> {
    // The first running attempt that ends polls again.
    if (countFree() <= 0) return undefined;
    if (!(await queue.becomeSender())) return settings.pollMs;
    const now = clock.now();
    await startDueMails(now);
    if (runner.isStopped() || countFree() <= 0) return undefined;
    if (runner.listRunning().length > 0) return settings.pollMs;
    const next = await queue.nextMailDueAt({ after: now });
    return Math.min(settings.pollMs, (next ?? Number.POSITIVE_INFINITY) - now);
  }

  /**
   * Starts due mails until the limit of simultaneous mails is reached or none is left that may be started.
   */
  async function startDueMails(now: number): Promise<void> {
    for (;;) {
      const { photosWaitMs, perRecipient } = settings;
      const limit = countFree();
      if (limit <= 0) return;
      const enquiryIds = runner.listRunning().map(({ enquiryId }) => enquiryId);
      const except = { recipients: listBusyRecipients(), enquiryIds };
      pendingRequest = queue.dueMails({ now, limit, perRecipient, photosWaitMs, except });
      const due = await pendingRequest;
      if (runner.isStopped()) return;
      for (const mail of due)
        if (!listBusyRecipients().includes(mail.to))
          void runner.run(mail, () => sendAndRecord(mail, options, runner));
      // If fewer are due than the limit allows, nothing more can be started.
      if (due.length < limit) return;
    }
  }

  /** Returns how many more mails may be started. */
  function countFree(): number {
    return settings.concurrency - runner.listRunning().length;
  }

  /** Returns the recipients whose number of mails under way has reached the limit per recipient. */
  function listBusyRecipients(): readonly string[] {
    const addresses = runner.listRunning().map(({ to }) => to);
    return [...new Set(addresses)].filter(
      (to) => addresses.filter((address) => address === to).length >= settings.perRecipient,
    );
  }

  const unsubscribe = queue.onMailQueued((to) => {
    // A recipient at its limit gets no further mail before one of its own has ended, which polls again.
    if (to === undefined || !listBusyRecipients().includes(to)) runner.wake();
  });
  runner.wake();

  return {
    async listRunning() {
      // If the request failed, nothing is started.
      await pendingRequest?.catch(() => undefined);
      return runner.listRunning().map(({ enquiryId }) => enquiryId);
    },
    waitForEnd: (enquiryIds) => runner.waitForEnd(({ enquiryId }) => enquiryIds.includes(enquiryId)),
    async stop() {
      unsubscribe();
      await runner.stop({ graceMs: settings.graceMs, abort: transport.close });
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
  options: OutboxOptions,
  runner: QueueRunner<DueMail>,
): Promise<void> {
  const { queue, compose, transport, log, what = 'mail' } = options;
  const id = mail.enquiryId;
  const delivery = await compose(mail).then(transport.deliver, (error): MailDelivery => {
    log.error(`${what}-not-composed` as const, error, { id });
    return { kind: 'unsendable', reason: String(error) };
  });
  const attempt = toAttempt(mail, delivery, options);
  if (what === 'mail') logMailAttempt(mail, { delivery, attempt, log });
  else logOtherAttempt(what, mail, { delivery, attempt, log });
  // A mail that is not recorded as sent would be sent again.
  const exists = await runner.record(
    () => queue.recordMailAttempt(attempt),
    (error) => log.error(`${what}-not-noted` as const, error, { id }),
  );
  if (exists === false)
    await transport.forget(id).catch((error) => log.error('erased-mail-not-removed', error, { id }));
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

/** Logs an attempt to send a receipt, a reply or a notification: a failure is a warning. */
function logOtherAttempt(what: OtherMail, mail: DueMail, tried: AttemptResult): void {
  const { attempt, log } = tried;
  const facts = getLogFacts(mail, tried);
  if (attempt.state === 'sent') log.info(`${what}-sent` as const, facts);
  else if (attempt.state === 'failed') log.warn(`${what}-failed` as const, facts);
  else log.info(`${what}-delayed` as const, facts);
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
