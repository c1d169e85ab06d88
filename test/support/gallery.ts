import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { galleryEntries } from '../../src/gallery/gallery-plugin.ts';

/** A running gallery, as `npm run gallery` starts it. */
export interface RunningGallery {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function startGallery(): Promise<RunningGallery> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const vite = await createServer({
    root,
    appType: 'custom',
    configLoader: 'native',
    logLevel: 'error',
    // All imports of the pages, before the first is opened: otherwise Vite reloads them when it finds new
    // ones.
    optimizeDeps: { entries: [...galleryEntries] },
    cacheDir: '.cache/gallery',
    // Files saved meanwhile must not change a page under test.
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
  });
  await vite.listen();
  const url = vite.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('Cannot open the gallery: Vite listens nowhere on this machine');
  return { url: url.replace(/\/$/, ''), stop: () => vite.close() };
}
