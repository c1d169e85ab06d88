import { Readable } from 'node:stream';
import type { HttpDependencies } from '../dependencies.ts';
import { RightEnded } from './account/auth.ts';

/**
 * Yields the parts of a file, and calls `requireRight` before each. If that rejects, the generator throws the
 * same error, and the file is incomplete.
 */
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
  /** The file has ended by any other error. */
  readonly failed: Lowercase<string>;
}

/**
 * Creates the stream of a file, one part at a time. If the parts end by an error, the stream fails with it:
 * `RightEnded` is logged as a warning with the event `ended`, any other as an error with `failed`.
 */
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
