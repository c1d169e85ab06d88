import { once } from 'node:events';

export interface ProgramIo {
  /** Writes to the standard output, without adding a line break. Resolves when more may be written. */
  readonly out: (text: string | Uint8Array) => Promise<void>;
  /** Writes a line to the standard error. */
  readonly err: (line: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if the standard output is a terminal. */
  readonly isTerminal: boolean;
}

/** Runs with the arguments of a command line; resolves to the exit code. */
export type Program = (args: readonly string[], io: ProgramIo) => Promise<number>;

/**
 * Runs a program with the arguments, the environment and the output of this process, and sets its code as the
 * exit code. The process exits with 0 at once if the reader of its output stops reading (`| head`), and with
 * 1 if the output fails otherwise.
 */
export async function runAsProcess(main: Program): Promise<void> {
  const { stdout, argv, env } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  process.exitCode = await main(argv.slice(2), {
    out: async (text) => {
      if (!stdout.write(text)) await once(stdout, 'drain');
    },
    err: (line) => console.error(line),
    env,
    isTerminal: stdout.isTTY,
  });
}
