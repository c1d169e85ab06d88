import { isSigned, type Keys, signatureOf } from '../secret/signed-token.ts';
import { fileOfPath, pathOfFile } from './photo-path.ts';
import type { ExpectedPhoto, UploadTarget } from './photo-store.ts';

/** Where photos are put and fetched, below the origin. */
export const photosRoute = '/api/photos';

/** The part of a photo's address after the route. */
export interface PhotoAddress {
  /** The last segment of its path. */
  readonly file: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** What an upload target says of itself. */
export interface TargetNote extends ExpectedPhoto {
  readonly expiresAt: number;
}

/**
 * An address of our own server that takes one photo of one type, up to a size, or of a size. Key: `upload-target`. That it is exact
 * no signature says: a server of an older release beside this one takes the same target, and who leaves it away may send less.
 */
export function signTarget({
  photo: { path, type, maxBytes, isExact },
  expiresAt,
  origin,
  key,
}: {
  readonly photo: ExpectedPhoto;
  readonly expiresAt: number;
  readonly origin: string;
  readonly key: Keys;
}): UploadTarget {
  const signature = signatureOf([path, type, maxBytes, expiresAt], key);
  const exact: Readonly<Record<string, string>> = isExact ? { exact: '1' } : {};
  const query = { type, bytes: String(maxBytes), ...exact, expires: String(expiresAt), signature };
  return { method: 'PUT', url: addressOf(path, origin, query) };
}

/** Reads a target back; undefined where it is none of ours or was altered. */
export function readTarget({ file, query }: PhotoAddress, key: Keys): TargetNote | undefined {
  const path = pathOfFile(file);
  const { type, bytes, exact, expires, signature } = query;
  if (path === undefined || typeof type !== 'string' || typeof signature !== 'string') return undefined;
  const maxBytes = Number(bytes);
  const expiresAt = Number(expires);
  if (!isSigned([path, type, maxBytes, expiresAt], { key, signature })) return undefined;
  return { path, type, maxBytes, isExact: exact !== undefined, expiresAt };
}

/** An address of a full photo, for the mail; the same whenever it is made. Key: `photo-link`. */
export function signLink({
  path,
  expiresAt,
  origin,
  key,
}: {
  readonly path: string;
  readonly expiresAt: number;
  readonly origin: string;
  readonly key: Keys;
}): string {
  const signature = signatureOf([path, expiresAt], key);
  return addressOf(path, origin, { expires: String(expiresAt), signature });
}

/** Reads a link back; undefined where it is none of ours or was altered. */
export function readLink(
  { file, query }: PhotoAddress,
  key: Keys,
): { readonly path: string; readonly expiresAt: number } | undefined {
  const path = pathOfFile(file);
  const { expires, signature } = query;
  if (path === undefined || typeof signature !== 'string') return undefined;
  const expiresAt = Number(expires);
  return isSigned([path, expiresAt], { key, signature }) ? { path, expiresAt } : undefined;
}

function addressOf(path: string, origin: string, query: Readonly<Record<string, string>>): string {
  return `${origin}${photosRoute}/${fileOfPath(path)}?${new URLSearchParams(query)}`;
}
