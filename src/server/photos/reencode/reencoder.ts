import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { ReencodeAnswer, ReencodeRequest, ReencodeSettings } from './reencode-photo.ts';

/** Makes photos anew, in a process of its own. */
export interface Reencoder {
  /** Resolves with what came of it; never rejects. One at a time: a call waits for the one before. */
  readonly reencode: (photo: Omit<ReencodeRequest, 'number' | 'settings'>) => Promise<ReencodeOutcome>;
  /** Ends the process; what is under way then has failed. */
  readonly close: () => Promise<void>;
}

/** What came of one photo; `broke`: the process ended or did not answer in time, maybe because of this photo. */
export type ReencodeOutcome =
  | { readonly outcome: 'made'; readonly preview: Uint8Array }
  | { readonly outcome: 'undecodable' | 'broke' }
  | { readonly outcome: 'failed'; readonly reason: string };

/** How the process is kept. */
export interface ReencoderSettings extends ReencodeSettings {
  /** How long one photo may take. */
  readonly patienceMs: number;
  /** How long the process waits for the next photo before it ends. */
  readonly idleMs: number;
}

/** A re-encoder whose process starts with the first photo and ends when it has nothing to do. */
export function createReencoder(settings: ReencoderSettings): Reencoder {
  const { maxPixels, previewPx, patienceMs, idleMs } = settings;
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let number = 0;
  let idle: NodeJS.Timeout | undefined;

  function running(): ChildProcess {
    if (child?.connected) return child;
    const started = fork(new URL('./reencode-process.ts', import.meta.url), {
      serialization: 'advanced',
      stdio: 'ignore',
    });
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    // A process that cannot start ends as well: `exit` is heard by whoever waits.
    started.on('error', () => started.kill('SIGKILL'));
    started.once('spawn', () => setPriority(started.pid ?? 0, constants.priority.PRIORITY_LOW));
    child = started;
    return started;
  }

  function ask(photo: Omit<ReencodeRequest, 'number' | 'settings'>): Promise<ReencodeOutcome> {
    clearTimeout(idle);
    number += 1;
    const request: ReencodeRequest = { ...photo, number, settings: { maxPixels, previewPx } };
    const process = running();
    return new Promise((resolve) => {
      const end = (outcome: ReencodeOutcome) => {
        clearTimeout(timer);
        process.off('message', hear);
        process.off('exit', broke);
        idle = setTimeout(stop, idleMs).unref();
        resolve(outcome);
      };
      const broke = () => end({ outcome: 'broke' });
      const hear = (answer: ReencodeAnswer) => {
        if (answer.number === request.number) end(answer);
      };
      const timer = setTimeout(() => process.kill('SIGKILL'), patienceMs);
      process.on('message', hear);
      process.once('exit', broke);
      process.send(request, (error) => error && process.kill('SIGKILL'));
    });
  }

  function stop(): void {
    child?.disconnect();
    child = undefined;
  }

  return {
    reencode: (photo) => {
      const outcome = last.then(() => ask(photo));
      last = outcome;
      return outcome;
    },
    close: async () => {
      clearTimeout(idle);
      const ending = child;
      if (!ending || ending.exitCode !== null) return;
      const ended = new Promise((resolve) => {
        ending.once('exit', resolve);
      });
      ending.kill('SIGKILL');
      await ended;
    },
  };
}
