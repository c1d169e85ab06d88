import { write, writeUnforced } from './call.ts';

/** What is asked of one limit. */
export interface LimitAsk {
  /** Which limit it is; says nothing of whom it counts. */
  readonly name: string;
  /** Whom it counts, as a hash of this server's own: no address stands in a database. */
  readonly hash: string;
  readonly windowMs: number;
  /** Most in any `windowMs`. */
  readonly limit: number;
  /** How many are taken at once, together or not at all. */
  readonly count: number;
}

/** Several at once. */
export interface LimitRequest {
  readonly asks: readonly LimitAsk[];
  /** What stands behind one that is not granted is not asked any more. */
  readonly isInOrder: boolean;
  /** Absent: by the database's clock, which is the same for all servers. */
  readonly at?: number;
}

/** The store's calls about limits that several servers share. A database that is one server's own counts nothing: its server does. */
export const limitCalls = {
  /**
   * Takes what is asked, whoever asks the same at the same moment; gives, for each that was asked, how many milliseconds to wait for it: 0
   * where it is granted. What is not granted does not count. Absent: the database is one server's own.
   */
  takeCounts: writeUnforced<LimitRequest, readonly number[] | undefined>(),
  /** Forgets what was granted under a hash. */
  forgetCount: writeUnforced<string, void>(),
  /** Forgets what counts no more, and of each limit all but so many hashes: those that were granted something last stay. */
  sweepCounts: write<{ readonly mostOfLimit: number; readonly at?: number }, void>(),
};
