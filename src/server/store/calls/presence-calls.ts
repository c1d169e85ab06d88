import { defineWrite } from './call.ts';

/** A browser page in which the studio is open, and its person. */
export interface OpenPage {
  /** The id that the page sends, otherwise a unique one. */
  readonly id: string;
  /** The id that the page sends; empty if it sends none. */
  readonly page: string;
  /**
   * The person's name, and the part of the studio that the page shows. Both are empty until they are known.
   */
  readonly name: string;
  readonly place: string;
}

/**
 * The store's calls about who is in the studio, if several servers share a database. A single server has it
 * in memory.
 */
export const presenceCalls = {
  /**
   * Reports the open pages of a server as alive for `aliveMs`. Returns the pages of all servers that are
   * alive, the oldest first.
   */
  reportPresence: defineWrite<
    { readonly pages: readonly OpenPage[]; readonly aliveMs: number },
    readonly OpenPage[]
  >(),
  /**
   * Sets the person and the place of a page, whichever server it is connected to. A page of another person
   * stays theirs.
   */
  updatePresence: defineWrite<Omit<OpenPage, 'id'>, void>(),
  renamePresence: defineWrite<{ readonly from: string; readonly to: string }, void>(),
  /** Removes pages by their ids. */
  removePresence: defineWrite<readonly string[], void>(),
};
