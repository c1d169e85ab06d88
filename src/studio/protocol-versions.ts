import type { Documents } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import type { Consequence } from '#engine/consequences/index.ts';
import type { ClockTime, TimeRefusal } from '#engine/moments/moment-of.ts';
import type { FindingView } from './protocol.ts';

/** What the studio, its server and the commands say to each other about versions; plain JSON. Addresses are those below `/studio/api`. */

/**
 * A version waits for its time, is what visitors get, was replaced by another, or never went live. A replaced version stays valid for 24
 * hours for pages that were loaded with it, and is kept for good.
 */
export type VersionState = 'scheduled' | 'live' | 'replaced' | 'cancelled';

/** Where its documents come from: the folder of a deployment, the draft, an earlier version, a push, another installation. */
export type VersionOrigin = 'folder' | 'studio' | 'restore' | 'push' | 'import';

/** The reason why a version did not go live at its time. */
export type VersionRefusal =
  /** Whoever scheduled it may not publish any more. */
  | { readonly reason: 'not-allowed' }
  /** Its row cannot be read. */
  | { readonly reason: 'damaged' }
  /** It would have changed more of what was live by then than they may: what, by name. */
  | { readonly reason: 'outside-reach'; readonly outside: readonly string[] };

/** A version without its documents. */
export interface VersionSummary {
  /** Counts from 1 without a gap. */
  readonly number: number;
  /** Of the form that its documents make; a version that restores another has the same. */
  readonly hash: string;
  readonly state: VersionState;
  readonly origin: VersionOrigin;
  /** The name of who made it; of the folder: `deployment`. */
  readonly by: string;
  /** Why, in words of whoever made it; may be empty. */
  readonly note: string;
  /** When it was made, like every time here in milliseconds since 1970 UTC. */
  readonly at: number;
  /** When it is, or was, to go live; absent: at once. */
  readonly goesLiveAt?: number;
  /** The time zone that this was said in (IANA): `Europe/Paris`. */
  readonly timeZone?: string;
  /** When it went live: later than it was to where no server ran then. */
  readonly liveAt?: number;
  /** When another took its place, or it was cancelled. */
  readonly replacedAt?: number;
  /** Of one that was cancelled, where the server did it at its time. */
  readonly refused?: VersionRefusal;
  /** The number of the version that it restores. */
  readonly restores?: number;
  /** The number of the version that was live when it was made: its consequences are told against that. Absent: it is the first. */
  readonly after?: number;
  /** How many things it changes for visitors; absent: they have not been computed yet. */
  readonly consequenceCount?: number;
}

/** `GET /versions?before=NUMBER`: the newest first. */
export interface VersionPage {
  readonly versions: readonly VersionSummary[];
  /** `before` of the following ones; absent: there are none. */
  readonly next?: number;
  /** The number of the version that is live. */
  readonly live: number;
  /** Those that wait for their time, the next one first, whatever page they stand on. */
  readonly waiting: readonly VersionSummary[];
}

/** `GET /versions/:number` and `GET /versions/live`. */
export interface VersionView extends VersionSummary {
  readonly documents: Documents;
  /** What it changes for visitors, against the version `after`; absent: it is the first, or one of the two is no form in this release. */
  readonly consequences?: readonly Consequence[];
}

/** When a version is to go live. */
export type GoingLive = ClockTime;

/** `POST /publish`: a version of a draft, and the page that publishes it. */
export interface PublishRequest extends Partial<GoingLive> {
  readonly draft: string;
  readonly version: number;
  readonly page: string;
  readonly note?: string;
  /** Whoever publishes has seen the warnings, and goes on. */
  readonly isWarned?: boolean;
}

/** `POST /restore`: makes a new version of an earlier one. */
export interface RestoreRequest extends Partial<GoingLive> {
  readonly number: number;
  /** The number of the version that whoever restores takes for the live one; absent: whichever is. */
  readonly after?: number;
  readonly note?: string;
  readonly isWarned?: boolean;
}

/** What came of a wish to publish. */
export type PublishAnswer =
  | { readonly kind: 'published'; readonly hash: string; readonly version: VersionSummary }
  | { readonly kind: 'scheduled'; readonly hash: string; readonly version: VersionSummary }
  /** Visitors could not send with it, or meet something that is wrong: errors. */
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  /**
   * It may be published all the same: sent again with `isWarned`. At least one finding is not of the live version already (`isKnown`), or
   * versions are scheduled (`waiting`): each takes the place of what is live by then, whole.
   */
  | {
      readonly kind: 'warned';
      readonly findings: readonly FindingView[];
      readonly waiting?: readonly VersionSummary[];
    }
  /** There is no such time; `choices` are the times that may be meant, where the clock shows it twice, as `at` takes them. */
  | { readonly kind: 'no-time'; readonly reason: TimeRefusal; readonly choices?: readonly string[] }
  /** Another version has become live meanwhile, or the draft is another: `since` are the versions that came between, the newest first. */
  | {
      readonly kind: 'other-draft';
      readonly published?: VersionSummary;
      readonly since?: readonly VersionSummary[];
    }
  /** There is no such version, or it is no form in this release. */
  | { readonly kind: 'no-version' };

/** `DELETE /versions/:number`: what came of a wish to cancel. */
export type CancelAnswer =
  | { readonly kind: 'cancelled'; readonly version: VersionSummary }
  /** It is live, was, or has been cancelled before. */
  | { readonly kind: 'not-scheduled'; readonly version: VersionSummary }
  | { readonly kind: 'no-version' };
