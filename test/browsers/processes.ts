import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Programs that belong together: they share a folder and an environment, and end together. */
export interface Household {
  /** A folder of their own, which goes with them. */
  readonly folder: string;
  /** What every one of them is started with; more may be added before the next starts. */
  readonly env: NodeJS.ProcessEnv;
  /** Starts a program and resolves once `isReady` says so. @throws one line that names the program, where it does not. */
  readonly start: (program: Program) => Promise<ChildProcess>;
  /** Ends every one of them, and whatever they have started, by their ids. */
  readonly end: () => Promise<void>;
}

/** A program to be started. */
export interface Program {
  /** In words, for who reads that it did not start: `the screen reader`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly isReady: (child: ChildProcess, printed: string) => boolean | Promise<boolean>;
  readonly timeoutMs: number;
}

/** By this variable of their environment the programs of a household are known, and those that these start. */
const mark = 'SLIPWAY_HOUSEHOLD';

/** Prepares a household, with the caller's environment and `env`. */
export function household(env: NodeJS.ProcessEnv = {}): Household {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-desk-'));
  const own: NodeJS.ProcessEnv = { ...process.env, ...env, [mark]: folder };
  const endAtExit = () => endNow(folder);
  process.once('exit', endAtExit);
  return {
    folder,
    env: own,
    start: (program) => start(program, own),
    async end() {
      await endAll(folder);
      process.off('exit', endAtExit);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function start(program: Program, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const { name, command, args, isReady, timeoutMs } = program;
  // The kernel ends it where this process ends without having had the time to.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed = (printed + chunk).slice(-4000);
    });
  const lastWords = () => printed.trim().split('\n').at(-1) ?? '';
  let hasFailed = false;
  child.on('error', () => {
    hasFailed = true;
  });
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (hasFailed || child.exitCode !== null || child.signalCode !== null)
      throw new Error(`Cannot start ${name} (${command}): it ended at once: ${lastWords()}`);
    if (await isReady(child, printed)) return child;
    if (Date.now() > deadline)
      throw new Error(
        `Cannot start ${name} (${command}): not ready after ${timeoutMs / 1000} s: ${lastWords()}`,
      );
    await wait(50);
  }
}

/** How long a program may take to end when it is asked to. */
const gracePeriodMs = 2000;

async function endAll(folder: string): Promise<void> {
  signal(folder, 'SIGTERM');
  const deadline = Date.now() + gracePeriodMs;
  while (membersOf(folder).length > 0) {
    if (Date.now() > deadline) signal(folder, 'SIGKILL');
    await wait(50);
  }
}

function endNow(folder: string): void {
  signal(folder, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

function signal(folder: string, name: NodeJS.Signals): void {
  for (const id of membersOf(folder)) {
    try {
      process.kill(id, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

function membersOf(folder: string): readonly number[] {
  return processesWith(mark, folder);
}

/** The ids of the processes that live and have a variable in their environment. */
function processesWith(variable: string, value: string): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => id > 0 && environmentOf(id).includes(`${variable}=${value}`));
}

/** None where the process has ended, or is not ours to look at. */
function environmentOf(id: number): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
