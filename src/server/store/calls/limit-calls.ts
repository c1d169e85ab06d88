import { defineUnforcedWrite, defineWrite } from './call.ts';

export interface LimitRequestItem {
  /** The name of the limit; contains nothing about the client. */
  readonly name: string;
  /** The client that is counted, as a hash of this server: no address is stored in a database. */
  readonly hash: string;
  readonly windowMs: number;
  /** The most in any `windowMs`. */
  readonly limit: number;
  /** The units that are requested at once: all of them are granted, or none. */
  readonly count: number;
}

export interface LimitRequest {
  readonly asks: readonly LimitRequestItem[];
  /** If true, the requests after the first refused one are not made. */
  readonly isInOrder: boolean;
  /** Absent: the database's clock, which is the same for all servers. */
  readonly at?: number;
}

/** The calls about limits that several servers share. */
export const limitCalls = {
  /**
   * Consumes what is requested, safely with concurrent requests. Returns, for each request that was made, the
   * milliseconds to wait: 0 if it is granted. Refused requests do not count.
   */
  consumeLimits: defineUnforcedWrite<LimitRequest, readonly number[]>(),
  /** Deletes what was counted under a hash. */
  resetLimit: defineUnforcedWrite<string, void>(),
  /**
   * Deletes counts that are outside their windows, and all but the `mostOfLimit` most recently granted hashes
   * of each limit.
   */
  sweepLimits: defineWrite<{ readonly mostOfLimit: number; readonly at?: number }, void>(),
};
