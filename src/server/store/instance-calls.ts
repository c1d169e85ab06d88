import { write } from './call.ts';

/** What a server has that others of the same database must have as well, or would do better to. */
export interface InstanceMarks {
  /** Of its secrets, of which the first signs; they say nothing of what those are. */
  readonly secrets: readonly string[];
  readonly documents: string;
  readonly content: string;
}

/** Another server on the same database. */
export interface OtherInstance {
  /** Its machine and its process: `web2:4012`. */
  readonly name: string;
  readonly marks: InstanceMarks;
  /** It was there first. */
  readonly isElder: boolean;
}

/** The store's calls about the servers that share it. A database that is one server's own knows of no others. */
export const instanceCalls = {
  /** Says that a server lives, for so long, and what it has; gives the others that live, those first that were there first. */
  noteInstance: write<
    { readonly id: string; readonly name: string; readonly marks: InstanceMarks; readonly aliveMs: number },
    readonly OtherInstance[]
  >(),
  /** Says that it has ended. */
  forgetInstance: write<string, void>(),
  /** Takes what one server does for all now and then, by its name; false where another does it, or did in the last `restMs`. */
  takeJob: write<{ readonly name: string; readonly restMs: number }, boolean>(),
  /** Lets it go: done, or to be done by whoever takes it next. */
  endJob: write<{ readonly name: string; readonly isDone: boolean }, void>(),
};
