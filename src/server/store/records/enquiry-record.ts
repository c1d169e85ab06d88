import type { Id, Json } from '#engine';
import type { Campaign } from '#engine/model/campaign.ts';
import type { EnquiryVisit } from './new-enquiry.ts';
import type { MaybeDamaged } from './stored-json.ts';

/**
 * `failed`: refused permanently, or no tries are left. `no-recipient`: neither office nor site has an
 * address. `suspected`: it looks like a robot's, and is not sent until somebody releases it.
 */
export type MailState = 'waiting' | 'sent' | 'failed' | 'no-recipient' | 'suspected';

/**
 * A stored enquiry, with the keys in the order of `npm run enquiries -- --json` (docs/contract.md, "List of
 * enquiries").
 */
export interface EnquiryRecord extends MaybeDamaged {
  readonly id: string;
  readonly reference: string;
  /** ISO 8601 in UTC: `2026-11-21T07:00:00.000Z`. */
  readonly receivedAt: string;
  readonly domain: string;
  readonly submissionUrl: string;
  readonly enquiryType: Id;
  readonly office: Id | null;
  readonly recipient?: string;
  /** Absent in an enquiry that an older version stored. */
  readonly visitor?: { readonly name?: string; readonly email?: string };
  readonly values: { readonly [field: string]: Json };
  readonly photos: readonly string[];
  readonly campaign?: Campaign;
  readonly visit?: EnquiryVisit;
  /**
   * The number of the form version that the visitor saw; absent in an enquiry that an older release stored.
   */
  readonly version?: number;
  readonly mail: {
    readonly state: MailState;
    readonly to: string | null;
    readonly attempts: number;
    /**
     * The reason for which it was not accepted at the last try, or for which the enquiry is suspected. Null
     * if it was accepted or not tried.
     */
    readonly reason: string | null;
    /** The address that did not accept it, if it now goes to the site's address. */
    readonly refusedBy: string | null;
  };
}
