import type { Command } from '../../src/command/command.ts';
import { runCommand } from '../../src/command/run-command.ts';

/** The result of a run, in the shape of `spawnSync`. */
export interface CommandRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The exact bytes of its output. */
  readonly bytes: Uint8Array;
}

/** Runs a command in this process as `node src/server/NAME.ts ARGS` does. */
export async function runInProcess(
  command: Command,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<CommandRun> {
  const written: (string | Uint8Array)[] = [];
  let stderr = '';
  const status = await runCommand(command, args, {
    out: (text) => void written.push(text),
    write: async (chunk) => void written.push(chunk),
    err: (text) => {
      stderr += text;
    },
    isTerminal: false,
    cwd: process.cwd(),
    env,
    getInterruption: () => new AbortController().signal,
  });
  const bytes = Buffer.concat(written.map((some) => Buffer.from(some)));
  return { status, stdout: bytes.toString(), stderr, bytes };
}
