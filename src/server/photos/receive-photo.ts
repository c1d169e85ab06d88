import { createWriteStream, type WriteStream } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { removeFile } from '../platform/files/files.ts';
import type { PhotoRefusal } from '../platform/refusal.ts';
import type { UploadPace } from './pace.ts';
import { detectType, leadingBytesCount } from './photo-path.ts';

/** The result of receiving a photo. A refused one leaves no file, and the rest of its body is unread. */
export type Reception =
  | { readonly isReceived: true; readonly bytes: number }
  | { readonly isReceived: false; readonly refusal: PhotoRefusal };

/** A photo that is being uploaded, and what is expected of it. */
export interface IncomingPhoto {
  readonly body: Readable;
  /** The path of the file to write, which must not exist. */
  readonly file: string;
  /** The registered type that the leading bytes must have. */
  readonly type: string;
  readonly maxBytes: number;
  /** If true, the photo must have exactly `maxBytes`. */
  readonly isExact?: boolean | undefined;
  /** Measures the speed; absent: it is not limited. */
  readonly pace?: Pick<UploadPace, 'signal' | 'count'>;
  /**
   * Called with the first byte; if it returns false, another upload has claimed the target and nothing is
   * received.
   */
  readonly onFirstByte?: () => boolean;
}

/** The most bytes that wait for the disk before the sender must wait; waiting chunks are written together. */
const waitingBytes = 2 ** 19;

/**
 * Writes a photo to a new file while it arrives, so that it is never in memory as a whole. Returns a refusal
 * if its size or content is wrong, or `target-used` if `onFirstByte` returns false; no file is left then.
 * @throws InterruptedUpload, SlowUpload, or the disk's error; the file is removed then.
 */
export async function receivePhoto(incoming: IncomingPhoto): Promise<Reception> {
  const { file, type, maxBytes } = incoming;
  const leading = await readLeadingBytes(incoming);
  if (leading === undefined) return { isReceived: false, refusal: { code: 'target-used' } };
  if (leading.length === 0) return { isReceived: false, refusal: { code: 'empty' } };
  if (leading.length > maxBytes) return { isReceived: false, refusal: createSizeRefusal(incoming) };
  if ((await detectType(leading)) !== type) return { isReceived: false, refusal: { code: 'wrong-content' } };
  const written = createWriteStream(file, { flags: 'wx', mode: 0o600, highWaterMark: waitingBytes });
  try {
    written.write(leading);
    const bytes = await writeRest(incoming, written, maxBytes - leading.length);
    if (bytes !== undefined && !(incoming.isExact && leading.length + bytes < maxBytes))
      return { isReceived: true, bytes: leading.length + bytes };
    await discardFile(written, file);
    return {
      isReceived: false,
      refusal: bytes === undefined ? createSizeRefusal(incoming) : { code: 'wrong-size' },
    };
  } catch (error) {
    await discardFile(written, file);
    throw error;
  }
}

/**
 * Returns the refusal for too many bytes: `wrong-size` if the visitor announced the size (`isExact`), else
 * `too-large` with the limit.
 */
function createSizeRefusal({ maxBytes, isExact }: IncomingPhoto): PhotoRefusal {
  return isExact ? { code: 'wrong-size' } : { code: 'too-large', maxBytes };
}

/** The connection ended before the whole photo had arrived. */
export class InterruptedUpload extends Error {
  override readonly name = 'InterruptedUpload';
  constructor() {
    super('Cannot receive a photo: the connection broke');
  }
}

/** The photo arrived too slowly, by the `pace` of its upload. */
export class SlowUpload extends Error {
  override readonly name = 'SlowUpload';
}

/**
 * Reads the first chunks, enough to detect the type, or all of a shorter body, and pauses the body. Undefined
 * if another upload has claimed the target.
 * @throws InterruptedUpload, SlowUpload
 */
function readLeadingBytes({
  body,
  pace,
  onFirstByte = () => true,
}: IncomingPhoto): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stopReading = () => {
      body.pause();
      body.off('data', collectChunk).off('end', resolveWithBytes).off('close', rejectInterrupted);
      pace?.signal.removeEventListener('abort', rejectTooSlow);
    };
    const collectChunk = (chunk: Buffer) => {
      if (bytes === 0 && !onFirstByte()) {
        stopReading();
        return resolve(undefined);
      }
      pace?.count(chunk.length);
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= leadingBytesCount) resolveWithBytes();
    };
    const resolveWithBytes = () => {
      stopReading();
      resolve(Buffer.concat(chunks));
    };
    const rejectInterrupted = () => {
      stopReading();
      reject(new InterruptedUpload());
    };
    const rejectTooSlow = () => {
      stopReading();
      reject(new SlowUpload('Cannot receive a photo: it arrives too slowly'));
    };
    if (body.destroyed) return rejectInterrupted();
    if (pace?.signal.aborted) return rejectTooSlow();
    pace?.signal.addEventListener('abort', rejectTooSlow, { once: true });
    body.on('data', collectChunk).once('end', resolveWithBytes).once('close', rejectInterrupted);
  });
}

/**
 * Writes the rest of the body to a file. Resolves to its number of bytes when all are written and the file is
 * closed, or to undefined as soon as there are more than `maxBytes`; then the file stays open.
 * @throws InterruptedUpload, SlowUpload, or the disk's error; the file stays open then, too.
 */
function writeRest(
  { body, pace }: IncomingPhoto,
  file: WriteStream,
  maxBytes: number,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const writeChunk = (chunk: Buffer) => {
      pace?.count(chunk.length);
      bytes += chunk.length;
      if (bytes > maxBytes) return stopReadingAndCall(() => resolve(undefined));
      if (!file.write(chunk, () => freeChunk(chunk, body))) body.pause();
    };
    const resumeBody = () => body.resume();
    const endFile = () => file.end();
    const failTooSlow = () =>
      stopReadingAndCall(() => reject(new SlowUpload('Cannot receive a photo: it arrives too slowly')));
    const failInterrupted = () => {
      if (!body.readableEnded) stopReadingAndCall(() => reject(new InterruptedUpload()));
    };
    /** Removes the listeners, pauses the body and calls `settle`, which resolves or rejects. */
    const stopReadingAndCall = (settle: () => void) => {
      body.off('data', writeChunk).off('end', endFile).off('close', failInterrupted);
      file.off('drain', resumeBody);
      pace?.signal.removeEventListener('abort', failTooSlow);
      body.pause();
      settle();
    };
    file.once('error', (error) => stopReadingAndCall(() => reject(error)));
    file.once('close', () => stopReadingAndCall(() => resolve(bytes)));
    if (body.readableEnded) return endFile();
    // The connection may have ended while the first bytes were checked.
    if (body.destroyed) return failInterrupted();
    if (pace?.signal.aborted) return failTooSlow();
    file.on('drain', resumeBody);
    pace?.signal.addEventListener('abort', failTooSlow, { once: true });
    // Unlike `pipeline`, this does not destroy the connection if the disk fails: the sender must get an
    // answer.
    body.on('data', writeChunk).once('end', endFile).once('close', failInterrupted).resume();
  });
}

/**
 * Frees the memory of a written chunk without the garbage collector, which would mark the whole heap again
 * for every 64 MB and use more processor time than everything else (`npm run bench -- photos`). Does nothing
 * unless the body is a request, because only its chunks are not shared with anybody else.
 */
function freeChunk({ buffer, length }: Buffer, body: Readable): void {
  if (body instanceof IncomingMessage && buffer instanceof ArrayBuffer && buffer.byteLength === length)
    buffer.transfer(0);
}

/** Closes and removes an incomplete file. It is emptied first, which frees space on a full disk at once. */
async function discardFile(written: WriteStream, file: string): Promise<void> {
  if (!written.closed) {
    // Pending writes fail by that, which is expected.
    written.on('error', () => undefined);
    await new Promise<void>((resolve) => written.once('close', resolve).destroy());
  }
  await truncate(file).catch(() => undefined);
  // On a full disk the truncation may have failed as well.
  await removeFile(file);
}
