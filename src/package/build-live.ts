import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Library } from './third-party.ts';
import { recordThirdParty } from './vite-plugins/record-third-party.ts';

/**
 * Builds the page of `slipway dev` into `dist/live` of the output folder, so that the package needs no Vite.
 * @returns The bundled libraries.
 */
export async function buildLivePage(root: string, out: string): Promise<readonly Library[]> {
  const folder = join(out, 'dist/live');
  await build({
    root: join(root, 'src/gallery/live'),
    configFile: false,
    // The fonts of the site are not part of the package.
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), recordThirdParty()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      // The editor and the compiler are loaded from this machine.
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: { checks: { bundlerTimings: false, ineffectiveDynamicImport: false } },
    },
  });
  const libraries: readonly Library[] = JSON.parse(
    readFileSync(join(folder, '.vite/libraries.json'), 'utf8'),
  );
  rmSync(join(folder, '.vite'), { recursive: true });
  return libraries;
}
