import { defineRead, defineWrite } from './call.ts';

/** A position in the studio's draft: the number of lines after its head. */
export interface DraftPosition {
  /** Different for each draft that is begun. */
  readonly id: string;
  readonly lines: number;
}

/**
 * The draft, or the part of it that the caller does not know yet. Head and lines are texts that only the
 * studio interprets.
 */
export interface DraftExcerpt extends DraftPosition {
  /** The text that it began with; absent if the caller knows it. */
  readonly head?: string;
  /** The lines after those that the caller knows, in order. */
  readonly further: readonly string[];
}

export interface NewDraft {
  readonly id: string;
  readonly head: string;
  readonly lines: readonly string[];
}

/** The store's calls about the studio's draft. */
export const draftCalls = {
  /**
   * Returns the current position; undefined if there is no draft. Cheap enough to be polled twice a second.
   */
  draftPoint: defineRead<void, DraftPosition | undefined>(),
  /**
   * Returns the draft; undefined if there is none. If `since` is a position in the same draft, returns only
   * the lines after it.
   */
  draftSince: defineRead<{ readonly since?: DraftPosition }, DraftExcerpt | undefined>(),
  /**
   * Begins a draft that replaces the one at the position `after`; without `after` there must be none. Returns
   * false, and changes nothing, otherwise.
   */
  beginDraft: defineWrite<{ readonly draft: NewDraft; readonly after?: DraftPosition }, boolean>(),
  /** Appends a line at a position. Returns false if the draft is at another position. */
  appendToDraft: defineWrite<{ readonly line: string; readonly after: DraftPosition }, boolean>(),
  /** Stores a permanent copy of the draft for inspection. Returns its number; 0 if there is no draft. */
  copyDraft: defineWrite<{ readonly now: number }, number>(),
};
