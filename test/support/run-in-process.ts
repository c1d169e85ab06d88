import type { Program } from '../../src/server/commands/program.ts';

/** The result of a run, in the shape of `spawnSync`. */
export interface ProgramRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The exact bytes of its output. */
  readonly bytes: Uint8Array;
}

/** Runs `npm run enquiries -- ARGS`, or another program, in this process. */
export async function runInProcess(
  main: Program,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<ProgramRun> {
  const written: (string | Uint8Array)[] = [];
  let stderr = '';
  const status = await main(args, {
    out: async (some) => {
      written.push(some);
    },
    err: (line) => {
      stderr += `${line}\n`;
    },
    env,
    isTerminal: false,
  });
  const bytes = Buffer.concat(written.map((some) => Buffer.from(some)));
  return { status, stdout: bytes.toString(), stderr, bytes };
}
