import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { type CallPort, createCallPort, stackErrors } from '../platform/concurrency/call-port.ts';
import type { ReencodeAnswer, ReencodeCalls, ReencodeRequest, ReencodeSettings } from './reencode-process.ts';

export interface Reencoder {
  /**
   * Re-encodes a photo into a file and resolves to the result; never rejects. Calls run one after the other.
   */
  readonly reencode: (photo: Omit<ReencodeRequest, 'settings'>) => Promise<ReencodeOutcome>;
  /** Kills the process and waits for its end; the result of a running call is then `broke`. */
  readonly close: () => Promise<void>;
}

/** The result for one photo. `broke`: the process ended or timed out, perhaps because of this photo. */
export type ReencodeOutcome = ReencodeAnswer | { readonly outcome: 'broke' };

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
  const { maxPixels, maxDecodedBytes, freePixels, pixelsPerByte, heavyPixels, previewPx, idleMs } = settings;
  const photoSettings = { maxPixels, maxDecodedBytes, freePixels, pixelsPerByte, heavyPixels, previewPx };
  let current: ReencodeProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;

  /** Returns the port of the running process, or starts one. */
  function ensurePort(): ReencodePort {
    if (current?.child.connected) return current.port;
    const started = startProcess(settings);
    started.child.once('exit', () => {
      if (current === started) current = undefined;
    });
    current = started;
    return started.port;
  }

  return {
    reencode: (photo) => {
      const outcome = last.then(async (): Promise<ReencodeOutcome> => {
        clearTimeout(idleTimer);
        const answer = await ensurePort()
          .call('reencode', { ...photo, settings: photoSettings })
          .catch(() => ({ outcome: 'broke' }) as const);
        idleTimer = setTimeout(() => current?.child.disconnect(), idleMs).unref();
        return answer;
      });
      last = outcome;
      return outcome;
    },
    close: async () => {
      clearTimeout(idleTimer);
      if (current) await killProcess(current.child);
    },
  };
}

type ReencodePort = CallPort<ReencodeCalls, string>;

interface ReencodeProcess {
  readonly child: ChildProcess;
  readonly port: ReencodePort;
}

/**
 * Starts a process (`reencode-process.ts`) with limited memory and low priority, because files of strangers
 * can crash or exploit a decoder. It is killed if it does not receive a call, or does not answer in time. Its calls reject when it has ended.
 */
function startProcess({ maxMemoryBytes, timeoutMs }: ReencoderSettings): ReencodeProcess {
  const child = fork(new URL('./reencode-process.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: 'ignore',
    ...createMemoryLimit(maxMemoryBytes),
  });
  const kill = () => void child.kill('SIGKILL');
  const port = createCallPort<ReencodeCalls, string>({
    post: (message) => child.send(message, (error) => error && kill()),
    errors: stackErrors,
    timeLimit: { ms: timeoutMs, onExceeded: kill },
  });
  child.on('message', port.receive);
  // A process that cannot start also emits `exit`.
  child.on('error', kill);
  child.once('exit', () => port.end(new Error('The re-encoding process has ended')));
  child.once('spawn', () => setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW));
  return { child, port };
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

/** Kills a process and waits for its end. Does nothing if it has ended by itself. */
async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGKILL');
  await ended;
}
