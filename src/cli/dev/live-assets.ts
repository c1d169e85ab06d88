import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../../command/io.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export const plainText = { 'Content-Type': 'text/plain; charset=utf-8' };

/** The page of `slipway dev` with its scripts and styles. */
export interface LiveAssets {
  readonly serve: RequestListener;
  readonly close: () => Promise<void>;
}

/**
 * Returns the page as it was built, else from its sources, by Vite.
 * @throws CommandError If there is neither.
 */
export async function openLiveAssets(): Promise<LiveAssets> {
  const built = join(root, 'dist/live');
  const page = await readFile(join(built, 'index.html')).catch(() => undefined);
  return page === undefined ? openSources() : openBuild(built, page);
}

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
};

/** Returns the media type of a file by the end of its name; plain text for an unknown one. */
export function getMediaType(file: string): string {
  return mediaTypes[extname(file).slice(1)] ?? 'text/plain';
}

/** Serves the page at `/`, and the files of its folder `assets`. */
function openBuild(folder: string, page: Buffer): LiveAssets {
  return {
    serve(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname === '/')
        return void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
      const [, name = ''] = /^\/assets\/([\w.-]+\.\w+)$/.exec(pathname) ?? [];
      readFile(join(folder, 'assets', name)).then(
        (file) => response.writeHead(200, { 'Content-Type': getMediaType(name) }).end(file),
        () => response.writeHead(404, plainText).end(),
      );
    },
    close: async () => {},
  };
}

/** Serves the page from its sources, as `npm run gallery` does. */
async function openSources(): Promise<LiveAssets> {
  const { createServer: createViteServer } = await import('vite').catch((cause: unknown) => {
    throw new CommandError(
      `Cannot show the form: this installation has neither the built page nor Vite; install vite`,
      {
        cause,
      },
    );
  });
  const vite = await createViteServer({
    root,
    appType: 'custom',
    configLoader: 'native',
    server: { middlewareMode: true, hmr: false, watch: null },
    logLevel: 'error',
  });
  const text = await readFile(join(root, 'src/gallery/live/index.html'), 'utf8');
  // The page is served at the root, its script from its folder.
  const source = text.replace('./client.tsx', '/src/gallery/live/client.tsx');
  return {
    serve(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (pathname !== '/') return vite.middlewares(request, response);
      vite.transformIndexHtml('/src/gallery/live/index.html', source).then(
        (page) => response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page),
        (error: unknown) => response.writeHead(500, plainText).end(String(error)),
      );
    },
    close: () => vite.close(),
  };
}
