import type { Consequence } from '#engine/compare/index.ts';
import type { VersionRefusal, VersionSummary } from '../../../api/versions.ts';
import type { NewAuditEntry } from '../records/people-entry.ts';
import type {
  AddedVersion,
  AdoptedVersions,
  Deployment,
  DeploymentOutcome,
  NewVersion,
  StoredVersion,
  VersionPulse,
} from '../records/version-entry.ts';
import { defineRead, defineWrite } from './call.ts';

/**
 * An optional audit entry about a version, written in the same transaction. Its subject is the version's
 * number.
 */
export interface WithVersionAuditEntry {
  readonly note?: NewAuditEntry;
}

export const versionCalls = {
  /**
   * Records the documents that a server was started with, and adds their version. Of several servers with the
   * same documents, only the first one does. If another version is live than `after`, nothing is recorded.
   */
  deploy: defineWrite<Deployment, DeploymentOutcome>(),
  /** Returns the digest of the folder of documents that was recorded last; undefined if none was. */
  deployedDigest: defineRead<void, string | undefined>(),
  /**
   * Adds a version with the next number, either live at once or scheduled. If `after` is given and another
   * version is live, nothing is added.
   */
  addVersion: defineWrite<
    WithVersionAuditEntry & { readonly version: NewVersion; readonly after?: number; readonly now: number },
    AddedVersion
  >(),
  /**
   * Makes a scheduled version live. Returns undefined if it is not or no longer scheduled, is not due, or,
   * with `after`, if another version is live.
   */
  goLive: defineWrite<
    WithVersionAuditEntry & { readonly number: number; readonly after?: number; readonly now: number },
    VersionSummary | undefined
  >(),
  /**
   * Cancels a scheduled version and records the reason if it was refused. `isCancelled` is false if it is not
   * scheduled. Returns undefined if there is no version of that number.
   */
  cancelVersion: defineWrite<
    WithVersionAuditEntry & {
      readonly number: number;
      readonly refused?: VersionRefusal;
      readonly now: number;
    },
    { readonly isCancelled: boolean; readonly version: VersionSummary } | undefined
  >(),
  /** Returns the live version and the next scheduled one. Cheap enough to be polled twice a second. */
  versionPulse: defineRead<void, VersionPulse>(),
  /** Returns at most `limit` versions below a number, the newest first. */
  versions: defineRead<{ readonly before?: number; readonly limit: number }, readonly VersionSummary[]>(),
  /** Returns the scheduled versions, the next one first. */
  waitingVersions: defineRead<void, readonly VersionSummary[]>(),
  /**
   * Returns a version by its number, or the live one. Rejects with a `StoreError` if its documents are
   * damaged.
   */
  version: defineRead<number | 'live', StoredVersion | undefined>(),
  /** Returns the version with a form's hash: the live one, otherwise the latest. */
  versionByHash: defineRead<string, StoredVersion | undefined>(),
  /** Records that another release compiles a version's documents to a form with another hash. */
  recordVersionHash: defineWrite<{ readonly number: number; readonly hash: string }, void>(),
  /** Records the consequences of a version, if they were not known. */
  recordConsequences: defineWrite<
    { readonly number: number; readonly consequences: readonly Consequence[] },
    void
  >(),
  /**
   * Imports the versions of a release that stored them in files. Returns false if there are versions already.
   */
  adoptVersions: defineWrite<AdoptedVersions, boolean>(),
};
