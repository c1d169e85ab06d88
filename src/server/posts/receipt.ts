import { issueToken, type Keys, readToken } from '../secret/signed-token.ts';

/** What a page of thanks after a post says, signed, so that nobody is thanked by a link that somebody else made. */
export interface ReceiptNote {
  readonly reference: string;
  readonly enquiryType: string | number;
  /** Path of the page that was posted from. */
  readonly path: string;
  /** Milliseconds since 1970 UTC. */
  readonly sentAt: number;
}

/** The note as a signed token. `key` comes from `deriveKeys(secret, 'form-post')`. */
export function signReceipt({ reference, enquiryType, path, sentAt }: ReceiptNote, key: Keys): string {
  return issueToken([reference, enquiryType, path, sentAt], key);
}

/** Reads a receipt back; undefined for what was not signed here, or longer ago than `maxAgeMs`, or on another page. */
export function readReceipt(
  token: unknown,
  {
    key,
    path,
    now,
    maxAgeMs,
  }: {
    readonly key: Keys;
    readonly path: string;
    readonly now: number;
    readonly maxAgeMs: number;
  },
): ReceiptNote | undefined {
  const values = readToken(token, key);
  if (values === undefined) return undefined;
  // The key signs nothing but receipts.
  const [reference, enquiryType, signedPath, sentAt] = values as [string, string | number, string, number];
  const isCurrent = signedPath === path && now - sentAt <= maxAgeMs;
  return isCurrent ? { reference, enquiryType, path, sentAt } : undefined;
}
