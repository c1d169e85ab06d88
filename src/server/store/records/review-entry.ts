import type { Documents } from '#engine';
import type { PreviewQuery } from '../../../api/studio.ts';
import type { MaybeDamaged } from './stored-json.ts';

/** A person with their name at that time. */
interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

/** The preview that a link shows, and the rights of its readers. */
export interface PreviewLinkContent {
  readonly by: NamedPerson;
  readonly query: PreviewQuery;
  /** True if readers may leave comments. */
  readonly acceptsComments: boolean;
}

export interface NewPreviewLink extends PreviewLinkContent {
  /** Random, safe in a URL. */
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The documents to show; absent: those of the draft at each visit. */
  readonly documents?: Documents;
}

/** A link to a preview, without its documents. */
export interface PreviewLinkEntry extends PreviewLinkContent, MaybeDamaged {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt?: number;
  /** True if it shows the draft as it was when the link was made. */
  readonly isFrozen: boolean;
  /** The number of times that somebody opened it. */
  readonly opened: number;
  readonly openedAt?: number;
}

/** A link with its documents; without them it shows the draft. */
export type StoredPreviewLink = PreviewLinkEntry & { readonly documents?: Documents };

/** A comment on a part of the draft. The id of its thread is that of the thread's first comment. */
export interface CommentEntry extends MaybeDamaged {
  readonly id: string;
  readonly thread: string;
  /** The part that its thread is about: `field:sales:phone`. */
  readonly target: string;
  readonly at: number;
  /** The person's id; absent for a guest, who has opened the link to a preview. */
  readonly person?: string;
  /** The id of that link. */
  readonly link?: string;
  readonly name: string;
  /** Empty if it was deleted while there are replies to it. */
  readonly text: string;
  /** The time at which the thread was resolved. Only the first comment of a thread has it. */
  readonly resolvedAt?: number;
}

export interface CommentLimits {
  /** The most comments of all threads together, and of one link. */
  readonly most: number;
  readonly mostOfLink: number;
}

/** The result of adding a comment: its thread is unknown, or there are too many. */
export type AddedComment = 'added' | 'no-thread' | 'too-many';

/** A request to publish a draft. */
export interface ReviewEntry extends MaybeDamaged {
  readonly number: number;
  readonly draft: string;
  /** The number of changes that the draft had. */
  readonly version: number;
  readonly at: number;
  readonly by: NamedPerson;
  readonly message: string;
  /** The names of those who made the changes, each with the number of changes. */
  readonly authors: readonly { readonly name: string; readonly count: number }[];
  readonly state: 'open' | 'returned' | 'withdrawn' | 'published';
  /** The time at which it was returned, withdrawn or published, and by whom; with a reason if it was returned. */
  readonly closing?: { readonly at: number; readonly by: NamedPerson; readonly reason: string };
  /** The number of the version that was published. */
  readonly publishedAs?: number;
}

export type NewReview = Pick<ReviewEntry, 'draft' | 'version' | 'at' | 'by' | 'message' | 'authors'>;
