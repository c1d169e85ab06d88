import { write } from 'node:fs';

/** Writes lines to a descriptor without ever waiting for it, failing by it, or ending by it. */
export interface LogWriter {
  /** The line is written soon, after those before it; or lost and counted, where it cannot be. */
  readonly write: (line: string) => void;
  /** Writes the lines that were held back, and from now on every line soon. */
  readonly release: () => void;
  /** Resolves when everything is written, or lost, what was held back too. With a reader that has stalled: never. */
  readonly flush: () => Promise<void>;
}

/** As many lines wait for a reader that is slow; further ones are lost. */
const mostWaiting = 10_000;

/** How long to wait until a descriptor that takes nothing at the moment is tried again. */
const retryMs = 50;

/**
 * A log that cannot be written (its reader left, the disk is full) must not stop a server, and one whose reader has stalled must not hold
 * it up: Node's own `stderr` waits for a pipe, and ends the process when that breaks. What was lost is told, by its number, as soon as
 * something can be written again. Files and pipes are written in a thread of Node's own.
 *
 * With `isHeld` lines wait until they are released.
 */
export function createLogWriter(
  descriptor: number,
  now: () => number,
  { isHeld = false }: { readonly isHeld?: boolean } = {},
): LogWriter {
  let isHolding = isHeld;
  let waiting: string[] = [];
  let lost = 0;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      // What one turn has to say is one write.
      await new Promise((resolve) => setImmediate(resolve));
      const [lines, told] = [waiting, lost];
      waiting = [];
      const head = told > 0 ? [lostLine(told, now())] : [];
      const isWritten = await writeAll(descriptor, Buffer.from([...head, ...lines, ''].join('\n')));
      if (isWritten) lost -= told;
      else lost += lines.length;
    }
    running = undefined;
  }

  function release(): void {
    isHolding = false;
    if (waiting.length > 0) running ??= run();
  }

  return {
    write(line) {
      if (waiting.length >= mostWaiting) lost += 1;
      else waiting.push(line);
      if (!isHolding) running ??= run();
    },
    release,
    flush: async () => {
      release();
      await running;
    },
  };
}

function lostLine(count: number, at: number): string {
  return JSON.stringify({ time: new Date(at).toISOString(), level: 'warn', event: 'log-lines-lost', count });
}

/** False where the descriptor takes nothing any more, for now or for good. */
async function writeAll(descriptor: number, bytes: Buffer): Promise<boolean> {
  for (let at = 0; at < bytes.length; ) {
    const written = await writeSome(descriptor, bytes.subarray(at));
    if (written === undefined) return false;
    if (written === 0) await new Promise((resolve) => setTimeout(resolve, retryMs));
    at += written;
  }
  return true;
}

/** How many bytes were taken; 0 where none can be at the moment, undefined where it failed. */
function writeSome(descriptor: number, bytes: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    write(descriptor, bytes, (error, written) => {
      if (error === null) resolve(written);
      else resolve(error.code === 'EAGAIN' ? 0 : undefined);
    });
  });
}
