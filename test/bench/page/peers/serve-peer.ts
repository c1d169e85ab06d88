import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

export interface ServedPeer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface PeerSite {
  readonly path: string;
  readonly page: string;
  /** The headers that our server sends with its page. */
  readonly pageHeaders: OutgoingHttpHeaders;
  readonly files: ReadonlyMap<string, Buffer>;
  /** Returns other files of the site: its pictures. */
  readonly otherFile: (path: string) => Promise<Buffer | undefined>;
}

/**
 * Starts a small server that sends the same as ours: files compressed in advance at the highest quality, the
 * page at a fast one.
 */
export async function servePeer({
  path,
  page,
  pageHeaders,
  files,
  otherFile,
}: PeerSite): Promise<ServedPeer> {
  const pageBody = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  const bodies = new Map([...files].map(([name, bytes]) => [name, compressBody(name, bytes)]));
  const server = createServer(async ({ url = '/' }, response) => {
    if (url === path)
      return response.writeHead(200, { ...pageHeaders, 'Content-Encoding': 'br' }).end(pageBody);
    const other = bodies.has(url) ? undefined : await otherFile(url);
    const body = bodies.get(url) ?? (other && compressBody(url, other));
    if (body === undefined) return response.writeHead(404).end();
    return response.writeHead(200, body.headers).end(body.bytes);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

function compressBody(name: string, bytes: Buffer) {
  const isText = /\.(?:js|css|json|svg)$/.test(name) && bytes.length >= 1024;
  return {
    bytes: isText ? brotliCompressSync(bytes) : bytes,
    headers: {
      'Content-Type': types[extname(name)] ?? 'application/octet-stream',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      ...(isText && { 'Content-Encoding': 'br', Vary: 'Accept-Encoding' }),
    },
  };
}
