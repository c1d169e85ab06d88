import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { ReencodeAnswer, ReencodeRequest, ReencodeSettings } from './reencode-process.ts';

export interface Reencoder {
  /**
   * Re-encodes a photo into a file and resolves to the result; never rejects. Calls run one after the other.
   */
  readonly reencode: (photo: Omit<ReencodeRequest, 'number' | 'settings'>) => Promise<ReencodeOutcome>;
  /** Kills the process and waits for its end; the result of a running call is then `broke`. */
  readonly close: () => Promise<void>;
}

/** The result for one photo. `broke`: the process ended or timed out, perhaps because of this photo. */
export type ReencodeOutcome =
  | { readonly outcome: 'made'; readonly preview: Uint8Array }
  | { readonly outcome: 'heavy' | 'no-image' | 'damaged' | 'too-large' | 'broke' }
  | { readonly outcome: 'failed'; readonly reason: string };

export interface ReencoderSettings extends ReencodeSettings {
  /** The memory of the process; it ends if it needs more. */
  readonly maxMemoryBytes: number;
  /** The longest time for one photo, after which the process is killed. */
  readonly timeoutMs: number;
  /** The time without a photo after which the process ends. */
  readonly idleMs: number;
}

/** Creates a re-encoder. Its process starts with the first photo and ends when it is idle. */
export function createReencoder(settings: ReencoderSettings): Reencoder {
  const { maxPixels, maxDecodedBytes, freePixels, pixelsPerByte, heavyPixels, previewPx } = settings;
  const { maxMemoryBytes, timeoutMs, idleMs } = settings;
  const photoSettings = { maxPixels, maxDecodedBytes, freePixels, pixelsPerByte, heavyPixels, previewPx };
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let number = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  /** Returns the running process, or starts one. */
  function ensureProcess(): ChildProcess {
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
        const request = { ...photo, number, settings: photoSettings };
        const answer = await sendRequest(ensureProcess(), request, timeoutMs);
        idleTimer = setTimeout(() => child?.disconnect(), idleMs).unref();
        return answer;
      });
      last = outcome;
      return outcome;
    },
    close: async () => {
      clearTimeout(idleTimer);
      if (child) await killProcess(child);
    },
  };
}

/**
 * Starts a process (`reencode-process.ts`) with limited memory and low priority. One that cannot start also
 * emits `exit`.
 */
function startProcess(maxMemoryBytes: number): ChildProcess {
  const child = fork(new URL('./reencode-process.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: 'ignore',
    ...createMemoryLimit(maxMemoryBytes),
  });
  // A process that cannot start also emits `exit`, for which callers wait.
  child.on('error', () => child.kill('SIGKILL'));
  child.once('spawn', () => setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW));
  return child;
}

/**
 * Returns options with which the operating system limits the memory of a process, including that of libvips
 * (setrlimit(2), RLIMIT_DATA), which Node's own options do not cover. Returns no options on Windows, which
 * has no such limit.
 */
function createMemoryLimit(bytes: number): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  if (process.platform === 'win32') return {};
  const limited = `ulimit -d ${Math.floor(bytes / 1024)}; exec "$0" "$@"`;
  return { execPath: '/bin/sh', execArgv: ['-c', limited, process.execPath] };
}

/**
 * Sends a request to the process and resolves to the result; never rejects. The result is `broke` if the
 * process ends. It is killed if it does not receive the request, or does not answer within the timeout.
 */
function sendRequest(
  child: ChildProcess,
  request: ReencodeRequest,
  timeoutMs: number,
): Promise<ReencodeOutcome> {
  return new Promise((resolve) => {
    const stopListeningAndResolve = (outcome: ReencodeOutcome) => {
      clearTimeout(timer);
      child.off('message', handleAnswer);
      child.off('exit', resolveBroke);
      resolve(outcome);
    };
    const resolveBroke = () => stopListeningAndResolve({ outcome: 'broke' });
    const handleAnswer = (answer: ReencodeAnswer) => {
      if (answer.number === request.number) stopListeningAndResolve(answer);
    };
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.on('message', handleAnswer);
    child.once('exit', resolveBroke);
    child.send(request, (error) => error && child.kill('SIGKILL'));
  });
}

/** Kills a process and waits for its end. Does nothing if it has ended by itself. */
async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGKILL');
  await ended;
}
