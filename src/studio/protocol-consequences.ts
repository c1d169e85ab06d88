import type { ConsequenceKind, Where } from '#engine/consequences/index.ts';
import type { Sentence } from '#engine/words/index.ts';
import type { PreviewQuery } from './protocol.ts';

/** What two versions change for visitors, as the studio's page and its server say it to each other. */

/** A version by how an address names it: what visitors see now, the draft, or a number. */
export type VersionName = 'live' | 'draft' | number;

/** `GET /studio/api/consequences?from=live|N&to=draft|N&draft=&version=`: what changes from one version to another. */
export type ConsequencesAnswer =
  | ConsequencesView
  /** The documents of one of them are no form: nothing can be compared. */
  | { readonly kind: 'no-form' }
  /** The draft is another one by now. */
  | { readonly kind: 'other-draft' }
  | { readonly kind: 'no-version'; readonly which: 'from' | 'to' };

/** What changes for visitors, in sentences. */
export interface ConsequencesView {
  readonly kind: 'consequences';
  /** In the order in which they are told. */
  readonly consequences: readonly ConsequenceView[];
  /** How long enquiries from pages that are open are judged by the version before, in milliseconds; absent where nothing changes. */
  readonly judgedForMs?: number;
}

/** One thing that becomes different. */
export interface ConsequenceView {
  readonly kind: ConsequenceKind;
  /** The keys of the enquiry types; absent where it is no matter of one. */
  readonly types?: readonly string[];
  readonly isOfAllTypes?: boolean;
  readonly field?: string;
  readonly where: Where;
  /** In how many of the situations in which it can be seen; of pages of the content, how many of them. */
  readonly situations: number;
  readonly of: number;
  readonly sentence: Sentence;
  /** The smallest situation that shows it, where one has to. */
  readonly shown?: ShownIn;
}

/** What shows a consequence. */
export interface ShownIn {
  /** What tells the situation from the usual one; empty for that one. */
  readonly situation: Sentence;
  /** The path of a page of the content. */
  readonly page?: string;
  readonly query: PreviewQuery;
}

/** `GET /studio/api/compared?from=…&to=…&` and the query of a preview: what is different in one situation. */
export type ComparedView =
  | { readonly kind: 'compared'; readonly differences: readonly DifferenceView[] }
  /** One of the versions is no form, or has no such situation. */
  | { readonly kind: 'not-compared' };

/** One thing that is different in a situation. */
export interface DifferenceView {
  readonly kind: ConsequenceKind;
  /** A field, a block or a step. */
  readonly field?: string;
  readonly sentence: Sentence;
}
