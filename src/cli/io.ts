import type { Progress } from './output/progress.ts';

/** What a command reads and writes; a test hands in its own. */
export interface Io {
  /** Writes to standard output as it is: the caller ends its lines. */
  readonly out: (text: string) => void;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** The environment's variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Begins to say how far a long work is; absent where standard error is no terminal. */
  readonly progress?: () => Progress;
  /** Ends a command that watches. */
  readonly signal: AbortSignal;
}

/** The work could not be done, for a reason that a person can mend: told as one line, without a stack trace. */
export class CannotWork extends Error {
  override readonly name: string = 'CannotWork';
}

/** The command line is wrong, or it was written in a folder that it has nothing to do in: exit code 2. */
export class WrongUse extends CannotWork {
  override readonly name = 'WrongUse';
}

/** A value for programs: indented, with a line's end. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
