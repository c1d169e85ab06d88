import type { EventView } from '../studio/protocol-desk.ts';
import { StartError } from './config/config.ts';
import { plainReason } from './desk/delivery-reason.ts';
import { answersOf, eventView } from './desk/desk-view.ts';
import { receiptView } from './desk/receipt-view.ts';
import type { Format } from './enquiry-arguments.ts';
import { contractedDeliveries, deliveryLines } from './enquiry-deliveries.ts';
import { asContracted } from './enquiry-json.ts';
import type { EnquiryNames } from './enquiry-names.ts';
import { mailColumn } from './enquiry-table.ts';
import { inertJson } from './log/inert-json.ts';
import { inertLine, inertText } from './mail/inert.ts';
import type { DeliveryRecord } from './store/delivery-entry.ts';
import type { DeskFile } from './store/desk-entry.ts';
import type { ReceiptRecord } from './store/receipt-entry.ts';
import type { Store } from './store/store.ts';

/**
 * Returns one enquiry with all its history, as text or as JSON.
 * @throws StartError if it does not exist.
 */
export async function show(
  id: string,
  {
    store,
    names,
    format,
  }: { readonly store: Store | undefined; readonly names: EnquiryNames; readonly format: Format | undefined },
): Promise<string> {
  const file = await store?.deskFile(id);
  if (file === undefined)
    throw new StartError([`Cannot show ${JSON.stringify(id)}: no enquiry has this id or reference`]);
  const deliveries = (await store?.deliveriesOf(id)) ?? [];
  if (format !== 'json') return `${textOf(file, names, deliveries)}\n`;
  const history = file.events.map((event) => ({
    ...eventView(event, names.desk),
    at: new Date(event.at).toISOString(),
  }));
  const contracted = await asContracted(file.enquiry, { names, store });
  const receipt = file.receipt && contractedReceipt(file.receipt);
  return `${inertJson({ ...contracted, ...(receipt && { receipt }), ...(deliveries.length > 0 && { deliveries: contractedDeliveries(deliveries) }), answers: answersOf(file), history, notes: file.notes })}\n`;
}

function contractedReceipt({ state, to, attempts, at, dueAt, reason }: ReceiptRecord) {
  return {
    ...{ state, to, attempts },
    ...(at !== undefined && { at: new Date(at).toISOString() }),
    ...(state === 'waiting' && dueAt !== undefined && { nextTryAt: new Date(dueAt).toISOString() }),
    ...(reason !== null && { reason }),
  };
}

function textOf(file: DeskFile, names: EnquiryNames, deliveries: readonly DeliveryRecord[]): string {
  const { enquiry, tries, dueAt, receipt, events, notes } = file;
  const { reference, receivedAt, enquiryType, domain, submissionUrl, handling, assignee, photos, mail } =
    enquiry;
  const office = enquiry.forwardedTo ?? enquiry.office;
  const facts = [
    ['Reference', reference],
    ['Received', timeOf(Date.parse(receivedAt))],
    ['Type', names.desk.type(enquiryType).name],
    ['Office', office === null ? '-' : [office, names.office(office)].join(' ').trimEnd()],
    ['Site', domain],
    ['Sent from', submissionUrl],
    ['State', handling],
    ['Held by', assignee === undefined ? 'nobody' : names.desk.person(assignee).name],
    ['Mail', mailColumn(mail)],
    ...(dueAt === undefined ? [] : [['Next try', timeOf(dueAt)]]),
    ...(receipt === undefined ? [] : [['Receipt', receiptLine(receipt)]]),
    ...(photos.length > 0 ? [['Photos', photos.join(', ')]] : []),
  ];
  const tried = tries.map(({ at, to, outcome, reason }) => {
    const why = reason === undefined ? '' : `: ${plainReason(reason, 'en')} (${reason})`;
    return `  ${timeOf(at)}  ${inertLine(`${outcome}, ${to}${why}`)}`;
  });
  return [
    facts.map(([name = '', value = '']) => `${name.padEnd(11)}  ${inertLine(value)}`).join('\n'),
    ...answersOf(file).map(({ label, value }) => `${inertLine(label)}\n${indented(inertText(value))}`),
    ...part('Tries', tried),
    ...part('Other destinations', deliveryLines(deliveries)),
    ...part(
      'Notes of the server',
      notes.map((note) => `  ${inertLine(note)}`),
    ),
    ...part(
      'Notes and history',
      events.map((event) => lineOf(eventView(event, names.desk))),
    ),
  ].join('\n\n');
}

/**
 * Returns the state of the visitor's receipt: `sent, ada@example.org, 2026-11-21 07:00 (UTC)`, or the reason
 * why there is none: `none: too-many`.
 */
function receiptLine(receipt: ReceiptRecord): string {
  if (receipt.state === 'withheld') return `none: ${receipt.reason}`;
  const { state, to, at, why } = receiptView(receipt, 'en');
  const facts = [state, to, ...(at === undefined ? [] : [timeOf(at)])].join(', ');
  return why === undefined ? facts : `${facts}: ${why} (${receipt.reason})`;
}

function part(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [[title, ...lines].join('\n')];
}

function lineOf(event: EventView): string {
  const by = inertLine(event.by?.name ?? 'command line');
  return `  ${timeOf(event.at)}  ${by}: ${saidOf(event)}`;
}

function saidOf(event: EventView): string {
  switch (event.kind) {
    case 'handled':
      return `from ${event.from} to ${event.to}`;
    case 'assigned':
      return event.to === undefined ? 'given back' : `given to ${inertLine(event.to.name)}`;
    case 'noted':
      return `note\n${indented(inertText(event.text), 4)}`;
    case 'resent':
      return `sent again to ${inertLine(event.to)}`;
    case 'released':
      return `released, and sent to ${inertLine(event.to)}`;
    case 'forwarded':
      return `forwarded to ${inertLine(event.office.name)} (${inertLine(event.to)})`;
  }
}

function indented(text: string, by = 2): string {
  return text.replaceAll(/^/gm, ' '.repeat(by));
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} (UTC)`;
}
