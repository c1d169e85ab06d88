import { join } from 'node:path';
import { collectChunks, type Manifest, readManifest, requireManifestEntry } from '../pages/manifest.ts';

export interface StudioBuild {
  readonly studio: PageAssets;
  readonly preview: PageAssets;
  /** Adds what a development server injects into a page. */
  readonly transform?: (page: string) => Promise<string>;
  /** The folder of the files. Absent if something else serves them. */
  readonly folder?: string;
}

export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
}

/**
 * Reads the build of the studio below a folder (`dist/studio`).
 * @throws Error if the build is missing; its message can be printed.
 */
export async function readStudioBuild(folder: string): Promise<StudioBuild> {
  const manifest = await readManifest(join(folder, '.vite/manifest.json'));
  return {
    studio: findPageAssets(manifest, 'src/studio/client.tsx'),
    preview: findPageAssets(manifest, 'src/studio/preview.tsx'),
    folder,
  };
}

function findPageAssets(manifest: Manifest, name: string): PageAssets {
  const entry = requireManifestEntry(manifest, name);
  const all = [entry, ...collectChunks(manifest, entry)];
  return { script: `/${entry.file}`, styles: all.flatMap(({ css = [] }) => css).map((file) => `/${file}`) };
}
