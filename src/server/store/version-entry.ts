import type { Documents } from '#engine';
import type { Consequence } from '#engine/consequences/index.ts';
import type { VersionOrigin, VersionSummary } from '../../studio/protocol-versions.ts';
import type { NewAuditEntry } from './people-entry.ts';

/** A version that is to be kept for good. */
export interface NewVersion {
  /** Of the form that its documents make. */
  readonly hash: string;
  readonly origin: VersionOrigin;
  /** The name of who made it. */
  readonly by: string;
  /** The id of whoever scheduled it: what they may by then is asked when its time has come. */
  readonly byId?: string;
  readonly note: string;
  readonly documents: Documents;
  /** When it is to go live; absent: at once. */
  readonly goesLiveAt?: number;
  /** IANA: `Europe/Paris`. */
  readonly timeZone?: string;
  /** The number of the version that it restores. */
  readonly restores?: number;
  /** The draft that it was made of, and how many of its changes it has. */
  readonly draft?: DraftMark;
  /** What changes by it for visitors; absent: nobody has computed it yet. */
  readonly consequences?: readonly Consequence[];
}

/** A draft with so many changes. */
export interface DraftMark {
  readonly id: string;
  readonly version: number;
  /** The page that published it. */
  readonly page?: string;
}

/** A version as it is kept. */
export interface StoredVersion extends VersionSummary {
  readonly documents: Documents;
  readonly byId?: string;
  readonly draft?: DraftMark;
  readonly consequences?: readonly Consequence[];
}

/** What becomes of a version that is added. */
export type AddedVersion =
  | { readonly kind: 'added'; readonly version: VersionSummary }
  /** Another one is live than its maker knew: nothing was added. */
  | { readonly kind: 'other-live'; readonly live: VersionSummary };

/** The folder of documents that a server was started with. */
export interface Deployment {
  /** Tells its documents apart from those of other deployments. */
  readonly digest: string;
  /** What it brings; absent: it says what is live already. */
  readonly version?: NewVersion;
  /** The number of the version that was live when that was decided; absent: there was none. */
  readonly after?: number;
  readonly note?: NewAuditEntry;
  readonly now: number;
}

/** What became of a deployment: the one that was known already, noted without a version of its own, or a version. */
export type Deployed = { readonly kind: 'known' | 'noted' } | AddedVersion;

/** What an instance looks at again and again. */
export interface VersionPulse {
  /** The number of the version that is live; absent: there is none yet. */
  readonly live?: number;
  /** The version that goes live next. */
  readonly next?: { readonly number: number; readonly goesLiveAt: number };
}

/** Versions of a release that kept them in files. */
export interface AdoptedVersions {
  /** In the order in which they were live; the last one is. */
  readonly versions: readonly (NewVersion & {
    /** When it went live, as far as that is known. */
    readonly liveAt: number;
    readonly replacedAt?: number;
  })[];
  /** Of the folder that the last one stands against; absent: not known. */
  readonly digest?: string;
}
