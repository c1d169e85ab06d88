import { CommandFailure } from '../../../command/io.ts';
import { createAudit } from '../../admin/people/audit.ts';
import { toInertLine } from '../../delivery/mail/inert-text.ts';
import { toInertJson } from '../../platform/log/inert-json.ts';
import type { DeliveryRecord, DestinationState } from '../../store/records/delivery-entry.ts';
import type { Store } from '../../store/store.ts';
import { commandLineAuthor, type EnquiriesContext } from './enquiries-context.ts';
import { formatUtcTime } from './enquiry-times.ts';

/** Prints the counts and the state of each destination, as text or JSON. */
export async function showDestinations({ store, format, io }: EnquiriesContext): Promise<void> {
  const states = (await store?.destinationStates()) ?? [];
  io.out(`${format === 'json' ? toInertJson(states) : formatDestinations(states)}\n`);
}

/**
 * Queues an enquiry again for its destinations, or for one of them, and records that in the audit log.
 * @param destination Undefined for all destinations of the enquiry.
 * @throws CommandFailure if the enquiry is unknown or suspected, or was not sent to the destination by a
 * rule.
 */
export async function redeliverEnquiry(
  id: string,
  destination: string | undefined,
  { store, io }: EnquiriesContext,
): Promise<void> {
  const named = destination !== undefined && { destination };
  const outcome = (await store?.redeliver({ id, now: Date.now(), ...named })) ?? { kind: 'unknown' };
  const { kind } = outcome;
  if (kind !== 'queued')
    throw new CommandFailure(`Cannot deliver ${JSON.stringify(id)} again: ${reasons[kind]}`);
  const destinations = outcome.destinations.join(', ');
  await recordAuditEntry(store, {
    action: 'enquiry-redelivered',
    about: id,
    details: { destination: destinations },
  });
  io.out(
    `Queued ${id} for ${destinations}; a running server delivers it at once, unless the destination is switched off.\n`,
  );
}

/**
 * Switches a destination on again, which queues its deliveries, and records that in the audit log.
 * @throws CommandFailure if it is not switched off.
 */
export async function switchDestinationOn(
  destination: string,
  { store, io }: EnquiriesContext,
): Promise<void> {
  const queued = await store?.switchOn({ destination, now: Date.now() });
  if (queued === undefined)
    throw new CommandFailure(`Cannot switch ${JSON.stringify(destination)} on: it is not switched off`);
  await recordAuditEntry(store, { action: 'destination-switched-on', about: destination });
  io.out(
    `Switched "${destination}" on: ${queued} ${queued === 1 ? 'delivery is' : 'deliveries are'} sent at once by a running server.\n`,
  );
}

/** Records an entry of the command line in the audit log; nothing without a store. */
async function recordAuditEntry(
  store: Store | undefined,
  entry: Omit<Parameters<ReturnType<typeof createAudit>['record']>[0], 'who'>,
): Promise<void> {
  if (store) await createAudit({ store, now: Date.now }).record({ who: commandLineAuthor, ...entry });
}

const reasons = {
  unknown: 'no enquiry has this id or reference',
  suspected: 'it looks like spam; --release ID sends it',
  'not-there': 'no rule sent it there, or its content is erased; --show ID lists its destinations',
};

/**
 * Returns a line with the counts for each destination, and why it is switched off; one sentence without any.
 */
function formatDestinations(states: readonly DestinationState[]): string {
  if (states.length === 0) return 'Nothing is waiting, and nothing has failed.';
  return states
    .map(({ destination, waiting, failed, off }) => {
      const counts = `${toInertLine(destination)}  ${waiting} waiting, ${failed} failed`;
      return off
        ? `${counts}, switched off since ${formatUtcTime(off.at)}: ${toInertLine(off.reason)}`
        : counts;
    })
    .join('\n');
}

/**
 * Returns a line for each delivery, followed by a line for each of its attempts. Empty without deliveries.
 */
export function formatDeliveries(deliveries: readonly DeliveryRecord[]): readonly string[] {
  return deliveries.flatMap(({ destination, state, dueAt, tries }) => [
    `  ${toInertLine(destination)}: ${state}${dueAt === undefined ? '' : `, next attempt ${formatUtcTime(dueAt)}`}`,
    ...tries.map(
      ({ at, outcome, reason }) =>
        `    ${formatUtcTime(at)}  ${outcome}${reason === undefined ? '' : `: ${toInertLine(reason)}`}`,
    ),
  ]);
}

/** Returns deliveries in the format of docs/contract.md, with times in ISO 8601. */
export function toDeliveriesJson(deliveries: readonly DeliveryRecord[]): readonly unknown[] {
  return deliveries.map(({ destination, state, attempts, dueAt, tries }) => ({
    destination,
    state,
    attempts,
    ...(dueAt !== undefined && { nextTryAt: new Date(dueAt).toISOString() }),
    tries: tries.map(({ at, ...one }) => ({ at: new Date(at).toISOString(), ...one })),
  }));
}
