import type { Json } from '#engine';
import type { PersonEnquiry } from './privacy-entry.ts';
import type { MailState, SavedAnswers } from './store.ts';
import { readSavedAnswers } from './stored-answers.ts';
import { toEvent } from './stored-desk.ts';
import { readContent } from './stored-enquiry.ts';

/** As many enquiries of a person are told of; the rest is counted. */
export const mostTold = 200;

/** An enquiry that has the words of an address, as `ownOrMention` looks at it. */
export interface CandidateRow {
  readonly sequence?: unknown;
  readonly id?: unknown;
  readonly reference?: unknown;
  readonly received_at?: unknown;
  readonly content?: unknown;
  readonly state?: unknown;
}

/** What tells whose an enquiry is that has the words of an address beside each other. */
export type FoundEnquiry =
  | { readonly own: PersonEnquiry & { readonly sequence: number } }
  /** Somebody else's that mentions the address: its reference. */
  | { readonly other: string };

/** Looks at each value of an enquiry; undefined where the address is in none. */
export function ownOrMention(row: CandidateRow, address: string): FoundEnquiry | undefined {
  const { visitor, values, photos, enquiryType, domain } = readContent(row.content);
  if (!namesAddress(visitor?.email ?? '', address) && !namesAddress(values, address))
    return mentionsAddress(String(row.content), address) ? { other: String(row.reference) } : undefined;
  const own = {
    ...{ sequence: Number(row.sequence), id: String(row.id), reference: String(row.reference) },
    // The table's CHECK lets no other text in.
    ...{ receivedAt: Number(row.received_at), mail: row.state as MailState },
    ...{ type: String(enquiryType), site: domain, photos: photos.length },
  };
  return { own };
}

/**
 * Returns the saved answers that a person saved, or that name their address; the hash stands beside the content and not in it. A damaged row
 * that mentions the address counts as theirs, and its values cannot be handed over.
 */
export function answersOf(
  rows: readonly { readonly hash?: unknown; readonly content?: unknown }[],
  address: string,
): readonly { readonly hash: string; readonly content: Omit<SavedAnswers, 'hash'> }[] {
  return rows.flatMap(({ hash, content }) => {
    const read = readSavedAnswers(content);
    const { hash: _word, ...answers } = read ?? { ...unreadable, email: address, hash };
    const isTheirs = read
      ? namesAddress(read.email, address) || namesAddress(read.values, address)
      : mentionsAddress(String(content), address);
    return isTheirs ? [{ hash: String(hash), content: answers }] : [];
  });
}

const unreadable = { savedAt: 0, expiresAt: 0, path: '', enquiryType: '', values: {} };

/** Of what was noted beside enquiries, the references of those where an address is mentioned. */
export function notedBeside(
  rows: readonly { readonly reference?: unknown; readonly content?: unknown }[],
  address: string,
): readonly string[] {
  return rows
    .filter(({ content }) => mentionsAddress(notedText(content), address))
    .map(({ reference }) => String(reference));
}

function notedText(content: unknown): string {
  const event = toEvent({ content });
  if (event.isDamaged) return String(content);
  return event.kind === 'noted' ? event.text : '';
}

/** An address as it tells people apart: by all but its case. */
export function sameAddress(email: string): string {
  return email.trim().toLowerCase();
}

/** How an address stands in JSON. */
export function addressInJson(email: string): string {
  return JSON.stringify(sameAddress(email)).slice(1, -1);
}

/** Whether an address is a whole value, at whatever depth. */
function namesAddress(value: Json, address: string): boolean {
  if (typeof value === 'string') return sameAddress(value) === address;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one) => namesAddress(one, address));
}

/** Whether an address stands within a text, and not as a part of a longer one. */
function mentionsAddress(text: string, address: string): boolean {
  const folded = text.toLowerCase();
  for (let at = folded.indexOf(address); at >= 0; at = folded.indexOf(address, at + 1)) {
    const [before = '', after = ''] = [folded[at - 1], folded[at + address.length]];
    if (!/[\w.+-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}
