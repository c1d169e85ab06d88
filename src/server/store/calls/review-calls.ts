import type {
  AddedComment,
  CommentEntry,
  CommentLimits,
  NewPreviewLink,
  NewReview,
  PreviewLinkEntry,
  ReviewEntry,
  StoredPreviewLink,
} from '../records/review-entry.ts';
import { defineRead, defineUnforcedWrite, defineWrite } from './call.ts';

/** The store's calls about what people review before it is published: links to previews, comments, requests. */
export const reviewCalls = {
  /**
   * Stores a link, and deletes those that ended before `endedBefore`. Returns false, and stores nothing, if
   * already `most` links are valid.
   */
  addPreviewLink: defineWrite<
    { readonly link: NewPreviewLink; readonly most: number; readonly endedBefore: number },
    boolean
  >(),
  /** Returns all links, the newest first. */
  previewLinks: defineRead<void, readonly PreviewLinkEntry[]>(),
  /** Returns a link by its id, whatever its state; undefined if there is none. */
  previewLink: defineRead<string, StoredPreviewLink | undefined>(),
  /** Counts a visit of a link. */
  countPreviewVisit: defineUnforcedWrite<{ readonly id: string; readonly now: number }, void>(),
  /** Ends a link and deletes its documents. Returns false if it had ended before or is unknown. */
  revokePreviewLink: defineWrite<{ readonly id: string; readonly now: number }, boolean>(),
  /** Returns all comments, the oldest first. */
  comments: defineRead<void, readonly CommentEntry[]>(),
  /** Stores a comment. The first one of a thread has the thread's id; a later one reopens the thread. */
  addComment: defineWrite<
    Omit<CommentEntry, 'resolvedAt'> & { readonly limits: CommentLimits },
    AddedComment
  >(),
  /** Resolves a thread at `resolvedAt`, or reopens it. Returns false if there is no such thread. */
  resolveThread: defineWrite<{ readonly thread: string; readonly resolvedAt: number | null }, boolean>(),
  /**
   * Deletes a comment. The first one of a thread with others only loses its text. Returns false if there is no
   * such comment.
   */
  deleteComment: defineWrite<string, boolean>(),
  /** Moves all threads from one target to another. Returns their number. */
  moveComments: defineWrite<{ readonly from: string; readonly to: string }, number>(),
  /** Stores a request to publish, which withdraws an open one. Returns it. */
  requestReview: defineWrite<NewReview, ReviewEntry>(),
  /** Returns the latest request to publish; undefined if there was none. */
  latestReview: defineRead<void, ReviewEntry | undefined>(),
  /** Returns the requests that led to the versions with these numbers. */
  reviewsOfVersions: defineRead<readonly number[], readonly ReviewEntry[]>(),
  /** Closes an open request. Returns it; undefined, and changes nothing, if it is not open. */
  closeReview: defineWrite<
    Required<Pick<ReviewEntry, 'number' | 'state' | 'closing'>> & Pick<ReviewEntry, 'publishedAs'>,
    ReviewEntry | undefined
  >(),
};
