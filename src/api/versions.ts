import type { Documents } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import type { Consequence } from '#engine/compare/index.ts';
import type { ClockTime, TimeRefusal } from '#engine/model/moments/clock-time.ts';
import type { FindingView } from './findings.ts';

/**
 * The JSON messages between studio, server and commands about versions. Addresses are relative to
 * `/studio/api`.
 */

/**
 * The state of a version: waits for its time, is what visitors get, was replaced, or never went live. A
 * replaced version stays valid for 24 hours for pages that were loaded with it, and is stored for ever.
 */
export type VersionState = 'scheduled' | 'live' | 'replaced' | 'cancelled';

/**
 * The origin of its documents: the folder of a deployment, the draft, an earlier version, a push, another
 * installation.
 */
export type VersionOrigin = 'folder' | 'studio' | 'restore' | 'push' | 'import';

/** The reason why a version did not go live at its time. */
export type VersionRefusal =
  /** The person who scheduled it may no longer publish. */
  | { readonly reason: 'not-allowed' }
  /** Its row cannot be read. */
  | { readonly reason: 'damaged' }
  /**
   * It would have changed parts of the live version that are outside of the person's limits. `outside`
   * names them.
   */
  | { readonly reason: 'outside-reach'; readonly outside: readonly string[] };

export interface VersionSummary {
  /** Counts from 1 without a gap. */
  readonly number: number;
  /** The hash of its form. A version that restores another has the same hash. */
  readonly hash: string;
  readonly state: VersionState;
  readonly origin: VersionOrigin;
  /** The name of the person who made it; `deployment` for a folder. */
  readonly by: string;
  /** The author's description. May be empty. */
  readonly note: string;
  /** The time at which it was made, like all times here in milliseconds since 1970 UTC. */
  readonly at: number;
  /** The planned time of going live. Absent: at once. */
  readonly goesLiveAt?: number;
  /** The time zone in which that time was entered (IANA): `Europe/Paris`. */
  readonly timeZone?: string;
  /** The actual time of going live. Later than planned if no server was running then. */
  readonly liveAt?: number;
  /** The time at which it was replaced or cancelled. */
  readonly replacedAt?: number;
  /** The reason, if the server cancelled it at its time. */
  readonly refused?: VersionRefusal;
  /** The number of the version that it restores. */
  readonly restores?: number;
  /**
   * The number of the version that was live when it was made. Consequences are relative to it. Absent for the
   * first version.
   */
  readonly after?: number;
  /** The number of consequences. Absent if they have not been computed yet. */
  readonly consequenceCount?: number;
}

/** The answer of `GET /versions?before=NUMBER`: the newest first. */
export interface VersionListView {
  readonly versions: readonly VersionSummary[];
  /** The `before` of the next page. Absent on the last page. */
  readonly next?: number;
  readonly live: number;
  /** All scheduled versions, the next one first, independent of the page. */
  readonly waiting: readonly VersionSummary[];
}

/** The answer of `GET /versions/:number` and `GET /versions/live`. */
export interface VersionView extends VersionSummary {
  readonly documents: Documents;
  /** The name of the person who asked for it to be published. Absent: nobody did. */
  readonly preparedBy?: string;
  /**
   * The differences for visitors from version `after`. Absent for the first version, and if one of the two is
   * not a form in this release.
   */
  readonly consequences?: readonly Consequence[];
}

export type GoLiveTime = ClockTime;

/** The body of `POST /publish`: a version of a draft, and the page that publishes it. */
export interface PublishRequest extends Partial<GoLiveTime> {
  readonly draft: string;
  readonly version: number;
  readonly page: string;
  readonly note?: string;
  /** True if the person has seen the warnings and continues. */
  readonly isWarned?: boolean;
}

/** The body of `POST /restore`: makes a new version of an earlier one. */
export interface RestoreRequest extends Partial<GoLiveTime> {
  readonly number: number;
  /** The number of the version that the person believes to be live. Absent: any. */
  readonly after?: number;
  readonly note?: string;
  readonly isWarned?: boolean;
}

/** The answer of publishing or restoring. */
export type PublishAnswer =
  | {
      readonly kind: 'published';
      readonly hash: string;
      readonly version: VersionSummary;
      /** True if a restored version has live lists of the content, since neither it nor the content folder has them. */
      readonly keepsLists?: boolean;
    }
  | { readonly kind: 'scheduled'; readonly hash: string; readonly version: VersionSummary }
  /** There are errors: visitors could not send the form, or would see something wrong. */
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  /**
   * It can be published with `isWarned`. At least one finding is new compared with the live version (not
   * `isKnown`), or versions are scheduled (`waiting`), each of which will replace the live version
   * completely.
   */
  | {
      readonly kind: 'warned';
      readonly findings: readonly FindingView[];
      readonly waiting?: readonly VersionSummary[];
    }
  /**
   * The time does not exist, or is ambiguous because the clock shows it twice. Then `choices` are the
   * possible values of `at`.
   */
  | { readonly kind: 'no-time'; readonly reason: TimeRefusal; readonly choices?: readonly string[] }
  /**
   * Another version went live meanwhile, or the draft was replaced. `since` are the versions in between, the
   * newest first.
   */
  | {
      readonly kind: 'other-draft';
      readonly published?: VersionSummary;
      readonly since?: readonly VersionSummary[];
    }
  /** The version does not exist, or is not a form in this release. */
  | { readonly kind: 'no-version' };

/** The answer of `DELETE /versions/:number`. */
export type CancelAnswer =
  | { readonly kind: 'cancelled'; readonly version: VersionSummary }
  /** It is or was live, or has been cancelled before. */
  | { readonly kind: 'not-scheduled'; readonly version: VersionSummary }
  | { readonly kind: 'no-version' };
