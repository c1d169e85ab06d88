import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'vite';
import type { PackageHost } from './installed.ts';

/** A host's built site, on its own origin. */
export interface BuiltHostSite {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export async function buildHostSite(host: PackageHost): Promise<BuiltHostSite> {
  await build({ root: host.folder, configFile: false, logLevel: 'error' });
  return serveHostSite(host);
}

/** Serves the build of a host. `policy` is the Content-Security-Policy of its pages. */
export async function serveHostSite({ folder }: PackageHost, policy?: string): Promise<BuiltHostSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid');
    const file = join(folder, 'dist', pathname === '/' ? 'index.html' : pathname);
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
