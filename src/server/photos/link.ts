import { fileOfPath, pathOfFile } from './photo-path.ts';
import { isSigned, sign } from './signature.ts';
import { photosRoute } from './target.ts';

/** A signed address of a full photo, for the mail; the same whenever it is made. Key: `photo-link`. */
export function signLink({
  path,
  expiresAt,
  origin,
  key,
}: {
  readonly path: string;
  readonly expiresAt: number;
  readonly origin: string;
  readonly key: Uint8Array;
}): string {
  const query = new URLSearchParams({ expires: String(expiresAt), signature: sign([path, expiresAt], key) });
  return `${origin}${photosRoute}/${fileOfPath(path)}?${query}`;
}

/** Reads a link back from its address; undefined where it is none of ours or was altered. */
export function readLink(
  { file, query }: { readonly file: string; readonly query: Readonly<Record<string, unknown>> },
  key: Uint8Array,
): { readonly path: string; readonly expiresAt: number } | undefined {
  const path = pathOfFile(file);
  const { expires, signature } = query;
  if (path === undefined || typeof signature !== 'string') return undefined;
  const expiresAt = Number(expires);
  return isSigned([path, expiresAt], { key, signature }) ? { path, expiresAt } : undefined;
}
