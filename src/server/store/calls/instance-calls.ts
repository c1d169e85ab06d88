import { defineWrite } from './call.ts';

/** Digests of what the servers of one database should have in common. */
export interface InstanceMarks {
  /** One per secret; the first one signs. They reveal nothing about the secrets. */
  readonly secrets: readonly string[];
  readonly documents: string;
  readonly content: string;
}

export interface OtherInstance {
  /** Its machine and process: `web2:4012`. */
  readonly name: string;
  readonly marks: InstanceMarks;
  /** True if it was started before this one. */
  readonly isElder: boolean;
}

/** The calls about the servers that share a database. */
export const instanceCalls = {
  /**
   * Registers a server as alive for `aliveMs` from now, with its marks; repeat it to stay registered. Returns
   * the other servers that are alive, the oldest first.
   */
  registerInstance: defineWrite<
    { readonly id: string; readonly name: string; readonly marks: InstanceMarks; readonly aliveMs: number },
    readonly OtherInstance[]
  >(),
  unregisterInstance: defineWrite<string, void>(),
  /**
   * Claims a periodic job that one server does for all, by its name. Returns false if another server does it,
   * or has done it within the last `restMs`.
   */
  claimJob: defineWrite<{ readonly name: string; readonly restMs: number }, boolean>(),
  /** Releases a job: it is done, or left for the next server that claims it. */
  releaseJob: defineWrite<{ readonly name: string; readonly isDone: boolean }, void>(),
};
