import { read, readByWords, write, writeByWords } from './call.ts';
import type {
  Erased,
  ErasedFile,
  PersonData,
  PersonEnquiry,
  PersonErasure,
  RetentionChange,
  RetentionDue,
  RetentionRule,
  WordPlace,
} from './privacy-entry.ts';

/** The store's calls about personal data and retention. */
export const privacyCalls = {
  /** Returns what is stored about the person with a mail address, regardless of its case. */
  personData: readByWords<{ readonly email: string }, PersonData>(),
  /** Returns at most `limit` enquiries of a person after a number, in the order of arrival. */
  personEnquiries: readByWords<
    { readonly email: string; readonly after: number; readonly limit: number },
    readonly (PersonEnquiry & { readonly sequence: number })[]
  >(),
  /** Returns the answers that a person has saved, as they are stored, without the hash of the link. */
  personAnswers: read<{ readonly email: string }, readonly unknown[]>(),
  /**
   * Erases the data of a person. `isAll` is false if there are more than `limit` enquiries; the next call
   * erases more. Files outside the database are then among `erasedFiles`.
   */
  erasePerson: writeByWords<PersonErasure, Erased & { readonly isAll: boolean }>(),
  /**
   * Returns files that are to be removed outside the database, sorted by kind and name, after one of them.
   */
  erasedFiles: read<
    { readonly after?: ErasedFile | undefined; readonly limit: number },
    readonly ErasedFile[]
  >(),
  /** Deletes the entries of files that were removed. */
  forgetErasedFiles: write<readonly ErasedFile[], void>(),
  /** Returns those of the ids that belong to enquiries. */
  knownEnquiries: read<readonly string[], readonly string[]>(),
  /**
   * Removes terms of erased enquiries from the b-tree of the full-text index. Processes at most `limit` of
   * its pages after a position and returns the position to continue from; undefined if all are done.
   */
  tidyWords: write<
    { readonly after?: WordPlace | undefined; readonly limit: number },
    WordPlace | undefined
  >(),
  /**
   * Moves the write-ahead log into the database and truncates it. Returns false if a reader still uses it;
   * does not wait.
   */
  emptyLog: read<void, boolean>(),
  retention: read<void, readonly RetentionRule[]>(),
  /** Sets the rules if they have not changed since they were seen; otherwise does nothing. */
  setRetention: write<RetentionChange, 'set' | 'changed'>(),
  /** Counts by type what these rules would erase at a time. */
  retentionDue: read<
    { readonly rules: readonly RetentionRule[]; readonly now: number },
    readonly RetentionDue[]
  >(),
  /**
   * Erases what the stored rules no longer retain: at most `limit` enquiries, the photos of so many, and so
   * many mails. Returns what was erased and whether that was all. Photos that other enquiries contain stay,
   * so nothing may be erased although more is due.
   */
  eraseDue: write<
    { readonly now: number; readonly limit: number },
    Omit<Erased, 'savedAnswers'> & { readonly isAll: boolean }
  >(),
};
