import { join } from 'node:path';
import { chunksOf, entryOf, type Manifest, readManifest } from '../pages/manifest.ts';

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
    studio: assetsOf(manifest, 'src/studio/client.tsx'),
    preview: assetsOf(manifest, 'src/studio/preview.tsx'),
    folder,
  };
}

function assetsOf(manifest: Manifest, name: string): PageAssets {
  const entry = entryOf(manifest, name);
  const all = [entry, ...chunksOf(manifest, entry)];
  return { script: `/${entry.file}`, styles: all.flatMap(({ css = [] }) => css).map((file) => `/${file}`) };
}
