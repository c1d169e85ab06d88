import type { Id, Json } from '#engine';
import type { FromRow } from './stored-json.ts';

/**
 * `failed`: refused for good, or the end of the tries. `no-recipient`: there is nobody to send it to. `suspected`: it looks like a
 * robot's, and is not sent until somebody releases it.
 */
export type MailState = 'waiting' | 'sent' | 'failed' | 'no-recipient' | 'suspected';

/** A stored enquiry, keyed as `npm run enquiries -- --json` prints it (docs/contract.md, "List of enquiries"). */
export interface EnquiryRecord extends FromRow {
  readonly id: string;
  readonly reference: string;
  /** ISO 8601 in UTC: `2026-11-21T07:00:00.000Z`. */
  readonly receivedAt: string;
  readonly domain: string;
  readonly submissionUrl: string;
  readonly enquiryType: Id;
  readonly office: Id | null;
  readonly recipient?: string;
  /** Absent of an enquiry that an older version stored. */
  readonly visitor?: { readonly name?: string; readonly email?: string };
  readonly values: { readonly [field: string]: Json };
  readonly photos: readonly string[];
  /** The number of the version of the form that the visitor saw; absent of an enquiry that an older release stored. */
  readonly version?: number;
  readonly mail: {
    readonly state: MailState;
    readonly to: string | null;
    readonly attempts: number;
    /** Why it was not taken the last time, or why the enquiry is suspected; null where it was taken, or was not tried. */
    readonly reason: string | null;
    /** The address that did not take it, where it goes to the site's in its place. */
    readonly refusedBy: string | null;
  };
}
