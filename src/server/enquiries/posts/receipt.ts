import { issueToken, readToken, type SigningKeys } from '../../platform/secret/signed-token.ts';

/**
 * The content of the confirmation page after a post. It is signed, so that nobody can forge a link to a
 * confirmation.
 */
export interface SignedReceipt {
  readonly reference: string;
  /** The id of the enquiry type, as sent. */
  readonly enquiryType: string | number;
  /** The path of the page whose form was posted: `/contact`. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/**
 * Returns a receipt as a signed token.
 * @param key From `deriveKeys(secret, 'form-post')`.
 */
export function signReceipt(
  { reference, enquiryType, path, sentAt }: SignedReceipt,
  key: SigningKeys,
): string {
  return issueToken([reference, enquiryType, path, sentAt], key);
}

/**
 * Returns the receipt in a token of `signReceipt`. Undefined if it is no such token, its signature is not
 * valid, it is older than `maxAgeMs` at the time `now`, or it belongs to another page than `path`.
 */
export function readReceipt(
  token: unknown,
  {
    key,
    path,
    now,
    maxAgeMs,
  }: {
    readonly key: SigningKeys;
    readonly path: string;
    readonly now: number;
    readonly maxAgeMs: number;
  },
): SignedReceipt | undefined {
  const values = readToken(token, key);
  if (values === undefined) return undefined;
  // The key signs only receipts.
  const [reference, enquiryType, signedPath, sentAt] = values as [string, string | number, string, number];
  const isCurrent = signedPath === path && now - sentAt <= maxAgeMs;
  return isCurrent ? { reference, enquiryType, path, sentAt } : undefined;
}
