import type { EnquiryEventView } from '../../../api/inbox.ts';
import { CommandFailure } from '../../../command/io.ts';
import { toInertLine, toInertText } from '../../delivery/mail/inert-text.ts';
import { explainDeliveryFailure } from '../../inbox/delivery-reason.ts';
import { getEnquiryAnswers, toEventView } from '../../inbox/enquiry-view.ts';
import { toReceiptView } from '../../inbox/receipt-view.ts';
import { toInertJson } from '../../platform/log/inert-json.ts';
import { getForwardName, listPresetRows } from '../../preset/command-lists.ts';
import type { DeliveryRecord } from '../../store/records/delivery-entry.ts';
import type { EnquiryDetails } from '../../store/records/inbox-entry.ts';
import type { ReceiptRecord } from '../../store/records/receipt-entry.ts';
import type { ReplyRecord } from '../../store/records/reply-entry.ts';
import type { EnquiriesContext } from './enquiries-context.ts';
import { formatDeliveries, toDeliveriesJson } from './enquiry-deliveries.ts';
import { toEnquiryJson } from './enquiry-json.ts';
import { type EnquiryNames, readNames } from './enquiry-names.ts';
import { formatMailColumn } from './enquiry-table.ts';
import { formatUtcTime } from './enquiry-times.ts';

/**
 * Prints one enquiry with answers, mail, deliveries and history, as JSON for the format `json`, else as text.
 * @throws CommandFailure if it does not exist or there is no store.
 */
export async function showEnquiry(id: string, context: EnquiriesContext): Promise<void> {
  const { store, contentFolder, format, io } = context;
  const file = await store?.enquiryDetails(id);
  if (file === undefined)
    throw new CommandFailure(`Cannot show ${JSON.stringify(id)}: no enquiry has this id or reference`);
  const names = await readNames(store, contentFolder);
  const deliveries = (await store?.listDeliveries(id)) ?? [];
  if (format !== 'json') return io.out(`${formatEnquiry(file, names, deliveries)}\n`);
  const history = file.events.map((event) => ({
    ...toEventView(event, names.exportNames),
    at: new Date(event.at).toISOString(),
  }));
  const enquiryJson = await toEnquiryJson(file.enquiry, { names, store, replies: file.replies });
  const receipt = file.receipt && toReceiptJson(file.receipt);
  io.out(
    `${toInertJson({ ...enquiryJson, ...(receipt && { receipt }), ...(deliveries.length > 0 && { deliveries: toDeliveriesJson(deliveries) }), answers: getEnquiryAnswers(file), history, notes: file.notes })}\n`,
  );
}

/**
 * Returns the record of a receipt with times in ISO 8601; the time of the next attempt only while it is
 * waiting.
 */
function toReceiptJson({ state, to, attempts, at, dueAt, reason }: ReceiptRecord) {
  return {
    state,
    to,
    attempts,
    ...(at !== undefined && { at: new Date(at).toISOString() }),
    ...(state === 'waiting' && dueAt !== undefined && { nextTryAt: new Date(dueAt).toISOString() }),
    ...(reason !== null && { reason }),
  };
}

/**
 * Returns an enquiry as text, its sections separated by empty lines. Empty sections are left out, and control
 * characters of its texts are made harmless.
 */
function formatEnquiry(
  file: EnquiryDetails,
  names: EnquiryNames,
  deliveries: readonly DeliveryRecord[],
): string {
  const { enquiry, tries, dueAt, receipt, replies, events, notes } = file;
  const { reference, receivedAt, enquiryType, domain, submissionUrl, handling, assignee, photos, mail } =
    enquiry;
  const facts = [
    ['Reference', reference],
    ['Received', formatUtcTime(Date.parse(receivedAt))],
    ['Type', names.exportNames.type(enquiryType).name],
    ...listPresetRows(enquiry, names),
    ['Site', domain],
    ['Sent from', submissionUrl],
    ...(enquiry.campaign ? [['Campaign', Object.values(enquiry.campaign).join(', ')]] : []),
    ...(enquiry.visit?.referrer === undefined ? [] : [['Came from', enquiry.visit.referrer]]),
    ...(enquiry.visit?.entryPage === undefined ? [] : [['Entered at', enquiry.visit.entryPage]]),
    ['State', handling],
    ['Assigned to', assignee === undefined ? 'nobody' : names.exportNames.person(assignee).name],
    ['Mail', formatMailColumn(mail)],
    ...(dueAt === undefined ? [] : [['Retry at', formatUtcTime(dueAt)]]),
    ...(receipt === undefined ? [] : [['Receipt', formatReceipt(receipt)]]),
    ...(photos.length > 0 ? [['Photos', photos.join(', ')]] : []),
  ];
  const deliveryLog = tries.map(({ at, to, outcome, reason }) => {
    const why = reason === undefined ? '' : `: ${explainDeliveryFailure(reason, 'en')} (${reason})`;
    return `  ${formatUtcTime(at)}  ${toInertLine(`${outcome}, ${to}${why}`)}`;
  });
  return [
    facts.map(([name = '', value = '']) => `${name.padEnd(11)}  ${toInertLine(value)}`).join('\n'),
    ...getEnquiryAnswers(file).map(
      ({ label, value }) => `${toInertLine(label)}\n${indentLines(toInertText(value))}`,
    ),
    ...formatSection('Replies', replies.map(formatReply)),
    ...formatSection('Delivery log', deliveryLog),
    ...formatSection('Other destinations', formatDeliveries(deliveries)),
    ...formatSection(
      'Notes of the server',
      notes.map((note) => `  ${toInertLine(note)}`),
    ),
    ...formatSection(
      'Notes and history',
      events.map((event) => formatEvent(toEventView(event, names.exportNames))),
    ),
  ].join('\n\n');
}

/**
 * Returns the state of the visitor's receipt: `sent, ada@example.org, 2026-11-21 07:00 (UTC)`, or the reason
 * why there is none: `none: too-many`.
 */
function formatReceipt(receipt: ReceiptRecord): string {
  if (receipt.state === 'withheld') return `none: ${receipt.reason}`;
  const { state, to, at, why } = toReceiptView(receipt, 'en');
  const facts = [state, to, ...(at === undefined ? [] : [formatUtcTime(at)])].join(', ');
  return why === undefined ? facts : `${facts}: ${why} (${receipt.reason})`;
}

/** Returns a reply: when, who, to whom, the state of its mail, and below that the subject and the text. */
function formatReply({ at, by, to, state, reason, subject, text }: ReplyRecord): string {
  const why = reason === null ? '' : `: ${explainDeliveryFailure(reason, 'en', 'visitor')} (${reason})`;
  const head = `  ${formatUtcTime(at)}  ${toInertLine(`${by.name} to ${to}, ${state}${why}`)}`;
  return `${head}\n${indentLines(`${toInertLine(subject)}\n${toInertText(text)}`, 4)}`;
}

/** Returns a section as one text in a list; an empty list without lines. */
function formatSection(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [[title, ...lines].join('\n')];
}

/**
 * Returns an event as a line with time and person, "command line" if no person is recorded. A comment adds
 * its text on further lines.
 */
function formatEvent(event: EnquiryEventView): string {
  const by = toInertLine(event.by?.name ?? 'command line');
  return `  ${formatUtcTime(event.at)}  ${by}: ${describeEvent(event)}`;
}

/** Returns the event without time and person: `assigned to Ada`. */
function describeEvent(event: EnquiryEventView): string {
  switch (event.kind) {
    case 'handled':
      return `from ${event.from} to ${event.to}`;
    case 'assigned':
      return event.to === undefined ? 'unassigned' : `assigned to ${toInertLine(event.to.name)}`;
    case 'noted':
      return `note\n${indentLines(toInertText(event.text), 4)}`;
    case 'resent':
      return `sent again to ${toInertLine(event.to)}`;
    case 'marked':
      return 'marked as spam';
    case 'unmarked':
      return 'no longer spam';
    case 'released':
      return `released, and sent to ${toInertLine(event.to)}`;
    case 'forwarded':
      return `forwarded to ${toInertLine(getForwardName(event))} (${toInertLine(event.to)})`;
  }
}

/** Returns the text with `by` spaces before each line. */
function indentLines(text: string, by = 2): string {
  return text.replaceAll(/^/gm, ' '.repeat(by));
}
