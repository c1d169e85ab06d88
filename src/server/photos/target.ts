import { fileOfPath, pathOfFile } from './photo-path.ts';
import type { NewPhoto, UploadTarget } from './port.ts';
import { isSigned, sign } from './signature.ts';

/** Where photos are put and fetched, below the origin. */
export const photosRoute = '/api/photos';

/** What a target says of itself. */
export interface TargetNote {
  readonly path: string;
  readonly type: string;
  readonly maxBytes: number;
  readonly expiresAt: number;
}

/** A signed target of our own server, for one photo, its type and its most bytes. Key: `upload-target`. */
export function signTarget({
  photo,
  expiresAt,
  origin,
  key,
}: {
  readonly photo: NewPhoto;
  readonly expiresAt: number;
  readonly origin: string;
  readonly key: Uint8Array;
}): UploadTarget {
  const { path, type, maxBytes } = photo;
  const query = new URLSearchParams({
    type,
    bytes: String(maxBytes),
    expires: String(expiresAt),
    signature: sign([path, type, maxBytes, expiresAt], key),
  });
  return { method: 'PUT', url: `${origin}${photosRoute}/${fileOfPath(path)}?${query}` };
}

/** Reads a target back from its address; undefined where it is none of ours or was altered. */
export function readTarget(
  { file, query }: { readonly file: string; readonly query: Readonly<Record<string, unknown>> },
  key: Uint8Array,
): TargetNote | undefined {
  const path = pathOfFile(file);
  const { type, bytes, expires, signature } = query;
  if (path === undefined || typeof type !== 'string' || typeof signature !== 'string') return undefined;
  const maxBytes = Number(bytes);
  const expiresAt = Number(expires);
  if (!isSigned([path, type, maxBytes, expiresAt], { key, signature })) return undefined;
  return { path, type, maxBytes, expiresAt };
}
