import { join } from 'node:path';
import { chunksOf, entryOf, type Manifest, readManifest } from '../pages/manifest.ts';

/** What the studio's pages load: addresses. */
export interface StudioBuild {
  readonly studio: PageAssets;
  readonly preview: PageAssets;
  /** Adds what a development server has to say to a page. */
  readonly transform?: (page: string) => Promise<string>;
  /** The folder of the files; absent where something else serves them. */
  readonly folder?: string;
}

/** What one page loads. */
export interface PageAssets {
  readonly script: string;
  readonly styles: readonly string[];
}

/** Reads what the build has made of the studio below a folder (`dist/studio`). @throws an `Error` fit to be printed, where it is missing. */
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
