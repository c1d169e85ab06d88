import type { MailSettings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import type { DueMail, MailQueue, MailSettlement } from '../store/port.ts';
import { backOff } from './back-off.ts';
import type { Clock } from './clock.ts';
import type { ComposedMail, Delivery, MailTransport } from './port.ts';

/** Sends what is queued, until it is stopped. */
export interface Outbox {
  /** Takes no further mail; resolves when those under way are settled, or broken off after the grace time. */
  stop(): Promise<void>;
}

/** What an outbox works with. */
export interface OutboxParts {
  readonly queue: MailQueue;
  readonly transport: MailTransport;
  readonly compose: (due: DueMail) => Promise<ComposedMail>;
  readonly settings: MailSettings;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Starts to send: a few mails at a time, at once when one is queued, later again what was not taken. Only one process
 * sends from a queue; another one waits until that has ended.
 */
export function startOutbox(parts: OutboxParts): Outbox {
  const { queue, transport, settings, clock, log } = parts;
  const underWay = new Map<string, Promise<void>>();
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let isLookWanted = false;
  let callOff = () => {};

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
    const free = settings.concurrency - underWay.size;
    // The first of those under way that ends looks again.
    if (free <= 0) return;
    if (!(await queue.becomeSender())) return lookAgainIn(settings.pollMs);
    const now = clock.now();
    const due = await queue.dueMails({ now, limit: settings.concurrency });
    const fresh = due.filter(({ enquiryId }) => !underWay.has(enquiryId)).slice(0, free);
    if (isStopped) return;
    fresh.forEach(start);
    if (fresh.length === free) return;
    const next = await queue.nextMailDueAt({ after: now });
    lookAgainIn(Math.min(settings.pollMs, (next ?? Number.POSITIVE_INFINITY) - now));
  }

  function lookAgainIn(ms: number): void {
    callOff();
    callOff = isStopped ? () => {} : clock.after(ms, look);
  }

  function start(mail: DueMail): void {
    const sending = send(mail, { ...parts, isStopped: () => isStopped }).finally(() => {
      underWay.delete(mail.enquiryId);
      if (!isStopped) look();
    });
    underWay.set(mail.enquiryId, sending);
  }

  const unsubscribe = queue.onMailQueued(look);
  look();

  return {
    async stop() {
      isStopped = true;
      unsubscribe();
      const breakOff = clock.after(settings.graceMs, transport.close);
      await looking;
      await Promise.all(underWay.values());
      breakOff();
      callOff();
      transport.close();
    },
  };
}

async function send(
  mail: DueMail,
  parts: OutboxParts & { readonly isStopped: () => boolean },
): Promise<void> {
  const delivery = await parts.compose(mail).then(parts.transport.deliver, (error): Delivery => {
    parts.log.error('mail-not-composed', error, { id: mail.enquiryId });
    return { kind: 'refused', reason: String(error) };
  });
  const settlement = toSettlement(mail, delivery, parts);
  tell(mail, { delivery, settlement, log: parts.log });
  await settle(settlement, parts);
}

function toSettlement(
  { enquiryId, tries }: DueMail,
  delivery: Delivery,
  { settings, clock, random }: OutboxParts,
): MailSettlement {
  if (delivery.kind === 'taken') return { enquiryId, state: 'sent' };
  const { reason } = delivery;
  const isOver = delivery.kind === 'refused' || tries + 1 >= settings.tries;
  if (isOver) return { enquiryId, state: 'failed', reason };
  const dueAt = clock.now() + backOff({ tries: tries + 1, random: random(), settings });
  return { enquiryId, state: 'waiting', dueAt, reason };
}

/** Until the store takes it: a mail that was sent and is not noted as sent would be sent again. */
async function settle(
  settlement: MailSettlement,
  { queue, settings, clock, log, isStopped }: OutboxParts & { readonly isStopped: () => boolean },
): Promise<void> {
  for (;;) {
    try {
      return await queue.settleMail(settlement);
    } catch (error) {
      log.error('mail-not-noted', error, { id: settlement.enquiryId });
      if (isStopped()) return;
      await new Promise<void>((resolve) => clock.after(settings.pollMs, resolve));
    }
  }
}

function tell(
  { enquiryId, reference, tries }: DueMail,
  { delivery, settlement, log }: { delivery: Delivery; settlement: MailSettlement; log: Log },
): void {
  const facts = { id: enquiryId, reference, attempts: tries + 1 };
  if (delivery.kind === 'taken') log.info('mail-sent', facts);
  else {
    const event = settlement.state === 'failed' ? 'mail-failed' : 'mail-delayed';
    log.warn(event, { ...facts, ...(delivery.code ? { code: delivery.code } : {}) });
  }
}
