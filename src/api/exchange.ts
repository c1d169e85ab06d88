import type { Patch } from '#engine/editing/index.ts';
import type { MergeConflict } from '#engine/editing/merge.ts';
import type { Documents } from '#engine/model/types.ts';

/**
 * The messages about whole documents between commands, the studio and a server; plain JSON. Addresses are
 * below `/studio/api`.
 */

/** The version of these messages. A server and a command with different versions refuse each other. */
export const exchangeFormat = 1;

/** The largest size of a message in bytes, about ten times that of a form of 500 fields in four languages. */
export const maxExchangedBytes = 4_194_304;

/** The answer to `GET /files?of=live|draft|NUMBER`: a version, or the draft, as files. */
export interface FilesView {
  readonly format: typeof exchangeFormat;
  /**
   * The installation: the fingerprint of the key that it signs archives with. Each installation numbers its
   * own versions.
   */
  readonly installation: string;
  /** The number of the version; for a draft, that of the live version. */
  readonly number: number;
  /** The id of the draft and the number of its changes, if the draft was requested. */
  readonly draft?: { readonly id: string; readonly version: number };
  /** Each document as text, by its path below `schemas/`. */
  readonly files: Readonly<Record<string, string>>;
}

/** The last state that a folder and a server had in common. */
export interface CommonState {
  /** The number of a version of the server. */
  readonly number: number;
  /** The changes after that version that both sides have, such as those of a draft. */
  readonly since: readonly Patch[];
}

/** The body of `POST /push`: the documents of a folder, to be merged with the draft. */
export interface PushRequest {
  readonly format: typeof exchangeFormat;
  readonly documents: Documents;
  readonly base: CommonState;
  /** The side that wins a conflict: the folder (`ours`) or the draft (`theirs`). */
  readonly prefer?: 'ours' | 'theirs';
  /** The reason for the changes, shown in the draft. */
  readonly note?: string;
}

export interface MergedIntoDraft {
  readonly draft: string;
  readonly version: number;
  /** Documents of the draft that changed. */
  readonly files: readonly string[];
}

export type ImportRefusal =
  /** Both sides changed the same value in different ways. */
  | { readonly kind: 'conflict'; readonly conflicts: readonly MergeConflict[] }
  /** A document is invalid in this release. */
  | { readonly kind: 'no-documents'; readonly file: string; readonly reason: string }
  /** The message has another format than `exchangeFormat`. */
  | { readonly kind: 'other-format'; readonly knows: number }
  /** The draft changed repeatedly in the meantime. */
  | { readonly kind: 'busy' }
  /** 409: the draft has reached its size limit until somebody publishes it. */
  | { readonly kind: 'draft-full' };

/** The answer to `POST /push`. */
export type PushAnswer =
  | ({ readonly kind: 'pushed' } & MergedIntoDraft)
  | { readonly kind: 'unchanged'; readonly draft: string; readonly version: number }
  /** There is no such version, or the changes since do not fit its documents. */
  | { readonly kind: 'unknown-base'; readonly number: number }
  | ImportRefusal;

/** The body of `POST /import`: a version that another installation exported. */
export interface ImportRequest {
  readonly archive: string;
  readonly prefer?: 'ours' | 'theirs';
  /** The fingerprint of an installation whose archives the owner trusts from now on. */
  readonly trust?: string;
  /**
   * True if the user confirmed the import although a later version of that installation was imported before.
   */
  readonly isOlderMeant?: boolean;
}

/**
 * The answer to `POST /import/trial`: the content of an archive, and what its import would change. Nothing is
 * changed.
 */
export type TrialAnswer =
  | TriedArchive
  | Exclude<ImportAnswer, { readonly kind: 'imported' | 'unchanged' | 'older' | 'conflict' }>;

export interface TriedArchive {
  readonly kind: 'tried';
  readonly from: ArchiveOrigin;
  /** True if the requested installation itself exported it. */
  readonly isOwn: boolean;
  /** The author, comment and time of the version in the other installation. */
  readonly version: { readonly by: string; readonly note: string; readonly at: number };
  /** The later version of that installation that was imported before. Absent if there is none. */
  readonly last?: number;
  /** Documents of the draft that would change; in conflicts, as `prefer` decides. */
  readonly files: readonly string[];
  /** Values that the draft and the archive changed in different ways; `ours` is that of the archive. */
  readonly conflicts: readonly MergeConflict[];
}

export interface ArchiveOrigin {
  /** The fingerprint of the key that it is signed with. */
  readonly installation: string;
  readonly number: number;
}

/** The answer to `POST /import`. */
export type ImportAnswer =
  | ({ readonly kind: 'imported'; readonly from: ArchiveOrigin } & MergedIntoDraft)
  | {
      readonly kind: 'unchanged';
      readonly from: ArchiveOrigin;
      readonly draft: string;
      readonly version: number;
    }
  /** The file is no archive, or was changed after it was signed. */
  | { readonly kind: 'no-archive' | 'damaged' }
  | { readonly kind: 'untrusted'; readonly installation: string }
  | { readonly kind: 'older'; readonly from: ArchiveOrigin; readonly last: number }
  | ImportRefusal;
