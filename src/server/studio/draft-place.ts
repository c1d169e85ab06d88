import { join } from 'node:path';
import type { TakenChange } from '../../studio/protocol.ts';
import type { Shape } from '../shape.ts';
import { draftHead, settledLine, takenChange } from './change-shapes.ts';
import { DraftFault } from './draft-fault.ts';
import type { StoredDraft } from './stored-draft.ts';

/** What stands behind the head: a change, or a collision that is decided on. */
export type DraftLine = TakenChange | { readonly settled: string };

/** Where the draft is kept, together with other servers: in a file of the data folder that they share, or in tables of the database. */
export interface DraftPlace {
  /** @throws DraftFault where something that is stored is no draft. */
  readonly read: () => Promise<StoredDraft | undefined>;
  /** Whether another server has written to it since it was last read or written here. */
  readonly isChanged: () => Promise<boolean>;
  /** Begins a draft in place of the one there was, with all that it has: there is the one or the other, whole. */
  readonly begin: (draft: Omit<StoredDraft, 'settled'>) => Promise<void>;
  /** Resolves once the line is on the disk: a server that is killed then loses nothing that it has acknowledged. */
  readonly append: (line: DraftLine) => Promise<void>;
  /** Puts what is stored aside, for somebody to look into, so that another draft can begin; returns where it is. */
  readonly setAside: () => Promise<string>;
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

/** The stored lines of a draft, parsed as JSON; a line that is no JSON is undefined. */
export interface StoredLines {
  readonly head: unknown;
  /** Read one after another, and no further than to the first that is damaged. */
  readonly lines: Iterable<unknown>;
  /** Names a line for whoever mends it: 0 is the head. */
  readonly nameOf: (line: number) => string;
}

/**
 * A draft of its head and its lines.
 * @throws DraftFault at the first that is not what it should be; what comes before it is readable.
 */
export function draftOfLines({ head, lines, nameOf }: StoredLines): StoredDraft {
  if (!draftHead.accepts(head)) throw new DraftFault(`${nameOf(0)} ${faultIn(draftHead, head)}`);
  const changes: TakenChange[] = [];
  const settled: string[] = [];
  let number = 0;
  for (const line of lines) {
    number += 1;
    const fail = (reason: string) =>
      new DraftFault(`${nameOf(number)} ${reason}`, { readable: { ...head, changes, settled } });
    if (settledLine.accepts(line)) settled.push(line.settled);
    else if (!takenChange.accepts(line)) throw fail(faultIn(takenChange, line));
    else if (line.version === changes.length + 1) changes.push(line);
    else throw fail(`is change ${line.version}, where change ${changes.length + 1} follows`);
  }
  return { ...head, changes, settled };
}

function faultIn(shape: Shape<unknown>, value: unknown): string {
  if (value === undefined) return 'is no JSON';
  const { pointer, reason } = shape.faultOf(value) ?? { pointer: '', reason: 'is none' };
  return pointer === ''
    ? `is no line of a draft: it ${reason}`
    : `is no line of a draft: ${pointer} ${reason}`;
}

/** Parses lines as they are read: of a million that are none only the first is. */
export function* parsedLines(lines: readonly string[]): Generator<unknown> {
  for (const line of lines) yield parsedLine(line);
}

/** A line as JSON; undefined where it is none. */
export function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
