import type { PreviewQuery } from './studio.ts';

/**
 * The JSON messages between studio and server about what people review before it is published: links to
 * previews, comments, and the request to publish. Addresses are below `/studio/api`.
 */

/** A person with their name at that time. */
interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

/** The body of `POST /preview-links`. */
export interface PreviewLinkRequest {
  readonly query: PreviewQuery;
  readonly days: number;
  /** True: it shows the draft as it is now, false: the draft at each visit. */
  readonly isFrozen: boolean;
  readonly acceptsComments: boolean;
}

/** A link to a preview, for people without an account. */
export interface PreviewLinkView {
  readonly id: string;
  readonly by: NamedPerson;
  readonly query: PreviewQuery;
  /** Milliseconds since 1970 UTC, as all times here. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt?: number;
  readonly isFrozen: boolean;
  readonly acceptsComments: boolean;
  /** The number of times that somebody opened it, and when the last one did. */
  readonly opened: number;
  readonly openedAt?: number;
  /** The address. Only for the person who made it, while it is valid. */
  readonly address?: string;
  /** True if the reader may revoke it. */
  readonly isRevocable: boolean;
}

/** The answer of `GET /preview-links`: the newest first, also links that have ended not long ago. */
export interface PreviewLinkListView {
  readonly links: readonly PreviewLinkView[];
  readonly mostDays: number;
  readonly usualDays: number;
}

export interface CommentView {
  readonly id: string;
  readonly at: number;
  readonly name: string;
  /** A person who opened the link to a preview, and whose name nobody has checked. */
  readonly isGuest?: true;
  /** Absent if it was deleted. */
  readonly text?: string;
  /** True if the reader may delete it. */
  readonly isDeletable: boolean;
}

/** The comments on one part of the draft, the oldest first. There is always one. */
export interface ThreadView {
  /** The id of the first comment. */
  readonly id: string;
  /** The part: `form:sales`, `field:sales:phone` or `rule:no-phone`. */
  readonly target: string;
  readonly isResolved: boolean;
  /** True if the reader may resolve and reopen it. */
  readonly isResolvable: boolean;
  readonly comments: readonly CommentView[];
}

/** The answer of `GET /comments`, and of each change of comments. */
export interface CommentsView {
  /** In the order in which they were begun. */
  readonly threads: readonly ThreadView[];
  /** The most characters of a comment. */
  readonly longest: number;
}

/** The body of `POST /comments`: a reply if it names a thread. */
export interface NewCommentRequest {
  readonly target: string;
  readonly thread?: string;
  readonly text: string;
}

/** The answer of `GET /review`: the latest request to publish the draft. */
export interface ReviewView {
  readonly number: number;
  readonly by: NamedPerson;
  readonly at: number;
  readonly message: string;
  /** Those who made the changes, each with the number of changes. */
  readonly authors: readonly { readonly name: string; readonly count: number }[];
  readonly state: 'open' | 'returned' | 'withdrawn' | 'published';
  /** True if the draft has been changed since. */
  readonly isOutdated: boolean;
  readonly closing?: { readonly at: number; readonly by: NamedPerson; readonly reason: string };
}

/** The body of `POST /review`: the draft that is ready, as the person sees it. */
export interface ReviewRequest {
  readonly draft: string;
  readonly version: number;
  readonly message: string;
}

/** The reason for which a request about a review is refused: 404, 409, 429. */
export type ReviewRefusal =
  /** The draft was published, replaced or changed, or has no changes. */
  | { readonly error: 'other-draft' }
  /** The request to publish is closed already. */
  | { readonly error: 'not-open' }
  /** There are too many links or comments. */
  | { readonly error: 'too-many'; readonly most: number };
