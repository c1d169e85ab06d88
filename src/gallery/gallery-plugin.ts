import type { Plugin } from 'vite';

export const galleryEntries = ['src/gallery/client.tsx', 'src/gallery/frame.tsx'] as const;

const otherEntries = [
  'src/gallery/live/client.tsx',
  'src/site/client.tsx',
  'src/studio/app/client.tsx',
  'src/studio/preview/preview.tsx',
];

const galleryPath = '/gallery';

/**
 * Creates a plugin that serves the gallery with `npm run dev` and `npm run gallery`, from Vite's development
 * server, at `/gallery`. With `npm run gallery`, `/` redirects to it. It is not part of the build, so that no
 * production server has it.
 */
export function galleryPlugin(): Plugin {
  return {
    name: 'slipway:gallery',
    apply: 'serve',
    // Dependencies that Vite discovers after a page is open would cause a reload of that page.
    config: () =>
      process.env.VITEST ? {} : { optimizeDeps: { entries: [...galleryEntries, ...otherEntries] } },
    /** Adds the middleware that renders the gallery's pages; it passes on all other requests. */
    configureServer({ middlewares, config, transformIndexHtml }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://gallery');
        if (pathname === '/' && !config.server.middlewareMode) {
          response.writeHead(302, { Location: galleryPath }).end();
          return;
        }
        if (pathname !== galleryPath && !pathname.startsWith(`${galleryPath}/`)) return next();
        const page = pathname === `${galleryPath}/frame` ? 'frame' : 'client';
        transformIndexHtml(pathname, renderGalleryPage(page)).then((html) => {
          response.writeHead(200, {
            'Content-Type': 'text/html; charset=utf-8',
            'Cache-Control': 'no-store',
          });
          response.end(html);
        }, next);
      });
    },
  };
}

/** Returns the HTML of the gallery (`client`) or of the page inside its frames (`frame`). */
function renderGalleryPage(page: 'client' | 'frame'): string {
  return `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Slipway gallery</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><script type="module" src="/src/gallery/${page}.tsx"></script></head><body><div id="gallery"></div></body></html>`;
}
