import { isSigned, sign } from '../photos/signature.ts';

/** What a page of thanks after a post says, signed, so that nobody is thanked by a link that somebody else made. */
export interface ReceiptNote {
  readonly reference: string;
  readonly enquiryType: string | number;
  /** Path of the page that was posted from. */
  readonly path: string;
  /** Milliseconds since 1970 UTC. */
  readonly sentAt: number;
}

/** A receipt as one word that is safe in an address: `note.signature`. `key` comes from `deriveKey(secret, 'form-post')`. */
export function signReceipt({ reference, enquiryType, path, sentAt }: ReceiptNote, key: Uint8Array): string {
  const note = [reference, enquiryType, path, sentAt];
  return `${Buffer.from(JSON.stringify(note)).toString('base64url')}.${sign(note, key)}`;
}

/** Reads a receipt back; undefined for what was not signed here, or longer ago than `maxAgeMs`, or on another page. */
export function readReceipt(
  word: unknown,
  {
    key,
    path,
    now,
    maxAgeMs,
  }: {
    readonly key: Uint8Array;
    readonly path: string;
    readonly now: number;
    readonly maxAgeMs: number;
  },
): ReceiptNote | undefined {
  const [, encoded = '', signature = ''] = /^([\w-]{1,4096})\.([\w-]{43})$/.exec(String(word)) ?? [];
  const note = parsed(Buffer.from(encoded, 'base64url').toString());
  if (note === undefined) return undefined;
  const { reference, enquiryType, sentAt } = note;
  if (!isSigned([reference, enquiryType, note.path, sentAt], { key, signature })) return undefined;
  return note.path === path && now - sentAt <= maxAgeMs ? note : undefined;
}

function parsed(text: string): ReceiptNote | undefined {
  try {
    const parts: unknown = JSON.parse(text);
    if (!Array.isArray(parts)) return undefined;
    const [reference, enquiryType, path, sentAt]: readonly unknown[] = parts;
    if (typeof reference !== 'string' || typeof path !== 'string' || typeof sentAt !== 'number')
      return undefined;
    if (typeof enquiryType !== 'string' && typeof enquiryType !== 'number') return undefined;
    return { reference, enquiryType, path, sentAt };
  } catch {
    return undefined;
  }
}
