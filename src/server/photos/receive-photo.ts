import { createWriteStream, type WriteStream } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { removeFile } from '../files/files.ts';
import type { PhotoRefusal } from '../refusal.ts';
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
}

/** As many bytes wait for the disk, at most, before the sender does; chunks that wait are written together. */
const waitingBytes = 2 ** 19;

const brokenConnection = 'Cannot receive a photo: the connection broke';

/**
 * Writes a photo to a new file as it arrives, never holding more than a part of it.
 * @throws what the disk or the sender's connection throws; the file is gone then.
 */
export async function receivePhoto({ body, file, type, maxBytes }: Incoming): Promise<Reception> {
  const leading = await leadingBytesOf(body);
  if (leading.length === 0) return { isReceived: false, refusal: { code: 'empty' } };
  if (leading.length > maxBytes) return { isReceived: false, refusal: { code: 'too-large', maxBytes } };
  if ((await shownType(leading)) !== type) return { isReceived: false, refusal: { code: 'wrong-content' } };
  const written = createWriteStream(file, { flags: 'wx', mode: 0o600, highWaterMark: waitingBytes });
  try {
    written.write(leading);
    const bytes = await pour(body, written, maxBytes - leading.length);
    if (bytes !== undefined) return { isReceived: true, bytes: leading.length + bytes };
    await discard(written, file);
    return { isReceived: false, refusal: { code: 'too-large', maxBytes } };
  } catch (error) {
    await discard(written, file);
    throw error;
  }
}

/** The first chunks, enough to tell what it is, or all that there are. @throws where the connection breaks first. */
function leadingBytesOf(body: Readable): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= leadingBytesCount) end();
    };
    const end = () => {
      body.pause();
      body.off('data', take).off('end', end).off('close', broken);
      resolve(Buffer.concat(chunks));
    };
    const broken = () => reject(new Error(brokenConnection));
    if (body.destroyed) return broken();
    body.on('data', take).once('end', end).once('close', broken);
  });
}

/** Resolves with the number of bytes once all are written; with undefined as soon as there are too many. */
function pour(body: Readable, file: WriteStream, maxBytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) return end(() => resolve(undefined));
      if (!file.write(chunk, () => letGo(chunk, body))) body.pause();
    };
    const takeMore = () => body.resume();
    const finish = () => file.end();
    const broken = () => {
      if (!body.readableEnded) end(() => reject(new Error(brokenConnection)));
    };
    const end = (finished: () => void) => {
      body.off('data', take).off('end', finish).off('close', broken);
      file.off('drain', takeMore);
      body.pause();
      finished();
    };
    file.once('error', (error) => end(() => reject(error)));
    file.once('close', () => end(() => resolve(bytes)));
    if (body.readableEnded) return finish();
    // It may have broken while the first bytes were looked at.
    if (body.destroyed) return broken();
    file.on('drain', takeMore);
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
