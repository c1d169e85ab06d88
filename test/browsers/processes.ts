import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Programs that share a folder and an environment, and end together. */
export interface ProcessGroup {
  readonly folder: string;
  /** The environment of each program; it may be extended before the next starts. */
  readonly env: NodeJS.ProcessEnv;
  /**
   * Starts a program and resolves once `isReady` returns true.
   * @throws One line that names the program, if it does not start.
   */
  readonly start: (program: GroupProgram) => Promise<ChildProcess>;
  /** Ends all of them with their child processes, by process id. */
  readonly end: () => Promise<void>;
}

export interface GroupProgram {
  /** A name for error messages: `the screen reader`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly isReady: (child: ChildProcess, printed: string) => boolean | Promise<boolean>;
  readonly timeoutMs: number;
}

/** The environment variable that marks the processes of a group and their children. */
const mark = 'SLIPWAY_HOUSEHOLD';

/** Creates a process group, with the caller's environment and `env`. */
export function createProcessGroup(env: NodeJS.ProcessEnv = {}): ProcessGroup {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-desk-'));
  const own: NodeJS.ProcessEnv = { ...process.env, ...env, [mark]: folder };
  const endAtExit = () => endNow(folder);
  process.once('exit', endAtExit);
  return {
    folder,
    env: own,
    start: (program) => startProgram(program, own),
    async end() {
      await endAll(folder);
      process.off('exit', endAtExit);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startProgram(program: GroupProgram, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const { name, command, args, isReady, timeoutMs } = program;
  // The kernel ends it if this process is killed.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed = (printed + chunk).slice(-4000);
    });
  const readLastOutput = () => printed.trim().split('\n').at(-1) ?? '';
  let hasFailed = false;
  child.on('error', () => {
    hasFailed = true;
  });
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (hasFailed || child.exitCode !== null || child.signalCode !== null)
      throw new Error(`Cannot start ${name} (${command}): it ended at once: ${readLastOutput()}`);
    if (await isReady(child, printed)) return child;
    if (Date.now() > deadline)
      throw new Error(
        `Cannot start ${name} (${command}): not ready after ${timeoutMs / 1000} s: ${readLastOutput()}`,
      );
    await wait(50);
  }
}

/** The time to end after SIGTERM. */
const gracePeriodMs = 2000;

async function endAll(folder: string): Promise<void> {
  signalProcess(folder, 'SIGTERM');
  const deadline = Date.now() + gracePeriodMs;
  while (listMembers(folder).length > 0) {
    if (Date.now() > deadline) signalProcess(folder, 'SIGKILL');
    await wait(50);
  }
}

function endNow(folder: string): void {
  signalProcess(folder, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

function signalProcess(folder: string, name: NodeJS.Signals): void {
  for (const id of listMembers(folder)) {
    try {
      process.kill(id, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

function listMembers(folder: string): readonly number[] {
  return processesWith(mark, folder);
}

/** Returns the ids of the processes with a variable in their environment. */
function processesWith(variable: string, value: string): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => id > 0 && readEnvironment(id).includes(`${variable}=${value}`));
}

/** Empty if the process has ended, or belongs to another user. */
function readEnvironment(id: number): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
