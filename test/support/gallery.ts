import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { galleryEntries } from '../../src/gallery/gallery-plugin.ts';

/** A gallery that listens, as `npm run gallery` starts it. */
export interface RunningGallery {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Serves the gallery from its sources on a free port. */
export async function startGallery(): Promise<RunningGallery> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const vite = await createServer({
    root,
    appType: 'custom',
    configLoader: 'native',
    logLevel: 'error',
    // All that the pages import, before the first of them: else they would load anew at what turns up later.
    optimizeDeps: { entries: [...galleryEntries] },
    cacheDir: '.cache/gallery',
    // What others save meanwhile changes no page under test.
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
  });
  await vite.listen();
  const url = vite.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('Cannot open the gallery: Vite listens nowhere on this machine');
  return { url: url.replace(/\/$/, ''), stop: () => vite.close() };
}
