import { Readable } from 'node:stream';
import type { HttpDependencies } from '../dependencies.ts';
import { RightEnded } from './door.ts';

/** Hands each part of a file on by the right that there is by then. */
export async function* byRight<Part>(
  requireRight: () => Promise<void>,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    await requireRight();
    yield part;
  }
}

/** What the log calls the end of a file before it was whole. */
export interface FileEvents {
  /** The right, or the session, that it was begun with is not there any more. */
  readonly ended: Lowercase<string>;
  readonly failed: Lowercase<string>;
}

/** A file as a stream, a part at a time; where it breaks off the log says why. */
export function fileStream(
  parts: AsyncIterable<string | Uint8Array>,
  { ended, failed }: FileEvents,
  { log }: Pick<HttpDependencies, 'log'>,
): Readable {
  const stream = Readable.from(parts, { highWaterMark: 1 });
  return stream.on('error', (error) =>
    error instanceof RightEnded ? log.warn(ended, { code: error.code }) : log.error(failed, error),
  );
}
