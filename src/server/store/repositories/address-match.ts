import type { Json } from '#engine';
import type { MailState } from '../records/enquiry-record.ts';
import type { PersonEnquiry } from '../records/privacy-entry.ts';
import type { SavedAnswers } from '../records/stored-answers.ts';
import { readSavedAnswers } from '../records/stored-answers.ts';
import { readEnquiryContent } from '../records/stored-enquiry.ts';
import { toEnquiryEvent } from '../records/stored-inbox.ts';

/**
 * The most enquiries of one person that are listed (the rest is only counted), and the most references of
 * other people's enquiries that mention the person.
 */
export const maxListedEnquiries = 200;

/** The columns of an enquiry whose text contains the terms of an address, as `matchEnquiry` reads them. */
export interface CandidateRow {
  readonly sequence?: unknown;
  readonly id?: unknown;
  readonly reference?: unknown;
  readonly received_at?: unknown;
  readonly content?: unknown;
  readonly state?: unknown;
}

/** The result of comparing an address with an enquiry that the full-text search for it has found. */
export type EnquiryMatch =
  | { readonly own: PersonEnquiry & { readonly sequence: number } }
  /** Somebody else's enquiry that mentions the address: its reference. */
  | { readonly other: string };

/**
 * Returns the enquiry as the person's own if the address is the visitor's or a whole value, only its
 * reference if its text mentions the address, and undefined otherwise. A damaged enquiry is never the
 * person's own.
 * @param address As `normalizeAddress` returns it.
 */
export function matchEnquiry(row: CandidateRow, address: string): EnquiryMatch | undefined {
  const { visitor, values, photos, enquiryType, domain } = readEnquiryContent(row.content);
  if (!containsAddressValue(visitor?.email ?? '', address) && !containsAddressValue(values, address))
    return mentionsAddress(String(row.content), address) ? { other: String(row.reference) } : undefined;
  const own = {
    sequence: Number(row.sequence),
    id: String(row.id),
    reference: String(row.reference),
    // The table's CHECK lets no other text in.
    receivedAt: Number(row.received_at),
    mail: row.state as MailState,
    type: String(enquiryType),
    site: domain,
    photos: photos.length,
  };
  return { own };
}

/**
 * Returns the saved answers that a person saved, or that contain their address as a whole value. The returned
 * `content` has no hash. A damaged row that mentions the address is included, with empty values.
 * @param address As `normalizeAddress` returns it.
 */
export function matchSavedAnswers(
  rows: readonly { readonly hash?: unknown; readonly content?: unknown }[],
  address: string,
): readonly { readonly hash: string; readonly content: Omit<SavedAnswers, 'hash'> }[] {
  return rows.flatMap(({ hash, content }) => {
    const read = readSavedAnswers(content);
    const { hash: _hash, ...answers } = read ?? { ...unreadable, email: address, hash };
    const isTheirs = read
      ? containsAddressValue(read.email, address) || containsAddressValue(read.values, address)
      : mentionsAddress(String(content), address);
    return isTheirs ? [{ hash: String(hash), content: answers }] : [];
  });
}

/** Replaces the content of a damaged row. */
const unreadable = { savedAt: 0, expiresAt: 0, path: '', enquiryType: '', values: {} };

/**
 * Returns the reference of each event that is a comment and mentions an address, in the order of the rows; an
 * enquiry with several such comments is repeated. Each row is an event.
 * @param address As `normalizeAddress` returns it.
 */
export function findCommentMentions(
  rows: readonly { readonly reference?: unknown; readonly content?: unknown }[],
  address: string,
): readonly string[] {
  return rows
    .filter(({ content }) => mentionsAddress(getCommentText(content), address))
    .map(({ reference }) => String(reference));
}

/** Returns the text of a comment; an empty text for other events, the unparsed content for a damaged one. */
function getCommentText(content: unknown): string {
  const event = toEnquiryEvent({ content });
  if (event.isDamaged) return String(content);
  return event.kind === 'noted' ? event.text : '';
}

/** Returns an address in the form in which addresses are compared: trimmed and in lower case. */
export function normalizeAddress(email: string): string {
  return email.trim().toLowerCase();
}

/** Returns an address, normalized, as it is written inside a JSON string, without the quotes. */
export function toJsonAddress(email: string): string {
  return JSON.stringify(normalizeAddress(email)).slice(1, -1);
}

/**
 * Returns true if a normalized address is a whole value, at any depth, regardless of its case and of space
 * around it.
 */
function containsAddressValue(value: Json, address: string): boolean {
  if (typeof value === 'string') return normalizeAddress(value) === address;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one) => containsAddressValue(one, address));
}

/**
 * Returns true if a normalized address occurs in a text, in any case, and not as part of a longer address.
 */
function mentionsAddress(text: string, address: string): boolean {
  const folded = text.toLowerCase();
  for (let at = folded.indexOf(address); at >= 0; at = folded.indexOf(address, at + 1)) {
    const [before = '', after = ''] = [folded[at - 1], folded[at + address.length]];
    if (!/[\w.+-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}
