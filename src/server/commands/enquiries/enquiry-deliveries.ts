import { createAudit } from '../../admin/people/audit.ts';
import { toInertLine } from '../../delivery/mail/inert-text.ts';
import { StartError } from '../../platform/config/config.ts';
import { toInertJson } from '../../platform/log/inert-json.ts';
import type { DeliveryRecord, DestinationState } from '../../store/delivery-entry.ts';
import type { Store } from '../../store/store.ts';
import type { EnquiryAct, OutputFormat } from './enquiry-arguments.ts';
import { commandLineAuthor } from './enquiry-usage.ts';

/** An action on deliveries to webhooks and folders. */
export type DeliveryAct = Extract<EnquiryAct, { readonly kind: 'redeliver' | 'switch-on' | 'destinations' }>;

/**
 * Runs the action and returns the text to print, as JSON only for `destinations` with the format `json`.
 * @throws StartError if it is not possible.
 */
export async function runDeliveryAct(
  act: DeliveryAct,
  { store, format }: { readonly store: Store | undefined; readonly format: OutputFormat | undefined },
): Promise<string> {
  if (act.kind === 'destinations') {
    const states = (await store?.destinationStates()) ?? [];
    return format === 'json' ? `${toInertJson(states)}\n` : `${formatDestinations(states)}\n`;
  }
  return `${act.kind === 'redeliver' ? await redeliverEnquiry(act, store) : await switchDestinationOn(act, store)}\n`;
}

/**
 * Queues an enquiry again for its destinations, or for one of them, records that in the audit log, and
 * returns the line to print.
 * @throws StartError if the enquiry is unknown or suspected, or was not sent to the destination by a rule.
 */
async function redeliverEnquiry(
  { id, destination }: Extract<DeliveryAct, { readonly kind: 'redeliver' }>,
  store: Store | undefined,
): Promise<string> {
  const named = destination !== undefined && { destination };
  const outcome = (await store?.redeliver({ id, now: Date.now(), ...named })) ?? { kind: 'unknown' };
  const { kind } = outcome;
  if (kind !== 'queued')
    throw new StartError([`Cannot deliver ${JSON.stringify(id)} again: ${reasons[kind]}`]);
  const destinations = outcome.destinations.join(', ');
  await recordAuditEntry(store, {
    action: 'enquiry-redelivered',
    about: id,
    details: { destination: destinations },
  });
  return `Queued ${id} for ${destinations}; a running server delivers it at once, unless the destination is switched off.`;
}

/**
 * Switches a destination on again, which queues its deliveries, records that in the audit log, and returns
 * the line to print.
 * @throws StartError if it is not switched off.
 */
async function switchDestinationOn(
  { destination }: Extract<DeliveryAct, { readonly kind: 'switch-on' }>,
  store: Store | undefined,
): Promise<string> {
  const queued = await store?.switchOn({ destination, now: Date.now() });
  if (queued === undefined)
    throw new StartError([`Cannot switch ${JSON.stringify(destination)} on: it is not switched off`]);
  await recordAuditEntry(store, { action: 'destination-switched-on', about: destination });
  return `Switched "${destination}" on: ${queued} ${queued === 1 ? 'delivery is' : 'deliveries are'} sent at once by a running server.`;
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
      return off ? `${counts}, switched off since ${formatTime(off.at)}: ${toInertLine(off.reason)}` : counts;
    })
    .join('\n');
}

/**
 * Returns a line for each delivery, followed by a line for each of its attempts. Empty without deliveries.
 */
export function formatDeliveries(deliveries: readonly DeliveryRecord[]): readonly string[] {
  return deliveries.flatMap(({ destination, state, dueAt, tries }) => [
    `  ${toInertLine(destination)}: ${state}${dueAt === undefined ? '' : `, next attempt ${formatTime(dueAt)}`}`,
    ...tries.map(
      ({ at, outcome, reason }) =>
        `    ${formatTime(at)}  ${outcome}${reason === undefined ? '' : `: ${toInertLine(reason)}`}`,
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

/** Returns a time of milliseconds as `2026-11-21 07:00 (UTC)`. */
function formatTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} (UTC)`;
}
