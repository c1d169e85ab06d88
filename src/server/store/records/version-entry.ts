import type { Documents } from '#engine';
import type { Consequence } from '#engine/compare/index.ts';
import type { VersionOrigin, VersionSummary } from '../../../api/versions.ts';
import type { NewAuditEntry } from './people-entry.ts';

export interface NewVersion {
  /** The hash of the form that its documents compile to. */
  readonly hash: string;
  readonly origin: VersionOrigin;
  readonly by: string;
  /** The id of the person who scheduled it: their rights are checked again when it goes live. */
  readonly byId?: string;
  readonly note: string;
  readonly documents: Documents;
  /** The time at which it goes live; absent: at once. */
  readonly goesLiveAt?: number;
  /** IANA: `Europe/Paris`. */
  readonly timeZone?: string;
  /** The number of the earlier version whose documents it has again. */
  readonly restores?: number;
  readonly draft?: DraftMark;
  readonly consequences?: readonly Consequence[];
}

/** The draft that a version was made from. */
export interface DraftMark {
  readonly id: string;
  /** The number of the draft's changes that the version contains. */
  readonly version: number;
  /** The id of the page that published it. */
  readonly page?: string;
}

export interface StoredVersion extends VersionSummary {
  readonly documents: Documents;
  readonly byId?: string;
  readonly draft?: DraftMark;
  readonly consequences?: readonly Consequence[];
}

export type AddedVersion =
  | { readonly kind: 'added'; readonly version: VersionSummary }
  /** Another version is live than the author knew: nothing was added. */
  | { readonly kind: 'other-live'; readonly live: VersionSummary };

/** The folder of documents that a server was started with. */
export interface Deployment {
  readonly digest: string;
  /** The version in the folder; absent if its content is live already. */
  readonly version?: NewVersion;
  /** The number of the version that was live when that was decided; absent if there was none. */
  readonly after?: number;
  readonly note?: NewAuditEntry;
  readonly now: number;
}

/** The result of a deployment: known already, recorded without a version, or as `addVersion` returns it. */
export type DeploymentOutcome = { readonly kind: 'known' | 'noted' } | AddedVersion;

/** The state that instances poll. */
export interface VersionPulse {
  /** The number of the live version; absent if there is none yet. */
  readonly live?: number;
  readonly next?: { readonly number: number; readonly goesLiveAt: number };
}

/** The versions of a release that stored them in files. */
export interface AdoptedVersions {
  /** In the order in which they were live; the last one is live. */
  readonly versions: readonly (NewVersion & {
    /** The time at which it went live, as far as it is known. */
    readonly liveAt: number;
    readonly replacedAt?: number;
  })[];
  /** The digest of the folder that the last version is compared with; absent if unknown. */
  readonly digest?: string;
}
