import type { AcceptedChange } from '../../../api/studio.ts';
import type { Shape } from '../../platform/validate-shape.ts';
import { acceptedChangeShape, draftHeadShape, settledLineShape } from './change-shapes.ts';
import { DraftFault } from './draft-fault.ts';
import type { StoredDraft } from './stored-draft.ts';

/** A line after the head: a change, or in `settled` the id of a decided collision. */
export type DraftLine = AcceptedChange | { readonly settled: string };

/** Stores the draft, which other servers may change too. */
export interface DraftStorage {
  /**
   * Reads the draft. Undefined if none is stored.
   * @throws DraftFault if the stored data is damaged.
   */
  readonly read: () => Promise<StoredDraft | undefined>;
  /**
   * Returns true if the stored draft is no longer the one of the last read or write here: another server has
   * written, or somebody removed it.
   */
  readonly isChanged: () => Promise<boolean>;
  /**
   * Replaces the draft by another one, atomically; without `settled` no collision is decided. Call this and
   * `append` only in a task of `runExclusively`. They throw if another server has written in the meantime.
   */
  readonly begin: (draft: NewStoredDraft) => Promise<void>;
  /**
   * Appends a line. Resolves once it is on the disk, so that a server that is killed loses nothing that it
   * has acknowledged.
   */
  readonly append: (line: DraftLine) => Promise<void>;
  /**
   * Moves or copies the stored data for a person to examine, so that another draft can replace it. Returns
   * the path or the name of that copy.
   */
  readonly setAside: () => Promise<string>;
  /**
   * Runs a task as if no other server wrote at the same time: it is repeated from the start after another has
   * written. So the task must have no other effects before its write succeeds.
   */
  readonly runExclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** A draft to store. */
type NewStoredDraft = Omit<StoredDraft, 'settled'> & Partial<Pick<StoredDraft, 'settled'>>;

/** The stored lines of a draft, parsed as JSON. A line that is not JSON is undefined. */
export interface StoredLines {
  readonly head: unknown;
  /** The lines in order. They are read only up to the first damaged one. */
  readonly lines: Iterable<unknown>;
  /** Names a line in error messages. 0 is the head. */
  readonly describeLine: (line: number) => string;
}

/**
 * Builds a draft from its head and its lines, without applying the changes.
 * @throws DraftFault at the first damaged line, also if it is a change with a wrong number. `readable` has
 * the lines before it; it is absent if the head is damaged.
 */
export function buildDraft({ head, lines, describeLine }: StoredLines): StoredDraft {
  if (!draftHeadShape.accepts(head))
    throw new DraftFault(`${describeLine(0)} ${describeFault(draftHeadShape, head)}`);
  const changes: AcceptedChange[] = [];
  const settled: string[] = [];
  let number = 0;
  for (const line of lines) {
    number += 1;
    /** Returns the fault of the current line. */
    const createFault = (reason: string) =>
      new DraftFault(`${describeLine(number)} ${reason}`, { readable: { ...head, changes, settled } });
    if (settledLineShape.accepts(line)) settled.push(line.settled);
    else if (!acceptedChangeShape.accepts(line)) throw createFault(describeFault(acceptedChangeShape, line));
    else if (line.version === changes.length + 1) changes.push(line);
    else throw createFault(`is change ${line.version}, but change ${changes.length + 1} is expected`);
  }
  return { ...head, changes, settled };
}

/**
 * Returns the reason why a line is not valid, as the end of a sentence. Call this only with a line that the
 * shape does not accept.
 */
function describeFault(shape: Shape<unknown>, value: unknown): string {
  if (value === undefined) return 'is not JSON';
  const { pointer, reason } = shape.findFault(value) ?? { pointer: '', reason: 'is not valid' };
  return pointer === ''
    ? `is not a line of a draft: it ${reason}`
    : `is not a line of a draft: ${pointer} ${reason}`;
}

/** Yields each line parsed as JSON, or undefined if it is not JSON. A line is parsed only when it is read. */
export function* parseDraftLines(lines: readonly string[]): Generator<unknown> {
  for (const line of lines) yield parseDraftLine(line);
}

/** Parses a line as JSON. Returns undefined if it is not JSON. */
export function parseDraftLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
