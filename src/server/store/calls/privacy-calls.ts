import type {
  DueCounts,
  Erased,
  ErasedFile,
  IndexPosition,
  PersonData,
  PersonEnquiry,
  PersonErasure,
  RetentionChange,
  StoredRetentionRule,
} from '../records/privacy-entry.ts';
import { defineRead, defineSearchRead, defineSearchWrite, defineWrite } from './call.ts';

export const privacyCalls = {
  /** Returns what is stored about the person with a mail address, regardless of its case. */
  personData: defineSearchRead<{ readonly email: string }, PersonData>(),
  /** Returns at most `limit` enquiries of a person after a number, in the order of arrival. */
  personEnquiries: defineSearchRead<
    { readonly email: string; readonly after: number; readonly limit: number },
    readonly (PersonEnquiry & { readonly sequence: number })[]
  >(),
  /** Returns the answers that a person has saved, as they are stored, without the hash of the link. */
  personAnswers: defineRead<{ readonly email: string }, readonly unknown[]>(),
  /**
   * Erases at most `limit` enquiries of a person, and all their saved answers. `isAll` is false if there are
   * more enquiries. Files outside the database are then among `erasedFiles`.
   */
  erasePerson: defineSearchWrite<PersonErasure, Erased & { readonly isAll: boolean }>(),
  /**
   * Returns files that are to be removed outside the database, sorted by kind and name, after one of them.
   */
  erasedFiles: defineRead<
    { readonly after?: ErasedFile | undefined; readonly limit: number },
    readonly ErasedFile[]
  >(),
  /** Deletes the entries of files that were removed. */
  forgetErasedFiles: defineWrite<readonly ErasedFile[], void>(),
  /** Returns those of the ids that belong to enquiries. */
  knownEnquiries: defineRead<readonly string[], readonly string[]>(),
  /**
   * Removes terms of erased enquiries from the b-tree of the full-text index. Processes at most `limit` of
   * its pages after a position and returns the position to continue from; undefined if all are done.
   */
  purgeErasedTerms: defineWrite<
    { readonly after?: IndexPosition | undefined; readonly limit: number },
    IndexPosition | undefined
  >(),
  /**
   * Moves the write-ahead log into the database and truncates it. Returns false if a reader still uses it;
   * does not wait.
   */
  emptyLog: defineRead<void, boolean>(),
  retention: defineRead<void, readonly StoredRetentionRule[]>(),
  /** Sets the rules if they have not changed since they were seen; otherwise does nothing. */
  setRetention: defineWrite<RetentionChange, 'set' | 'changed'>(),
  /** Counts, by type, what these rules would erase at the time `now`. Types without any are left out. */
  retentionDue: defineRead<
    { readonly rules: readonly StoredRetentionRule[]; readonly now: number },
    readonly DueCounts[]
  >(),
  /**
   * Erases data whose retention period is over: at most `limit` enquiries, the photos of at most `limit`
   * enquiries, and at most `limit` mails. `isAll` is false if there may be more. Photos that other enquiries
   * contain stay, so the counts can be 0 although `isAll` is false.
   */
  eraseDue: defineWrite<
    { readonly now: number; readonly limit: number },
    Omit<Erased, 'savedAnswers'> & { readonly isAll: boolean }
  >(),
};
