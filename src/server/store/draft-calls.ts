import { read, write } from './call.ts';

/** How far the draft of the studio has come: so many lines behind its head. */
export interface DraftPoint {
  /** Another each time that a draft begins. */
  readonly id: string;
  readonly lines: number;
}

/** The draft, or what of it is not known yet. Head and lines are texts: what they say is the studio's. */
export interface DraftText extends DraftPoint {
  /** What it began with; absent where that is known. */
  readonly head?: string;
  /** The lines behind those that are known, in their order. */
  readonly further: readonly string[];
}

/** A draft that takes the place of another. */
export interface NewDraft {
  readonly id: string;
  readonly head: string;
  readonly lines: readonly string[];
}

/** The store's calls about the draft, where several servers share a database; a server of its own has it in the data folder. */
export const draftCalls = {
  /** How far it has come; undefined: there is none. Cheap enough to be asked twice a second. */
  draftPoint: read<void, DraftPoint | undefined>(),
  /** The draft; where it is that of a point, and has come so far, what is behind that alone. */
  draftSince: read<{ readonly since?: DraftPoint }, DraftText | undefined>(),
  /** Puts a draft in place of the one that has come to a point, or where there is none; false where it has come to another. */
  beginDraft: write<{ readonly draft: NewDraft; readonly after?: DraftPoint }, boolean>(),
  /** Adds a line behind a point; false where the draft has come to another. */
  appendToDraft: write<{ readonly line: string; readonly after: DraftPoint }, boolean>(),
  /** Keeps a copy of the draft for good, for somebody to look into; gives its number. */
  copyDraft: write<{ readonly now: number }, number>(),
};
