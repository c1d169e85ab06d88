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

/** The store's calls about the data of a person, and about how long anything is kept. */
export const privacyCalls = {
  /** What there is of whoever has a mail address, whatever its case. */
  personData: readByWords<{ readonly email: string }, PersonData>(),
  /** Enquiries of a person in the order of their arrival: those after a number, at most `limit`. */
  personEnquiries: readByWords<
    { readonly email: string; readonly after: number; readonly limit: number },
    readonly (PersonEnquiry & { readonly sequence: number })[]
  >(),
  /** The answers that a person has saved, as they are stored, without what opens them. */
  personAnswers: read<{ readonly email: string }, readonly unknown[]>(),
  /**
   * Erases what there is of a person; `isAll` is false where there are more enquiries than `limit`, which the next call erases. What lies
   * outside of the database is then among `erasedFiles`.
   */
  erasePerson: writeByWords<PersonErasure, Erased & { readonly isAll: boolean }>(),
  /** What is left to be removed outside of the database, by kind and name, after one of them. */
  erasedFiles: read<
    { readonly after?: ErasedFile | undefined; readonly limit: number },
    readonly ErasedFile[]
  >(),
  /** Forgets what was removed. */
  forgetErasedFiles: write<readonly ErasedFile[], void>(),
  /** Which of the ids are of enquiries. */
  knownEnquiries: read<readonly string[], readonly string[]>(),
  /**
   * Takes words of erased enquiries out of what orders the index by which enquiries are found: looks at so many of its pages, after those that
   * were looked at, and gives where to go on; undefined: that was all.
   */
  tidyWords: write<
    { readonly after?: WordPlace | undefined; readonly limit: number },
    WordPlace | undefined
  >(),
  /**
   * Moves what the write-ahead log holds into the database, and empties it: false where somebody still reads of it. Waits for nobody.
   */
  emptyLog: read<void, boolean>(),
  retention: read<void, readonly RetentionRule[]>(),
  /** Sets the rules, where they still are as they were seen; else nothing happens. */
  setRetention: write<RetentionChange, 'set' | 'changed'>(),
  /** What goes by these rules at a time, by type. */
  retentionDue: read<
    { readonly rules: readonly RetentionRule[]; readonly now: number },
    readonly RetentionDue[]
  >(),
  /**
   * Erases at most so many enquiries, the photos of so many, and so many mails, that go by the rules that are set; gives what it was, and
   * whether it was all: nothing may go of photos that other enquiries name, and more be due.
   */
  eraseDue: write<
    { readonly now: number; readonly limit: number },
    Omit<Erased, 'savedAnswers'> & { readonly isAll: boolean }
  >(),
};
