import type { ConsequenceKind, ConsequenceOccurrence } from '#engine/compare/index.ts';
import type { Sentence } from '#engine/rules/sentences/index.ts';
import type { PreviewQuery } from './studio.ts';

/** The JSON messages between studio and server about the differences between two versions. */

/** A version in an address: the live version, the draft, or a number. */
export type VersionName = 'live' | 'draft' | number;

/**
 * The answer of `GET /studio/api/consequences?from=live|N&to=draft|N&draft=&version=&first=`: the differences
 * between two versions. With `first=true` it comes within about two seconds and may be partial.
 */
export type ConsequencesAnswer =
  | ConsequencesView
  /** The documents of one version are not a form, so nothing can be compared. */
  | { readonly kind: 'no-form' }
  /** The draft was replaced meanwhile. */
  | { readonly kind: 'other-draft' }
  | { readonly kind: 'no-version'; readonly which: 'from' | 'to' };

export interface ConsequencesView {
  readonly kind: 'consequences';
  /** In display order. */
  readonly consequences: readonly ConsequenceView[];
  /**
   * Milliseconds for which enquiries from open pages are still judged by the previous version. Absent if
   * nothing changes.
   */
  readonly judgedForMs?: number;
  /** True if the comparison goes on: there may be more. The same request without `first` returns all. */
  readonly isPartial?: boolean;
}

export interface ConsequenceView {
  readonly kind: ConsequenceKind;
  /** The keys of the enquiry types. Absent if it does not concern a type. */
  readonly types?: readonly string[];
  readonly isOfAllTypes?: boolean;
  readonly field?: string;
  readonly where: ConsequenceOccurrence;
  /** The number of situations in which it occurs. For pages of the content: the number of pages. */
  readonly situations: number;
  /** The number of situations (or pages) in which it could occur. */
  readonly of: number;
  readonly sentence: Sentence;
  /** The smallest situation that shows it. Absent if none is needed. */
  readonly shown?: ConsequenceSituation;
}

export interface ConsequenceSituation {
  /** The difference from the usual situation. Empty for the usual situation itself. */
  readonly situation: Sentence;
  /** The path of a page of the content. */
  readonly page?: string;
  readonly query: PreviewQuery;
}

/**
 * The answer of `GET /studio/api/compared?from=…&to=…&` and the query of a preview: the differences in one
 * situation.
 */
export type ComparisonView =
  | { readonly kind: 'compared'; readonly differences: readonly DifferenceView[] }
  /** One of the versions is not a form, or does not have this situation. */
  | { readonly kind: 'not-compared' };

export interface DifferenceView {
  readonly kind: ConsequenceKind;
  /** A field, a block or a step. */
  readonly field?: string;
  readonly sentence: Sentence;
}
