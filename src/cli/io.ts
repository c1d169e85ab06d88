import type { Progress } from './output/progress.ts';

/** The input and output of a command. Tests pass their own. */
export interface Io {
  /** Writes to standard output. The caller adds line breaks. */
  readonly out: (text: string) => void;
  /** Writes to standard error. The caller adds line breaks. */
  readonly err: (text: string) => void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Starts a progress line for a long task. Absent if standard error is not a terminal. */
  readonly progress?: () => Progress;
  /** Aborts when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** An error that a person can correct. Only its message is printed, without a stack trace. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** The command line is invalid, or the current folder has no form. The exit code is 2. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}

/** Formats a value as indented JSON with a final line break. */
export function formatJsonOutput(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
