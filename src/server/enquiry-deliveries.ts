import { StartError } from './config/config.ts';
import type { EnquiryAct, Format } from './enquiry-arguments.ts';
import { commandLine } from './enquiry-usage.ts';
import { inertJson } from './log/inert-json.ts';
import { inertLine } from './mail/inert.ts';
import { createAudit } from './people/audit.ts';
import type { DeliveryRecord, DestinationState } from './store/delivery-entry.ts';
import type { Store } from './store/store.ts';

export type DeliveryAct = Extract<EnquiryAct, { readonly kind: 'redeliver' | 'switch-on' | 'destinations' }>;

/**
 * Runs the action and returns the text to print.
 * @throws StartError if it is not possible.
 */
export async function deliveryAct(
  act: DeliveryAct,
  { store, format }: { readonly store: Store | undefined; readonly format: Format | undefined },
): Promise<string> {
  if (act.kind === 'destinations') {
    const states = (await store?.destinationStates()) ?? [];
    return format === 'json' ? `${inertJson(states)}\n` : `${destinationsText(states)}\n`;
  }
  return `${act.kind === 'redeliver' ? await redeliver(act, store) : await switchOn(act, store)}\n`;
}

async function redeliver(
  { id, destination }: Extract<DeliveryAct, { readonly kind: 'redeliver' }>,
  store: Store | undefined,
): Promise<string> {
  const named = destination !== undefined && { destination };
  const outcome = (await store?.redeliver({ id, now: Date.now(), ...named })) ?? { kind: 'unknown' };
  const { kind } = outcome;
  if (kind !== 'queued')
    throw new StartError([`Cannot deliver ${JSON.stringify(id)} again: ${reasons[kind]}`]);
  const destinations = outcome.destinations.join(', ');
  await note(store, { action: 'enquiry-redelivered', about: id, details: { destination: destinations } });
  return `Queued ${id} for ${destinations}; a running server delivers it at once, where that is not switched off.`;
}

async function switchOn(
  { destination }: Extract<DeliveryAct, { readonly kind: 'switch-on' }>,
  store: Store | undefined,
): Promise<string> {
  const queued = await store?.switchOn({ destination, now: Date.now() });
  if (queued === undefined)
    throw new StartError([`Cannot switch ${JSON.stringify(destination)} on: it is not switched off`]);
  await note(store, { action: 'destination-switched-on', about: destination });
  return `Switched "${destination}" on: ${queued} ${queued === 1 ? 'delivery goes' : 'deliveries go'} at once, by a running server.`;
}

async function note(
  store: Store | undefined,
  noted: Omit<Parameters<ReturnType<typeof createAudit>['note']>[0], 'who'>,
): Promise<void> {
  if (store) await createAudit({ store, now: Date.now }).note({ who: commandLine, ...noted });
}

const reasons = {
  unknown: 'no enquiry has this id or reference',
  suspected: 'it looks like a robot’s; --release ID sends it',
  'not-there': 'no rule sent it there, or its words are erased; --show ID says where it goes',
};

function destinationsText(states: readonly DestinationState[]): string {
  if (states.length === 0) return 'Nothing waits, and nothing has failed.';
  return states
    .map(({ destination, waiting, failed, off }) => {
      const counts = `${inertLine(destination)}  ${waiting} waiting, ${failed} failed`;
      return off ? `${counts}, switched off since ${timeOf(off.at)}: ${inertLine(off.reason)}` : counts;
    })
    .join('\n');
}

/** Returns a line for each delivery, followed by a line for each of its attempts. */
export function deliveryLines(deliveries: readonly DeliveryRecord[]): readonly string[] {
  return deliveries.flatMap(({ destination, state, dueAt, tries }) => [
    `  ${inertLine(destination)}: ${state}${dueAt === undefined ? '' : `, next try ${timeOf(dueAt)}`}`,
    ...tries.map(
      ({ at, outcome, reason }) =>
        `    ${timeOf(at)}  ${outcome}${reason === undefined ? '' : `: ${inertLine(reason)}`}`,
    ),
  ]);
}

/** Returns deliveries in the format of docs/contract.md, with times in ISO 8601. */
export function contractedDeliveries(deliveries: readonly DeliveryRecord[]): readonly unknown[] {
  return deliveries.map(({ destination, state, attempts, dueAt, tries }) => ({
    ...{ destination, state, attempts },
    ...(dueAt !== undefined && { nextTryAt: new Date(dueAt).toISOString() }),
    tries: tries.map(({ at, ...one }) => ({ at: new Date(at).toISOString(), ...one })),
  }));
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} (UTC)`;
}
