import { createWriteStream, type WriteStream } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { removeFile } from '../files/files.ts';
import type { PhotoRefusal } from '../refusal.ts';
import type { Pace } from './pace.ts';
import { leadingBytesCount, shownType } from './photo-path.ts';

/** What came of a photo that was sent; what was refused has left nothing behind, and the rest of it stands on the line. */
export type Reception =
  | { readonly isReceived: true; readonly bytes: number }
  | { readonly isReceived: false; readonly refusal: PhotoRefusal };

/** What is received, and where to. */
export interface Incoming {
  readonly body: Readable;
  /** A file that does not exist yet. */
  readonly file: string;
  /** The registered type that its leading bytes must show. */
  readonly type: string;
  readonly maxBytes: number;
  /** It has to have so many, neither more nor fewer. */
  readonly isExact?: boolean | undefined;
  /** Watches how fast it arrives; absent: it may take its time. */
  readonly pace?: Pick<Pace, 'signal' | 'count'>;
  /** Is called when its first byte has arrived; false: somebody else's has, and nothing is received. */
  readonly onFirstByte?: () => boolean;
}

/** As many bytes wait for the disk, at most, before the sender does; chunks that wait are written together. */
const waitingBytes = 2 ** 19;

/**
 * Writes a photo to a new file as it arrives, never holding more than a part of it.
 * @throws InterruptedUpload, SlowUpload, or what the disk throws; the file is gone then.
 */
export async function receivePhoto(incoming: Incoming): Promise<Reception> {
  const { file, type, maxBytes } = incoming;
  const leading = await leadingBytesOf(incoming);
  if (leading === undefined) return { isReceived: false, refusal: { code: 'target-used' } };
  if (leading.length === 0) return { isReceived: false, refusal: { code: 'empty' } };
  if (leading.length > maxBytes) return { isReceived: false, refusal: tooLarge(incoming) };
  if ((await shownType(leading)) !== type) return { isReceived: false, refusal: { code: 'wrong-content' } };
  const written = createWriteStream(file, { flags: 'wx', mode: 0o600, highWaterMark: waitingBytes });
  try {
    written.write(leading);
    const bytes = await pour(incoming, written, maxBytes - leading.length);
    if (bytes !== undefined && !(incoming.isExact && leading.length + bytes < maxBytes))
      return { isReceived: true, bytes: leading.length + bytes };
    await discard(written, file);
    return { isReceived: false, refusal: bytes === undefined ? tooLarge(incoming) : { code: 'wrong-size' } };
  } catch (error) {
    await discard(written, file);
    throw error;
  }
}

/** Of more bytes than were announced the number says nothing to a visitor. */
function tooLarge({ maxBytes, isExact }: Incoming): PhotoRefusal {
  return isExact ? { code: 'wrong-size' } : { code: 'too-large', maxBytes };
}

/** The sender's connection ended before the photo did, or before it was read: whatever they send behind it may have ended it. */
export class InterruptedUpload extends Error {
  override readonly name = 'InterruptedUpload';
  constructor() {
    super('Cannot receive a photo: the connection broke');
  }
}

/** An upload drips, or lasts longer than it may. */
export class SlowUpload extends Error {
  override readonly name = 'SlowUpload';
}

/**
 * The first chunks, enough to tell what it is, or all that there are; undefined where its target is somebody else's by now.
 * @throws InterruptedUpload, SlowUpload
 */
function leadingBytesOf({ body, pace, onFirstByte = () => true }: Incoming): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stop = () => {
      body.pause();
      body.off('data', take).off('end', end).off('close', broken);
      pace?.signal.removeEventListener('abort', tooSlow);
    };
    const take = (chunk: Buffer) => {
      if (bytes === 0 && !onFirstByte()) {
        stop();
        return resolve(undefined);
      }
      pace?.count(chunk.length);
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= leadingBytesCount) end();
    };
    const end = () => {
      stop();
      resolve(Buffer.concat(chunks));
    };
    const broken = () => {
      stop();
      reject(new InterruptedUpload());
    };
    const tooSlow = () => {
      stop();
      reject(new SlowUpload('Cannot receive a photo: it arrives too slowly'));
    };
    if (body.destroyed) return broken();
    if (pace?.signal.aborted) return tooSlow();
    pace?.signal.addEventListener('abort', tooSlow, { once: true });
    body.on('data', take).once('end', end).once('close', broken);
  });
}

/** Resolves with the number of bytes once all are written; with undefined as soon as there are too many. */
function pour({ body, pace }: Incoming, file: WriteStream, maxBytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const take = (chunk: Buffer) => {
      pace?.count(chunk.length);
      bytes += chunk.length;
      if (bytes > maxBytes) return end(() => resolve(undefined));
      if (!file.write(chunk, () => letGo(chunk, body))) body.pause();
    };
    const takeMore = () => body.resume();
    const finish = () => file.end();
    const tooSlow = () => end(() => reject(new SlowUpload('Cannot receive a photo: it arrives too slowly')));
    const broken = () => {
      if (!body.readableEnded) end(() => reject(new InterruptedUpload()));
    };
    const end = (finished: () => void) => {
      body.off('data', take).off('end', finish).off('close', broken);
      file.off('drain', takeMore);
      pace?.signal.removeEventListener('abort', tooSlow);
      body.pause();
      finished();
    };
    file.once('error', (error) => end(() => reject(error)));
    file.once('close', () => end(() => resolve(bytes)));
    if (body.readableEnded) return finish();
    // It may have broken while the first bytes were looked at.
    if (body.destroyed) return broken();
    if (pace?.signal.aborted) return tooSlow();
    file.on('drain', takeMore);
    pace?.signal.addEventListener('abort', tooSlow, { once: true });
    // Unlike a pipeline, this leaves the connection as it is when the disk fails: the sender is to hear of it.
    body.on('data', take).once('end', finish).once('close', broken).resume();
  });
}

/**
 * Frees the bytes of a chunk that is written, without the garbage collector: it would mark the whole heap anew for every
 * 64 MB of them, which took more of the processor than all the rest (`npm run bench -- photos`). Only a request's own
 * chunks are nobody else's.
 */
function letGo({ buffer, length }: Buffer, body: Readable): void {
  if (body instanceof IncomingMessage && buffer instanceof ArrayBuffer && buffer.byteLength === length)
    buffer.transfer(0);
}

/** On a full disk this makes room again at once. */
async function discard(written: WriteStream, file: string): Promise<void> {
  if (!written.closed) {
    // What still waits to be written fails by that, which is no news.
    written.on('error', () => undefined);
    await new Promise<void>((resolve) => written.once('close', resolve).destroy());
  }
  await truncate(file).catch(() => undefined);
  // A disk that is full may have refused even an empty file.
  await removeFile(file);
}
