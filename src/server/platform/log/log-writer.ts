import { write } from 'node:fs';

/** Writes lines to a descriptor. It never blocks, fails or ends because of the descriptor. */
export interface LogWriter {
  /** Writes a line soon, in order; if that is not possible, the line is lost and counted. */
  readonly write: (line: string) => void;
  /** Writes the held lines, and every further line soon. */
  readonly release: () => void;
  /**
   * Releases the held lines. Resolves when all lines are written or lost; never if the reader has stalled.
   */
  readonly flush: () => Promise<void>;
}

/** The most lines that wait for a slow reader; further ones are lost. */
const mostWaiting = 10_000;

const retryMs = 50;

/**
 * Creates a log writer. A log that cannot be written (the reader exited, the disk is full) must not stop a
 * server, and a stalled reader must not block it: Node's own `stderr` waits for a pipe, and ends the process
 * if the pipe breaks. The number of lost lines is logged as soon as writing works again. Files and pipes are
 * written in a thread of Node.
 *
 * With `isHeld`, lines are written only after `release` was called.
 */
export function createLogWriter(
  descriptor: number,
  now: () => number,
  { isHeld = false }: { readonly isHeld?: boolean } = {},
): LogWriter {
  let isPaused = isHeld;
  let waiting: string[] = [];
  let lost = 0;
  let running: Promise<void> | undefined;

  /**
   * Writes waiting lines until none is left, preceded by the number of lost lines. The lines of a failed
   * write are lost.
   */
  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      // Combines the lines of one turn of the event loop into one write.
      await new Promise((resolve) => setImmediate(resolve));
      const [lines, reportedLost] = [waiting, lost];
      waiting = [];
      const head = reportedLost > 0 ? [formatLostLines(reportedLost, now())] : [];
      const isWritten = await writeAll(descriptor, Buffer.from([...head, ...lines, ''].join('\n')));
      if (isWritten) lost -= reportedLost;
      else lost += lines.length;
    }
    running = undefined;
  }

  function release(): void {
    isPaused = false;
    if (waiting.length > 0) running ??= writeWaiting();
  }

  return {
    write(line) {
      if (waiting.length >= mostWaiting) lost += 1;
      else waiting.push(line);
      if (!isPaused) running ??= writeWaiting();
    },
    release,
    flush: async () => {
      release();
      await running;
    },
  };
}

/**
 * Returns a line of the log with the number of lost lines.
 * @param at Milliseconds since 1970.
 */
function formatLostLines(count: number, at: number): string {
  return JSON.stringify({ time: new Date(at).toISOString(), level: 'warn', event: 'log-lines-lost', count });
}

/** Writes all bytes, and waits while the descriptor accepts none. Returns false if the descriptor fails. */
async function writeAll(descriptor: number, bytes: Buffer): Promise<boolean> {
  for (let at = 0; at < bytes.length; ) {
    const written = await writeSome(descriptor, bytes.subarray(at));
    if (written === undefined) return false;
    if (written === 0) await new Promise((resolve) => setTimeout(resolve, retryMs));
    at += written;
  }
  return true;
}

/**
 * Returns the number of written bytes; 0 if the descriptor currently accepts none, undefined if it failed.
 */
function writeSome(descriptor: number, bytes: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    write(descriptor, bytes, (error, written) => {
      if (error === null) resolve(written);
      else resolve(error.code === 'EAGAIN' ? 0 : undefined);
    });
  });
}
