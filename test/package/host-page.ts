import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'vite';
import type { Host } from './installed.ts';

/** A host's site as it is built, on an origin of its own. */
export interface HostSite {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Builds the page of a host with Vite, as a newcomer would, and serves it. `policy` is its Content-Security-Policy. */
export async function builtSite(
  host: Host,
  { policy }: { readonly policy?: string } = {},
): Promise<HostSite> {
  await build({ root: host.folder, configFile: false, logLevel: 'error' });
  return served(join(host.folder, 'dist'), policy);
}

async function served(folder: string, policy?: string): Promise<HostSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid');
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    if (policy) response.setHeader('Content-Security-Policy', policy);
    try {
      const body = readFileSync(file);
      response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream').end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
