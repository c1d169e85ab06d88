import { extname } from 'node:path';

export type ServedSharedFile =
  | { readonly type: string; readonly text: string }
  | { readonly type: string; readonly bytes: Buffer };

/**
 * Returns a shared file with the content type of its extension, as a text if the type is one. Undefined for
 * types that pages do not load, so that nothing in the database is ever served as a page.
 * @param address The path of the file; a query is ignored.
 */
export function toServedFile(address: string, content: Uint8Array): ServedSharedFile | undefined {
  const [path = ''] = address.split('?');
  const type = typeByExtension[extname(path)];
  if (type === undefined) return undefined;
  const bytes = Buffer.from(content);
  return isTextType(type) ? { type, text: bytes.toString() } : { type, bytes };
}

/** The types of a build's files, with the headers that their own server sends. */
const typeByExtension: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Returns true for the types of scripts, styles and SVG. */
function isTextType(type: string): boolean {
  return type.startsWith('text/') || type === typeByExtension['.svg'];
}
