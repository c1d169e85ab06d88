import type { SourceFault } from '../../../api/content-sources.ts';
import { defineRead, defineWrite } from './call.ts';

/** The state of a list of the content that comes from an address, without its entries. */
export interface CopyState {
  /** Identifies the source: its list, address and mapping. */
  readonly key: string;
  /** The name of the list: `offices`. */
  readonly list: string;
  /** Increases with each change of the entries; 0 before the first ones. */
  readonly revision: number;
  /** The time of the next request. */
  readonly dueAt: number;
  readonly details: CopyDetails;
}

export interface CopyDetails {
  /** The number of entries. Absent before the first good answer. */
  readonly count?: number;
  /** The time of the last good answer, also of one without a change. */
  readonly goodAt?: number;
  /** The time since which the entries are as they are. */
  readonly changedAt?: number;
  /** The headers `ETag` and `Last-Modified` of the answer that has the entries. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** The reason for which the latest answer is not used. Absent if it is used. */
  readonly fault?: SourceFault;
  /** The hash of entries that a person has accepted although many or needed ones are missing. */
  readonly accepted?: string;
}

/** The last good copies of lists of the content that come from addresses. */
export const contentCopyCalls = {
  /** Returns the states of all copies. Cheap enough to be polled every second. */
  contentCopies: defineRead<void, readonly CopyState[]>(),
  /** Returns the entries of a copy; undefined if there are none yet. */
  contentCopyEntries: defineRead<string, readonly unknown[] | undefined>(),
  /**
   * Claims the next request of a source until `until`, and returns its state. Undefined if it is not due:
   * another server has claimed it.
   */
  claimContentCopy: defineWrite<
    { readonly key: string; readonly list: string; readonly now: number; readonly until: number },
    CopyState | undefined
  >(),
  /** Replaces the details and the time of the next request, and the entries if there are new ones. */
  saveContentCopy: defineWrite<
    {
      readonly key: string;
      readonly dueAt: number;
      readonly details: CopyDetails;
      readonly entries?: readonly unknown[];
    },
    void
  >(),
  /** Makes a source due at once, and stores the hash of entries that a person accepts, if one is given. */
  requestContentCopy: defineWrite<
    { readonly key: string; readonly now: number; readonly accepted?: string },
    void
  >(),
  /** Deletes the copies whose last request was due before a time, except those of the given sources. */
  forgetContentCopies: defineWrite<
    { readonly dueBefore: number; readonly except: readonly string[] },
    void
  >(),
};
