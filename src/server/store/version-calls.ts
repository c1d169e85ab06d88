import type { Consequence } from '#engine/consequences/index.ts';
import type { VersionRefusal, VersionSummary } from '../../studio/protocol-versions.ts';
import { read, write } from './call.ts';
import type { NewAuditEntry } from './people-entry.ts';
import type {
  AddedVersion,
  AdoptedVersions,
  Deployed,
  Deployment,
  NewVersion,
  StoredVersion,
  VersionPulse,
} from './version-entry.ts';

/** With what is noted of a version in the audit log, in the same transaction: its number is what it is about. */
export interface NotedVersion {
  readonly note?: NewAuditEntry;
}

/** The store's calls about versions of the form. */
export const versionCalls = {
  /**
   * Notes the folder of documents that a server was started with, and adds what it brings: once, however many servers have it. Nothing
   * is noted where another version is live than the server knew.
   */
  deploy: write<Deployment, Deployed>(),
  /** The digest of the folder of documents that was noted last; undefined: none was. */
  deployedDigest: read<void, string | undefined>(),
  /**
   * Adds a version with the next number: live in place of the one that is, or waiting for its time. Where `after` is given and another
   * version than that is live, nothing is added, nor noted.
   */
  addVersion: write<
    NotedVersion & { readonly version: NewVersion; readonly after?: number; readonly now: number },
    AddedVersion
  >(),
  /**
   * Puts a version whose time has come in place of the one that is live; undefined where it does not wait (any more), is not due, or, where
   * `after` is given, another version than that is live.
   */
  goLive: write<
    NotedVersion & { readonly number: number; readonly after?: number; readonly now: number },
    VersionSummary | undefined
  >(),
  /** Keeps a version that waits from going live, and notes why where it is refused; undefined where there is none of that number. */
  cancelVersion: write<
    NotedVersion & { readonly number: number; readonly refused?: VersionRefusal; readonly now: number },
    { readonly isCancelled: boolean; readonly version: VersionSummary } | undefined
  >(),
  /** What is live, and what goes live next: cheap enough to be asked twice a second. */
  versionPulse: read<void, VersionPulse>(),
  /** Versions, the newest first: those below a number, at most `limit`. */
  versions: read<{ readonly before?: number; readonly limit: number }, readonly VersionSummary[]>(),
  /** Versions that wait for their time, the next one first. */
  waitingVersions: read<void, readonly VersionSummary[]>(),
  /** One version, whole. */
  version: read<number | 'live', StoredVersion | undefined>(),
  /** The version with a form's hash that is live, else the one that was last. */
  versionByHash: read<string, StoredVersion | undefined>(),
  /** Notes that another release makes a form of another hash of a version's documents. */
  noteVersionHash: write<{ readonly number: number; readonly hash: string }, void>(),
  /** Notes what a version changes for visitors, where that was not known. */
  noteConsequences: write<{ readonly number: number; readonly consequences: readonly Consequence[] }, void>(),
  /** Takes up what a release left that kept versions in files; false where there are versions already. */
  adoptVersions: write<AdoptedVersions, boolean>(),
};
