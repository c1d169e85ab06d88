import { isSigned, type SigningKeys, signValues } from '../platform/secret/signed-token.ts';
import { toPhotoFile, toPhotoPath } from './photo-path.ts';
import type { ExpectedPhoto, UploadTarget } from './photo-store.ts';

export const photosRoute = '/api/photos';

/** The parts of a requested URL below `photosRoute`. They may be of any content. */
export interface PhotoAddress {
  /** The last segment of the path. */
  readonly file: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** The content of a target with a valid signature. */
export interface SignedTarget extends ExpectedPhoto {
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

/**
 * Returns the method and the signed URL for uploading one photo of one type, up to a size, or of exactly this
 * size. The key is `upload-target`. `exact` is not signed, so that a server of an older release accepts the
 * same target; whoever removes it can only send less.
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
  readonly key: SigningKeys;
}): UploadTarget {
  const signature = signValues([path, type, maxBytes, expiresAt], key);
  const exact: Readonly<Record<string, string>> = isExact ? { exact: '1' } : {};
  const query = { type, bytes: String(maxBytes), ...exact, expires: String(expiresAt), signature };
  return { method: 'PUT', url: buildPhotoUrl(path, origin, query) };
}

/** Reads a target; undefined if it was altered or is not ours. It may have expired. */
export function readTarget({ file, query }: PhotoAddress, key: SigningKeys): SignedTarget | undefined {
  const path = toPhotoPath(file);
  const { type, bytes, exact, expires, signature } = query;
  if (path === undefined || typeof type !== 'string' || typeof signature !== 'string') return undefined;
  const maxBytes = Number(bytes);
  const expiresAt = Number(expires);
  if (!isSigned([path, type, maxBytes, expiresAt], { key, signature })) return undefined;
  return { path, type, maxBytes, isExact: exact !== undefined, expiresAt };
}

/**
 * Returns the signed URL of a full photo, for mails. The same arguments give the same URL, so each attempt to
 * send a mail has the same. The key is `photo-link`.
 */
export function signLink({
  path,
  expiresAt,
  origin,
  key,
}: {
  readonly path: string;
  readonly expiresAt: number;
  readonly origin: string;
  readonly key: SigningKeys;
}): string {
  const signature = signValues([path, expiresAt], key);
  return buildPhotoUrl(path, origin, { expires: String(expiresAt), signature });
}

/** Reads a link; undefined if it was altered or is not ours. It may have expired. */
export function readLink(
  { file, query }: PhotoAddress,
  key: SigningKeys,
): { readonly path: string; readonly expiresAt: number } | undefined {
  const path = toPhotoPath(file);
  const { expires, signature } = query;
  if (path === undefined || typeof signature !== 'string') return undefined;
  const expiresAt = Number(expires);
  return isSigned([path, expiresAt], { key, signature }) ? { path, expiresAt } : undefined;
}

/** Returns the URL of a photo on an origin, with a query. The path must be one of ours. */
function buildPhotoUrl(path: string, origin: string, query: Readonly<Record<string, string>>): string {
  return `${origin}${photosRoute}/${toPhotoFile(path)}?${new URLSearchParams(query)}`;
}
