import type { Patch } from '../editing/index.ts';
import type { MergeConflict } from '../editing/merge.ts';
import type { Documents } from '../types.ts';

/** What commands, the studio and a server say to each other about whole documents; plain JSON. Addresses are those below `/studio/api`. */

/** Of what is said here: a server and a command that say it otherwise do not understand each other. */
export const exchangeFormat = 1;

/** What is sent at once has no more bytes; a tenth of it is a form of 500 fields in four languages. */
export const mostExchangedBytes = 4_194_304;

/** `GET /files?of=live|draft|NUMBER`: a version, or the draft, as files. */
export interface FilesView {
  readonly format: typeof exchangeFormat;
  /** Of the installation: the fingerprint of the key that it signs archives with. Versions of another have other numbers. */
  readonly installation: string;
  /** Of the version; of the draft, of the version that is live. */
  readonly number: number;
  /** Where the draft is asked for: which it is, and how many changes it has. */
  readonly draft?: { readonly id: string; readonly version: number };
  /** Each document as it is written, by its path below `schemas/`. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a folder and a server last had in common. */
export interface CommonState {
  /** Of a version of the server. */
  readonly number: number;
  /** What was changed since. */
  readonly since: readonly Patch[];
}

/** `POST /push`: the documents of a folder, to be put together with the draft. */
export interface PushRequest {
  readonly format: typeof exchangeFormat;
  readonly documents: Documents;
  readonly base: CommonState;
  /** Whose word counts where the folder and the draft changed the same: the folder's (`ours`), or the draft's. */
  readonly prefer?: 'ours' | 'theirs';
  /** Why, for those who see it in the draft. */
  readonly note?: string;
}

/** Where documents from outside went into the draft. */
export interface TakenIn {
  readonly draft: string;
  readonly version: number;
  /** Documents of the draft that are changed by it. */
  readonly files: readonly string[];
}

/** Why documents from outside are not taken in. */
export type NotTakenIn =
  /** Both sides changed the same, each in another way. */
  | { readonly kind: 'conflict'; readonly conflicts: readonly MergeConflict[] }
  /** No document as this release knows them. */
  | { readonly kind: 'no-documents'; readonly file: string; readonly reason: string }
  /** Said in another format than `exchangeFormat`. */
  | { readonly kind: 'other-format'; readonly knows: number }
  /** The draft changed again and again meanwhile. */
  | { readonly kind: 'busy' }
  /** 409: the draft holds as much as it may, until somebody publishes it. */
  | { readonly kind: 'draft-full' };

/** What came of documents that were offered. */
export type PushAnswer =
  | ({ readonly kind: 'pushed' } & TakenIn)
  /** The draft has all of it already. */
  | { readonly kind: 'unchanged'; readonly draft: string; readonly version: number }
  /** There is no such version, or its documents are not those that the changes since were made of. */
  | { readonly kind: 'unknown-base'; readonly number: number }
  | NotTakenIn;

/** `POST /import`: a version that another installation has exported. */
export interface ImportRequest {
  readonly archive: string;
  readonly prefer?: 'ours' | 'theirs';
  /** An owner takes archives of the installation with this fingerprint from now on. */
  readonly trust?: string;
  /** It is meant, though a later version of that installation was imported before. */
  readonly isOlderMeant?: boolean;
}

/** `POST /import/trial`: what an archive is, and what its import would change; nothing is changed. */
export type TrialAnswer =
  | TriedArchive
  | Exclude<ImportAnswer, { readonly kind: 'imported' | 'unchanged' | 'older' | 'conflict' }>;

/** An archive that would be taken. */
export interface TriedArchive {
  readonly kind: 'tried';
  readonly from: ArchiveOrigin;
  /** It was exported by the installation that is asked. */
  readonly isOwn: boolean;
  /** As it was made there. */
  readonly version: { readonly by: string; readonly note: string; readonly at: number };
  /** The later version of that installation that was imported before; absent: there is none. */
  readonly last?: number;
  /** Documents of the draft that would be changed; where both sides meet, as `prefer` has it. */
  readonly files: readonly string[];
  /** Where the draft and the archive changed the same, each in another way: `ours` is what the archive has. */
  readonly conflicts: readonly MergeConflict[];
}

/** Where an archive comes from. */
export interface ArchiveOrigin {
  /** Of the key that it is signed with. */
  readonly installation: string;
  /** Of the version there. */
  readonly number: number;
}

/** What came of an archive. */
export type ImportAnswer =
  | ({ readonly kind: 'imported'; readonly from: ArchiveOrigin } & TakenIn)
  | {
      readonly kind: 'unchanged';
      readonly from: ArchiveOrigin;
      readonly draft: string;
      readonly version: number;
    }
  /** It is none, or not as it was when it was signed. */
  | { readonly kind: 'no-archive' | 'damaged' }
  /** Of an installation that nobody has said to be trusted. */
  | { readonly kind: 'untrusted'; readonly installation: string }
  /** A later version of that installation was imported before. */
  | { readonly kind: 'older'; readonly from: ArchiveOrigin; readonly last: number }
  | NotTakenIn;
