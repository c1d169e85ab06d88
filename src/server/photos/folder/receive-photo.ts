import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { leadingBytesCount, shownType } from '../leading-bytes.ts';

/** What came of a photo that was sent; what was refused has left nothing behind. */
export type Reception =
  | { readonly isReceived: true; readonly bytes: number }
  | { readonly isReceived: false; readonly code: 'empty' | 'too-large' | 'wrong-content' };

/** What is received, and where to. */
export interface Incoming {
  readonly body: Readable;
  /** A file that does not exist yet. */
  readonly file: string;
  /** The registered type that its leading bytes must show. */
  readonly type: string;
  readonly maxBytes: number;
}

/**
 * Writes a photo to a new file as it arrives, chunk by chunk, and resolves when it is on the disk. What is refused is
 * read to its end, up to the most bytes, so that the sender hears why.
 * @throws what the disk or the sender's connection throws; the file is gone then.
 */
export async function receivePhoto(incoming: Incoming): Promise<Reception> {
  const handle = await open(incoming.file, 'wx', 0o600);
  try {
    const reception = await writeChunks(incoming, handle);
    if (reception.isReceived) await handle.datasync();
    else await remove(handle, incoming.file);
    return reception;
  } catch (error) {
    await remove(handle, incoming.file);
    throw error;
  } finally {
    await handle.close();
  }
}

async function writeChunks({ body, type, maxBytes }: Incoming, handle: FileHandle): Promise<Reception> {
  let leading: Buffer | undefined = Buffer.alloc(0);
  let bytes = 0;
  let isWrong = false;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return { isReceived: false, code: 'too-large' };
    if (isWrong) continue;
    if (!leading) {
      await handle.write(chunk);
      continue;
    }
    leading = Buffer.concat([leading, chunk]);
    if (leading.length < leadingBytesCount) continue;
    isWrong = (await shownType(leading)) !== type;
    if (!isWrong) await handle.write(leading);
    leading = undefined;
  }
  if (bytes === 0) return { isReceived: false, code: 'empty' };
  if (leading) {
    isWrong = (await shownType(leading)) !== type;
    if (!isWrong) await handle.write(leading);
  }
  return isWrong ? { isReceived: false, code: 'wrong-content' } : { isReceived: true, bytes };
}

async function remove(handle: FileHandle, file: string): Promise<void> {
  // On a full disk this makes room again at once, before the handle is closed.
  await handle.truncate(0).catch(() => undefined);
  await unlink(file);
}
