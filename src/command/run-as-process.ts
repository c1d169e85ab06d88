import { once } from 'node:events';
import type { Command, ExitCode } from './command.ts';
import type { Io } from './io.ts';
import { createProgress } from './progress.ts';
import { runCommand } from './run-command.ts';

/** Runs a command with the arguments of this process, and sets its exit code. */
export function runAsProcess(command: Command): Promise<void> {
  return runWithProcessIo((args, io) => runCommand(command, args, io));
}

/** Calls `run` with the arguments, the input and the output of this process, and sets the exit code. */
export async function runWithProcessIo(
  run: (args: readonly string[], io: Io) => Promise<ExitCode>,
): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), createProcessIo());
}

function createProcessIo(): Io {
  const { stdout, stderr } = process;
  let isLarge = false;
  // `slipway check | head` closes the pipe early, which is not an error. Nothing more of a large output is
  // produced then.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLarge) process.exit(error.code === 'EPIPE' ? 0 : 1);
    if (error.code !== 'EPIPE') throw error;
  });
  let interruption: AbortController | undefined;
  return {
    out: (text) => stdout.write(text),
    async write(chunk) {
      isLarge = true;
      if (!stdout.write(chunk)) await once(stdout, 'drain');
    },
    err: (text) => stderr.write(text),
    isTerminal: stdout.isTTY,
    cwd: process.cwd(),
    env: process.env,
    ...(stderr.isTTY && { progress: () => createProgress((text) => stderr.write(text), Date.now) }),
    getInterruption() {
      interruption ??= createInterruption();
      return interruption.signal;
    },
  };
}

/** Creates a controller that aborts when the process is interrupted or asked to end, instead of its end. */
function createInterruption(): AbortController {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  process.once('SIGTERM', () => interruption.abort());
  return interruption;
}
