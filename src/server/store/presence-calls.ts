import { write } from './call.ts';

/** A page that has the studio open, and whoever has it open. */
export interface OpenPage {
  /** The word that it tells of itself, else any that is like no other. */
  readonly id: string;
  /** That word; empty: none. */
  readonly page: string;
  /** Both empty until they are told. */
  readonly name: string;
  readonly place: string;
}

/** The store's calls about who is in the studio, where several servers share a database; a server of its own knows it by itself. */
export const presenceCalls = {
  /** Says which pages a server has, for so long; gives those of all servers that live, those first that came first. */
  notePresent: write<
    { readonly pages: readonly OpenPage[]; readonly aliveMs: number },
    readonly OpenPage[]
  >(),
  /** Says who is on a page and where, whichever server has it; a page that is somebody else's stays theirs. */
  placePresent: write<Omit<OpenPage, 'id'>, void>(),
  /** Says that whoever is called by a name is called otherwise by now, on each of their pages. */
  renamePresent: write<{ readonly from: string; readonly to: string }, void>(),
  /** Forgets pages that were closed. */
  forgetPresent: write<readonly string[], void>(),
};
