import type { Progress } from './progress.ts';

/** The input and output of a command. Tests pass their own. */
export interface Io {
  /** Writes to standard output. The caller adds line breaks. */
  readonly out: (text: string) => void;
  /**
   * Writes a part of a large output to standard output. Resolves when more may be written, so that the output
   * is not collected in memory.
   */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  /** Writes to standard error. The caller adds line breaks. */
  readonly err: (text: string) => void;
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Starts a progress line for a long task. Absent if standard error is not a terminal. */
  readonly progress?: () => Progress;
  /**
   * Returns a signal that aborts when the user interrupts the command. Until the first call, an interruption
   * ends the process.
   */
  readonly getInterruption: () => AbortSignal;
}

/** An error that a person can correct. Only its message is printed, without a stack trace. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: 1 | 2 | 3 = 3;
}

/** The command line is invalid, or the current folder has no form. The exit code is 2. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
  override readonly exitCode = 2;
}

/** The command cannot do what is asked, in the sense of its `failure`. The exit code is 1. */
export class CommandFailure extends CommandError {
  override readonly name = 'CommandFailure';
  override readonly exitCode = 1;
}

/** Formats a value as indented JSON with a final line break. */
export function formatJsonOutput(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
