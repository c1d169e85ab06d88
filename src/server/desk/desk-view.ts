import { isObject } from '#engine/json-schema/values.ts';
import type { Answer, DeskEnquiryView, DeskRow, EventView, PictureView } from '../../studio/protocol-desk.ts';
import { inertLine, inertText } from '../mail/inert.ts';
import type { DeliveryRecord } from '../store/delivery-entry.ts';
import type { DeskEnquiry, DeskFile, EnquiryEvent } from '../store/desk-entry.ts';
import { plainReason } from './delivery-reason.ts';
import type { DeskNames } from './desk-names.ts';
import { receiptView } from './receipt-view.ts';

/**
 * Converts an enquiry to a row of the list. All texts are inert: control characters cannot change the text
 * around them.
 */
export function deskRow(
  enquiry: DeskEnquiry,
  { names, longestExcerpt }: { readonly names: DeskNames; readonly longestExcerpt: number },
): DeskRow {
  const { id, reference, sequence, mail, visitor = {}, assignee, isDamaged } = enquiry;
  const office = enquiry.forwardedTo ?? enquiry.office;
  return {
    ...{ id, reference, sequence },
    receivedAt: Date.parse(enquiry.receivedAt),
    type: names.type(enquiry.enquiryType),
    ...(office !== null && { office: names.office(office) }),
    site: enquiry.domain,
    from: inertLine(visitor.name || visitor.email || ''),
    excerpt: excerptOf(enquiry, longestExcerpt),
    photos: enquiry.photos.length,
    state: enquiry.handling,
    ...(assignee !== undefined && { assignee: names.person(assignee) }),
    delivery: mail.state,
    ...(mail.state === 'suspected' && mail.reason !== null && { suspicion: mail.reason }),
    ...(isDamaged && { isDamaged }),
  };
}

/** Returns the start of the longest text answer, which is most likely the visitor's message. */
function excerptOf({ values, visitor = {} }: DeskEnquiry, longest: number): string {
  const known = new Set([visitor.name, visitor.email]);
  const texts = Object.values(values).filter(
    (value): value is string => typeof value === 'string' && !known.has(value),
  );
  const text = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
  // Cut first: making a megabyte inert for one line is too slow.
  const characters = [...inertLine(text.slice(0, longest * 20).toWellFormed())];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}

export interface ViewContext {
  readonly names: DeskNames;
  readonly locale: string;
  readonly longestExcerpt: number;
  readonly isOwnPage: boolean;
  readonly pictures: readonly PictureView[];
  readonly deliveries: readonly DeliveryRecord[];
}

export function deskEnquiryView(file: DeskFile, context: ViewContext): DeskEnquiryView {
  const { enquiry, tries, dueAt, receipt, events, notes } = file;
  const { version, visitor = {}, submissionUrl, mail } = enquiry;
  return {
    ...deskRow(enquiry, context),
    answers: answersOf(file),
    ...(file.content && { wordedIn: file.content.locale }),
    ...(version !== undefined && { version }),
    ...(visitor.email && { email: inertLine(visitor.email) }),
    submissionUrl: inertLine(submissionUrl),
    isOwnPage: context.isOwnPage,
    pictures: context.pictures,
    mail: {
      ...(mail.to !== null && { to: mail.to }),
      ...(mail.refusedBy !== null && { refusedBy: mail.refusedBy }),
      ...(dueAt !== undefined && { dueAt }),
      tries: tries.map(({ reason, ...one }) => ({
        ...one,
        ...(reason !== undefined && { reason: inertText(reason), why: plainReason(reason, context.locale) }),
      })),
    },
    ...(receipt && { receipt: receiptView(receipt, context.locale) }),
    ...(context.deliveries.length > 0 && {
      deliveries: context.deliveries.map(({ destination, state, dueAt, tries }) => ({
        ...{ destination, state, tries },
        ...(dueAt !== undefined && { dueAt }),
      })),
    }),
    history: events.map((event) => eventView(event, context.names)),
    notes,
  };
}

/** Returns all answers with the labels of the mail. */
export function answersOf({ enquiry, content }: DeskFile): readonly Answer[] {
  return content?.rows ?? answersByName(enquiry);
}

/** Returns the answers of an enquiry that an earlier release stored without labels. */
function answersByName({ values }: DeskEnquiry): readonly Answer[] {
  return Object.entries(values).map(([name, value]) => ({
    label: inertLine(name),
    value: inertText(isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)),
  }));
}

export function eventView(event: EnquiryEvent, names: DeskNames): EventView {
  if (event.kind !== 'forwarded') return event;
  const { office, from, ...rest } = event;
  return {
    ...rest,
    office: names.office(office),
    ...(from !== null && { from: names.office(from) }),
  };
}
