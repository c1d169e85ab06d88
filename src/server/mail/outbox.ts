import type { MailSettings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import type { DueMail, MailAttempt, MailQueue } from '../store/mail-queue.ts';
import { backOff } from './back-off.ts';
import type { ComposedMail, Delivery, MailTransport } from './mail-transport.ts';

/** Sends queued mails until it is stopped. */
export interface Outbox {
  /**
   * Returns the ids of the enquiries whose mails are being sent, including those that the queue is just
   * returning.
   */
  underWay(): Promise<readonly string[]>;
  /** Resolves when no mail of these enquiries is being sent. */
  ended(enquiryIds: readonly string[]): Promise<void>;
  /** Sends nothing more; resolves when running attempts have ended, or were aborted after the grace time. */
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
  let looking: Promise<void> | undefined;
  let isLookWanted = false;
  let callOff = () => {};
  /** The latest request to the queue, whose mails are started as soon as it answers. */
  let asked: Promise<readonly DueMail[]> | undefined;

  /** Polls the queue, one poll at a time; a call during a poll leads to one more. */
  function look(): void {
    isLookWanted = true;
    looking ??= lookWhileWanted().finally(() => {
      looking = undefined;
      if (isLookWanted && !isStopped) look();
    });
  }

  async function lookWhileWanted(): Promise<void> {
    while (isLookWanted && !isStopped) {
      isLookWanted = false;
      await lookOnce().catch((error) => {
        log.error('outbox-failed', error);
        lookAgainIn(settings.pollMs);
      });
    }
  }

  async function lookOnce(): Promise<void> {
    if (underWay.size >= settings.concurrency) return;
    if (!(await queue.becomeSender())) return lookAgainIn(settings.pollMs);
    const now = clock.now();
    await startDue(now);
    if (isStopped || underWay.size >= settings.concurrency) return;
    // The first running attempt that ends polls again.
    if (underWay.size > 0) return lookAgainIn(settings.pollMs);
    const next = await queue.nextMailDueAt({ after: now });
    lookAgainIn(Math.min(settings.pollMs, (next ?? Number.POSITIVE_INFINITY) - now));
  }

  /** Starts due mails until the limit is reached, or no recipient may get another one now. */
  async function startDue(now: number): Promise<void> {
    for (;;) {
      const { photosWaitMs, perRecipient } = settings;
      const limit = settings.concurrency - underWay.size;
      const except = { recipients: busyRecipients(), enquiryIds: [...underWay.keys()] };
      if (limit <= 0) return;
      asked = queue.dueMails({ now, limit, perRecipient, photosWaitMs, except });
      const due = await asked;
      if (isStopped) return;
      for (const mail of due) if (!busyRecipients().includes(mail.to)) start(mail);
      // If fewer are due than the limit allows, nothing more can be started.
      if (due.length < limit) return;
    }
  }

  function busyRecipients(): readonly string[] {
    const addresses = [...underWay.values()].map(({ to }) => to);
    return [...new Set(addresses)].filter(
      (to) => addresses.filter((address) => address === to).length >= settings.perRecipient,
    );
  }

  function lookAgainIn(ms: number): void {
    callOff();
    callOff = isStopped ? () => {} : clock.after(ms, look);
  }

  function start(mail: DueMail): void {
    const ended = send(mail, { ...options, isStopped: () => isStopped }).finally(() => {
      underWay.delete(mail.enquiryId);
      if (!isStopped) look();
    });
    underWay.set(mail.enquiryId, { to: mail.to, ended });
  }

  const unsubscribe = queue.onMailQueued((to) => {
    // A recipient at its limit gets no further mail before one of its own has ended, which polls again.
    if (to === undefined || !busyRecipients().includes(to)) look();
  });
  look();

  return {
    async underWay() {
      // If the request failed, nothing is started.
      await asked?.catch(() => undefined);
      return [...underWay.keys()];
    },
    async ended(enquiryIds) {
      await Promise.all(enquiryIds.map((id) => underWay.get(id)?.ended));
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      const breakOff = clock.after(settings.graceMs, transport.close);
      await looking;
      await Promise.all([...underWay.values()].map(({ ended }) => ended));
      breakOff();
      callOff();
      transport.close();
    },
  };
}

async function send(
  mail: DueMail,
  options: OutboxOptions & { readonly isStopped: () => boolean },
): Promise<void> {
  const { compose, transport, log, what = 'mail' } = options;
  const delivery = await compose(mail).then(transport.deliver, (error): Delivery => {
    log.error(`${what}-not-composed` as const, error, { id: mail.enquiryId });
    return { kind: 'unsendable', reason: String(error) };
  });
  const attempt = attemptOf(mail, delivery, options);
  if (what === 'mail') logAttempt(mail, { delivery, attempt, log });
  else logReceipt(mail, { delivery, attempt, log });
  if (!(await note(attempt, options)))
    await transport
      .forget(mail.enquiryId)
      .catch((error) => log.error('erased-mail-not-removed', error, { id: mail.enquiryId }));
}

function attemptOf(
  { enquiryId, tries, fallback, to, queuedAt }: DueMail,
  delivery: Delivery,
  { settings, clock, random }: OutboxOptions,
): MailAttempt {
  const sent = { to, ...(queuedAt !== undefined && { queuedAt }) };
  const of = { enquiryId, at: clock.now(), of: sent };
  if (delivery.kind === 'accepted') return { ...of, state: 'sent' };
  const { reason } = delivery;
  const isOver = delivery.kind !== 'deferred' || tries + 1 >= settings.tries;
  if (isOver && fallback !== null && delivery.kind !== 'unsendable')
    return { ...of, state: 'redirected', dueAt: of.at, reason };
  if (isOver) return { ...of, state: 'failed', reason };
  const dueAt = of.at + backOff({ tries: tries + 1, random: random(), settings });
  return { ...of, state: 'waiting', dueAt, reason };
}

/**
 * Retries until the store has recorded the attempt: a mail that is not recorded as sent would be sent again.
 * Returns false if the enquiry was erased meanwhile.
 */
async function note(
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
      return await queue.noteMailAttempt(attempt);
    } catch (error) {
      log.error(`${what}-not-noted` as const, error, { id: attempt.enquiryId });
      if (isStopped()) return true;
      await new Promise<void>((resolve) => clock.after(settings.pollMs, resolve));
    }
  }
}

interface Tried {
  readonly delivery: Delivery;
  readonly attempt: MailAttempt;
  readonly log: Log;
}

function factsOf({ enquiryId, reference, tries }: DueMail, { delivery }: Tried) {
  const { code } = delivery.kind === 'accepted' ? {} : delivery;
  return { id: enquiryId, reference, attempts: tries + 1, ...(code ? { code } : {}) };
}

function logReceipt(receipt: DueMail, tried: Tried): void {
  const { attempt, log } = tried;
  const facts = factsOf(receipt, tried);
  if (attempt.state === 'sent') log.info('receipt-sent', facts);
  else if (attempt.state === 'failed') log.warn('receipt-failed', facts);
  else log.info('receipt-delayed', facts);
}

function logAttempt(mail: DueMail, tried: Tried): void {
  const { attempt, log } = tried;
  const facts = factsOf(mail, tried);
  if (attempt.state === 'sent') log.info('mail-sent', facts);
  if (attempt.state === 'waiting') log.warn('mail-delayed', facts);
  if (attempt.state === 'redirected') log.warn('mail-redirected', { ...facts, reason: toTheSite });
  if (attempt.state === 'failed') log.error('mail-failed', new UndeliverableMail(), facts);
}

const toTheSite = 'its address does not take it: it goes to the site’s';

/** No address accepts a mail: its enquiry waits for an operator. */
class UndeliverableMail extends Error {
  override readonly name = 'UndeliverableMail';
}
