import { extname } from 'node:path';

/** A file that another server has shared. */
export type FoundFile =
  | { readonly type: string; readonly text: string }
  | { readonly type: string; readonly bytes: Buffer };

/**
 * What another server has shared, of the type that its name says; undefined where that is none that pages load. So whatever stands in the
 * database, nothing of it is sent as a page.
 */
export function foundFile(address: string, content: Uint8Array): FoundFile | undefined {
  const [path = ''] = address.split('?');
  const type = types[extname(path)];
  if (type === undefined) return undefined;
  const bytes = Buffer.from(content);
  return isText(type) ? { type, text: bytes.toString() } : { type, bytes };
}

/** The types of what a build makes, as its own server sends them. */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

function isText(type: string): boolean {
  return type.startsWith('text/') || type === types['.svg'];
}
