import type { MailSettings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import type { DueMail, MailAttempt, MailQueue } from '../store/mail-queue.ts';
import { backOff } from './back-off.ts';
import type { ComposedMail, Delivery, MailTransport } from './mail-transport.ts';

/** Sends what is queued, until it is stopped. */
export interface Outbox {
  /** The ids of the enquiries whose mails are under way, as of all that the queue has been asked for by now. */
  underWay(): Promise<readonly string[]>;
  /** Resolves when no mail of these enquiries is under way (any more). */
  ended(enquiryIds: readonly string[]): Promise<void>;
  /** Takes no further mail; resolves when those under way have ended, or broken off after the grace time. */
  stop(): Promise<void>;
}

/** What an outbox works with. */
export interface OutboxOptions {
  readonly queue: MailQueue;
  readonly transport: MailTransport;
  readonly compose: (due: DueMail) => Promise<ComposedMail>;
  readonly settings: MailSettings;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
  /** What it sends; mails where nothing is said. No receipt that fails is anything that an operator must look at. */
  readonly what?: 'mail' | 'receipt';
}

/** What the outbox knows of time; a test hands in one that it moves by itself. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Calls back once after so many milliseconds; gives the function that calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** The system's clock. What waits for it keeps no process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Starts to send: a few mails at a time, at once when one is queued, later again what was not accepted. Only one process
 * sends from a queue; another one waits until that has ended.
 */
export function startOutbox(options: OutboxOptions): Outbox {
  const { queue, transport, settings, clock, log } = options;
  const underWay = new Map<string, { readonly to: string; readonly ended: Promise<void> }>();
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let isLookWanted = false;
  let callOff = () => {};
  /** What the queue was asked for last, which is started as soon as it answers. */
  let asked: Promise<readonly DueMail[]> | undefined;

  /** One look at a time; a wish that comes meanwhile leads to one more. */
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
    // The first of those under way that ends looks again.
    if (underWay.size > 0) return lookAgainIn(settings.pollMs);
    const next = await queue.nextMailDueAt({ after: now });
    lookAgainIn(Math.min(settings.pollMs, (next ?? Number.POSITIVE_INFINITY) - now));
  }

  /** Until all places are taken, or nothing is due to an address that has one left. */
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
      // Where fewer are due than there are places, no address has more that may be started.
      if (due.length < limit) return;
    }
  }

  /** Those that have as many mails under way as one address may have. */
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
    // To an address that has as many under way as it may have, none more is started before one of them ends.
    if (to === undefined || !busyRecipients().includes(to)) look();
  });
  look();

  return {
    async underWay() {
      // Where the queue could not be asked nothing is started.
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
 * Until the store has noted it: a mail that was sent and is not noted as sent would be sent again. False where its enquiry was erased
 * meanwhile.
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

/** Nobody takes a mail: its enquiry waits for an operator. */
class UndeliverableMail extends Error {
  override readonly name = 'UndeliverableMail';
}
