import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What a page notes when it is drawn, so that its enquiry is judged by the form that the visitor saw. */
export interface TicketNote {
  /** Hash of the form. */
  readonly formHash: string;
  /** Path of the page: `/contact`. */
  readonly path: string;
  /** BCP 47. */
  readonly locale: string;
  /** Milliseconds since 1970 UTC. */
  readonly issuedAt: number;
}

/** Whether a ticket holds. Foreign: not one of ours, or signed with another secret; altered: its content was changed. */
export type TicketVerdict =
  | { readonly isValid: true; readonly note: TicketNote }
  | { readonly isValid: false; readonly reason: 'foreign' | 'altered' | 'too-old' };

const version = '1';

/**
 * The signed note as one word that is safe in a header, a URL and an attribute: `1.kid.note.mac`.
 * `key` comes from `deriveKey(secret, 'ticket')`.
 */
export function issueTicket({ note, key }: { readonly note: TicketNote; readonly key: Uint8Array }): string {
  const content = encode(JSON.stringify([note.formHash, note.path, note.locale, note.issuedAt]));
  const signed = `${version}.${keyId(key)}.${content}`;
  return `${signed}.${mac(signed, key)}`;
}

/** Reads a ticket back, or says why it does not hold. `maxAgeMs` stands in the server's settings. */
export function verifyTicket({
  ticket,
  key,
  now,
  maxAgeMs,
}: {
  readonly ticket: string;
  readonly key: Uint8Array;
  readonly now: number;
  readonly maxAgeMs: number;
}): TicketVerdict {
  const [, signed, kid, content, signature] = ticketShape.exec(ticket) ?? [];
  if (!signed || !content || !signature || kid !== keyId(key)) return { isValid: false, reason: 'foreign' };
  if (!isSame(signature, mac(signed, key))) return { isValid: false, reason: 'altered' };
  const note = readNote(content);
  if (!note) return { isValid: false, reason: 'altered' };
  return now - note.issuedAt > maxAgeMs ? { isValid: false, reason: 'too-old' } : { isValid: true, note };
}

// No longer than a header may be: what is longer is none of ours, and is not worth a hash.
const ticketShape = /^((?=.{1,4096}$)1\.([\w-]{8})\.([\w-]+))\.([\w-]{43})$/;

/** Names the key without giving it away, so that a ticket of another secret is told from an altered one. */
function keyId(key: Uint8Array): string {
  return createHash('sha256').update('slipway ticket key').update(key).digest('base64url').slice(0, 8);
}

function mac(signed: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(signed).digest('base64url');
}

/** In a time that does not tell where two signatures differ; as texts, since base64url writes some bytes in two ways. */
function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}

/** Signed by us, hence of our shape; the check is its proof for the compiler. */
function readNote(content: string): TicketNote | undefined {
  const parts: unknown = JSON.parse(Buffer.from(content, 'base64url').toString('utf8'));
  if (!Array.isArray(parts)) return undefined;
  const [formHash, path, locale, issuedAt]: readonly unknown[] = parts;
  if (typeof formHash !== 'string' || typeof path !== 'string') return undefined;
  if (typeof locale !== 'string' || typeof issuedAt !== 'number') return undefined;
  return { formHash, path, locale, issuedAt };
}
