import { join } from 'node:path';
import type { Documents } from '#engine';
import type { OutdatedTexts } from '#engine/editing/index.ts';
import type { CollisionView, TakenChange } from '../../studio/protocol.ts';

/** A draft as it is kept: what it began with, and each change. */
export interface StoredDraft extends DraftHead {
  readonly changes: readonly TakenChange[];
  /** The collisions that somebody has decided on. */
  readonly settled: readonly string[];
}

/** What a draft began with. */
export interface DraftHead {
  readonly id: string;
  /** Of the form that it was begun from. */
  readonly baseHash: string;
  /** The number of that version; absent in a draft of an earlier release. */
  readonly baseVersion?: number;
  readonly base: Documents;
  /** Translations that were out of date when it was begun; absent: none was. */
  readonly outdated?: OutdatedTexts;
  /** Where the version that it was begun from met the draft before it; absent: nowhere. */
  readonly collisions?: readonly CollisionView[];
  /** The page that published, and so began it; absent: none did. */
  readonly page?: string;
}

/** What stands behind the head: a change, or a collision that is decided on. */
export type DraftLine = TakenChange | { readonly settled: string };

/** Where the draft is kept, together with other servers: in a file of the data folder that they share, or in tables of the database. */
export interface DraftPlace {
  readonly read: () => Promise<StoredDraft | undefined>;
  /** Whether another server has written to it since it was last read or written here. */
  readonly isChanged: () => Promise<boolean>;
  /** Begins a draft in place of the one there was, with all that it has: there is the one or the other, whole. */
  readonly begin: (draft: Omit<StoredDraft, 'settled'>) => Promise<void>;
  /** Resolves once the line is on the disk: a server that is killed then loses nothing that it has acknowledged. */
  readonly append: (line: DraftLine) => Promise<void>;
  /** Keeps a copy of it as it stands, for somebody to look into; says where. */
  readonly copy: () => Promise<string>;
  /**
   * Reads and writes as if no other server did meanwhile: the others wait, or the work is done anew, as if nothing of it had been, upon what
   * another has written. So it changes nothing else before what it writes is written.
   */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Where a data folder has the draft. */
export function draftPath(dataFolder: string): string {
  return join(dataFolder, 'studio', 'draft.jsonl');
}

/** A draft of its head and of lines that can be read; the first one that does not follow the others ends it. */
export function draftOfLines(head: DraftHead, lines: readonly (DraftLine | undefined)[]): StoredDraft {
  const changes: TakenChange[] = [];
  const settled: string[] = [];
  for (const line of lines) {
    if (line === undefined) break;
    if ('settled' in line) settled.push(line.settled);
    else if (line.version === changes.length + 1) changes.push(line);
    else break;
  }
  return { ...head, changes, settled };
}
