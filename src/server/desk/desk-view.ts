import { isObject } from '#engine/json-schema/values.ts';
import type { Answer, DeskEnquiryView, DeskRow, EventView, PictureView } from '../../studio/protocol-desk.ts';
import { inertLine, inertText } from '../mail/inert.ts';
import type { DeliveryRecord } from '../store/delivery-entry.ts';
import type { DeskEnquiry, DeskFile, EnquiryEvent } from '../store/desk-entry.ts';
import { plainReason } from './delivery-reason.ts';
import type { DeskNames } from './desk-names.ts';
import { receiptView } from './receipt-view.ts';

/** An enquiry as the list shows it; nothing in it steers or turns what stands around it. */
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

/** The beginning of the longest text that was answered: what the visitor has to say. */
function excerptOf({ values, visitor = {} }: DeskEnquiry, longest: number): string {
  const known = new Set([visitor.name, visitor.email]);
  const texts = Object.values(values).filter(
    (value): value is string => typeof value === 'string' && !known.has(value),
  );
  const text = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
  // A text of a megabyte is not made inert for its first line.
  const characters = [...inertLine(text.slice(0, longest * 20).toWellFormed())];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}

/** What an enquiry is shown with, besides what is stored of it. */
export interface ViewContext {
  readonly names: DeskNames;
  /** The reader's language. */
  readonly locale: string;
  readonly longestExcerpt: number;
  readonly isOwnPage: boolean;
  readonly pictures: readonly PictureView[];
  readonly deliveries: readonly DeliveryRecord[];
}

/** An enquiry whole. */
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

/** Every answer, in the words of its mail. */
export function answersOf({ enquiry, content }: DeskFile): readonly Answer[] {
  return content?.rows ?? answersByName(enquiry);
}

/** What an older release stored without words. */
function answersByName({ values }: DeskEnquiry): readonly Answer[] {
  return Object.entries(values).map(([name, value]) => ({
    label: inertLine(name),
    value: inertText(isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)),
  }));
}

/** Something that was done with an enquiry, by the names of today. */
export function eventView(event: EnquiryEvent, names: DeskNames): EventView {
  if (event.kind !== 'forwarded') return event;
  const { office, from, ...rest } = event;
  return {
    ...rest,
    office: names.office(office),
    ...(from !== null && { from: names.office(from) }),
  };
}
