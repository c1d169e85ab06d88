import { Readable } from 'node:stream';
import type { HttpDependencies } from '../dependencies.ts';
import { RightEnded } from './auth.ts';

/** Yields the parts of a file, and calls `requireRight` before each. If that throws, the file ends there. */
export async function* checkEachPart<Part>(
  requireRight: () => Promise<void>,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    await requireRight();
    yield part;
  }
}

/** The log events for a file that ends before it is complete. */
export interface FileEvents {
  /** The right or the session of the request has ended. */
  readonly ended: Lowercase<string>;
  readonly failed: Lowercase<string>;
}

/** Creates the stream of a file, one part at a time. Logs why it ends early. */
export function createFileStream(
  parts: AsyncIterable<string | Uint8Array>,
  { ended, failed }: FileEvents,
  { log }: Pick<HttpDependencies, 'log'>,
): Readable {
  const stream = Readable.from(parts, { highWaterMark: 1 });
  return stream.on('error', (error) =>
    error instanceof RightEnded ? log.warn(ended, { code: error.code }) : log.error(failed, error),
  );
}
