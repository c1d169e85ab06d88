import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { ReencodeAnswer, ReencodeRequest, ReencodeSettings } from './reencode-process.ts';

/** Encodes photos anew, in a process of its own. */
export interface Reencoder {
  /** Resolves with what came of it; never rejects. One at a time: a call waits for the one before. */
  readonly reencode: (photo: Omit<ReencodeRequest, 'number' | 'settings'>) => Promise<ReencodeOutcome>;
  /** Ends the process; what is under way then has failed. */
  readonly close: () => Promise<void>;
}

/** What came of one photo; `broke`: the process ended or did not answer in time, maybe because of this photo. */
export type ReencodeOutcome =
  | { readonly outcome: 'made'; readonly preview: Uint8Array }
  | { readonly outcome: 'heavy' | 'no-image' | 'damaged' | 'too-large' | 'broke' }
  | { readonly outcome: 'failed'; readonly reason: string };

/** How the process is run. */
export interface ReencoderSettings extends ReencodeSettings {
  /** The memory that the process may take. */
  readonly maxMemoryBytes: number;
  /** How long one photo may take. */
  readonly timeoutMs: number;
  /** How long the process waits for the next photo before it ends. */
  readonly idleMs: number;
}

/** A re-encoder whose process starts with the first photo and ends when it has nothing to do. */
export function createReencoder(settings: ReencoderSettings): Reencoder {
  const { maxPixels, maxDecodedBytes, freePixels, pixelsPerByte, heavyPixels, previewPx } = settings;
  const { maxMemoryBytes, timeoutMs, idleMs } = settings;
  const ofPhoto = { maxPixels, maxDecodedBytes, freePixels, pixelsPerByte, heavyPixels, previewPx };
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let number = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  function running(): ChildProcess {
    if (child?.connected) return child;
    const started = startProcess(maxMemoryBytes);
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    child = started;
    return started;
  }

  return {
    reencode: (photo) => {
      const outcome = last.then(async () => {
        clearTimeout(idleTimer);
        number += 1;
        const request = { ...photo, number, settings: ofPhoto };
        const answer = await ask(running(), request, timeoutMs);
        idleTimer = setTimeout(() => child?.disconnect(), idleMs).unref();
        return answer;
      });
      last = outcome;
      return outcome;
    },
    close: async () => {
      clearTimeout(idleTimer);
      if (child) await kill(child);
    },
  };
}

function startProcess(maxMemoryBytes: number): ChildProcess {
  const child = fork(new URL('./reencode-process.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: 'ignore',
    ...limitedMemory(maxMemoryBytes),
  });
  // A process that cannot start ends as well: `exit` is heard by whoever waits.
  child.on('error', () => child.kill('SIGKILL'));
  child.once('spawn', () => setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW));
  return child;
}

/**
 * The system bounds what the process writes to, libvips' memory included (setrlimit(2), RLIMIT_DATA), which Node's own options do not.
 * Windows knows nothing like it.
 */
function limitedMemory(bytes: number): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  if (process.platform === 'win32') return {};
  const limited = `ulimit -d ${Math.floor(bytes / 1024)}; exec "$0" "$@"`;
  return { execPath: '/bin/sh', execArgv: ['-c', limited, process.execPath] };
}

function ask(child: ChildProcess, request: ReencodeRequest, timeoutMs: number): Promise<ReencodeOutcome> {
  return new Promise((resolve) => {
    const end = (outcome: ReencodeOutcome) => {
      clearTimeout(timer);
      child.off('message', hear);
      child.off('exit', fail);
      resolve(outcome);
    };
    const fail = () => end({ outcome: 'broke' });
    const hear = (answer: ReencodeAnswer) => {
      if (answer.number === request.number) end(answer);
    };
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.on('message', hear);
    child.once('exit', fail);
    child.send(request, (error) => error && child.kill('SIGKILL'));
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGKILL');
  await ended;
}
