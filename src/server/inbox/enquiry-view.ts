import { isObject } from '#engine/json-schema/values.ts';
import type {
  EnquiryEventView,
  EnquiryView,
  InboxRowView,
  LabelledAnswer,
  PictureView,
  ReplyView,
} from '../../api/inbox.ts';
import { toInertLine, toInertText } from '../delivery/mail/inert-text.ts';
import { getRowFacts, nameForwardFacts } from '../preset/enquiries.ts';
import type { DeliveryRecord } from '../store/records/delivery-entry.ts';
import type { EnquiryDetails, EnquiryEvent, InboxEnquiry } from '../store/records/inbox-entry.ts';
import type { ReplyRecord } from '../store/records/reply-entry.ts';
import { explainDeliveryFailure } from './delivery-reason.ts';
import type { InboxNames } from './inbox-names.ts';
import { toReceiptView } from './receipt-view.ts';

/**
 * Converts an enquiry to a row of the list. Texts of the visitor are inert: control characters cannot change
 * the text around them.
 */
export function toInboxRow(
  enquiry: InboxEnquiry,
  { names, longestExcerpt }: { readonly names: InboxNames; readonly longestExcerpt: number },
): InboxRowView {
  const { id, reference, sequence, mail, visitor = {}, assignee, isReplyFailed, isDamaged } = enquiry;
  return {
    id,
    reference,
    sequence,
    receivedAt: Date.parse(enquiry.receivedAt),
    type: names.type(enquiry.enquiryType),
    ...getRowFacts(enquiry, names),
    site: enquiry.domain,
    from: toInertLine(visitor.name || visitor.email || ''),
    excerpt: createExcerpt(enquiry, longestExcerpt),
    photos: enquiry.photos.length,
    state: enquiry.handling,
    ...(assignee !== undefined && { assignee: names.person(assignee) }),
    delivery: mail.state,
    ...(isReplyFailed && { isReplyFailed }),
    ...(mail.state === 'suspected' && mail.reason !== null && { suspicion: mail.reason }),
    ...(mail.state === 'suspected' && visitor.email && { email: visitor.email }),
    ...(isDamaged && { isDamaged }),
  };
}

/**
 * Returns the longest text answer other than the name and the mail address, which is most likely the visitor's
 * message; empty without one.
 */
export function findLongestAnswer({ values, visitor = {} }: InboxEnquiry): string {
  const known = new Set([visitor.name, visitor.email]);
  const texts = Object.values(values).filter(
    (value): value is string => typeof value === 'string' && !known.has(value),
  );
  return texts.reduce((one, other) => (other.length > one.length ? other : one), '');
}

/** Returns the start of the longest answer: at most `longest` characters, with an ellipsis if it is cut. */
function createExcerpt(enquiry: InboxEnquiry, longest: number): string {
  const text = findLongestAnswer(enquiry);
  // Cut first: making a megabyte inert for one line is too slow.
  const characters = [...toInertLine(text.slice(0, longest * 20).toWellFormed())];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}

export interface EnquiryViewContext {
  readonly names: InboxNames;
  readonly locale: string;
  /** In characters. */
  readonly longestExcerpt: number;
  /** True if the page that the visitor claims to have sent from is on one of the sites or this server. */
  readonly isOwnPage: boolean;
  readonly pictures: readonly PictureView[];
  readonly deliveries: readonly DeliveryRecord[];
}

/**
 * Converts an enquiry and all that is stored about it to its page in the inbox. Texts of the visitor are
 * inert, and failed mails are explained in the language of `locale`.
 */
export function toEnquiryView(file: EnquiryDetails, context: EnquiryViewContext): EnquiryView {
  const { enquiry, tries, dueAt, receipt, replies, events, notes } = file;
  const { version, visitor = {}, submissionUrl, mail } = enquiry;
  return {
    ...toInboxRow(enquiry, context),
    answers: getEnquiryAnswers(file),
    ...(file.content && { wordedIn: file.content.locale }),
    ...(version !== undefined && { version }),
    ...(visitor.email && { email: toInertLine(visitor.email) }),
    submissionUrl: toInertLine(submissionUrl),
    ...(enquiry.campaign && { campaign: makeInert(enquiry.campaign) }),
    ...(enquiry.visit && { visit: makeInert(enquiry.visit) }),
    isOwnPage: context.isOwnPage,
    pictures: context.pictures,
    mail: {
      ...(mail.to !== null && { to: mail.to }),
      ...(mail.refusedBy !== null && { refusedBy: mail.refusedBy }),
      ...(dueAt !== undefined && { dueAt }),
      tries: tries.map(({ reason, ...one }) => ({
        ...one,
        ...(reason !== undefined && {
          reason: toInertText(reason),
          why: explainDeliveryFailure(reason, context.locale),
        }),
      })),
    },
    ...(receipt && { receipt: toReceiptView(receipt, context.locale) }),
    ...(context.deliveries.length > 0 && {
      deliveries: context.deliveries.map(({ destination, state, dueAt, tries }) => ({
        destination,
        state,
        tries,
        ...(dueAt !== undefined && { dueAt }),
      })),
    }),
    ...(replies.length > 0 && { replies: replies.map((reply) => toReplyView(reply, context.locale)) }),
    history: events.map((event) => toEventView(event, context.names)),
    notes,
  };
}

/** Returns the texts without control characters. */
function makeInert(texts: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, toInertLine(String(text))]));
}

/**
 * Returns all answers with the labels of the mail, or with the names of the fields if no labels are stored.
 */
export function getEnquiryAnswers({ enquiry, content }: EnquiryDetails): readonly LabelledAnswer[] {
  return content?.rows ?? toUnlabelledAnswers(enquiry);
}

/** Returns the answers with the names of their fields, for enquiries of an earlier release. */
function toUnlabelledAnswers({ values }: InboxEnquiry): readonly LabelledAnswer[] {
  return Object.entries(values).map(([name, value]) => ({
    label: toInertLine(name),
    value: toInertText(isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)),
  }));
}

/** Converts a reply. The failure of an attempt is explained in the language of `locale`. */
function toReplyView({ reason, template: _template, ...reply }: ReplyRecord, locale: string): ReplyView {
  return {
    ...reply,
    ...(reason !== null && {
      reason: toInertText(reason),
      why: explainDeliveryFailure(reason, locale, 'visitor'),
    }),
  };
}

/** Replaces the ids in the facts of a forward by their names; other events are returned unchanged. */
export function toEventView(event: EnquiryEvent, names: InboxNames): EnquiryEventView {
  return event.kind === 'forwarded' ? nameForwardFacts(event, names) : event;
}
