import { join } from 'node:path';
import { collectChunks, type Manifest, readManifest, requireManifestEntry } from '../forms/pages/manifest.ts';

export interface StudioBuild {
  readonly studio: PageAssets;
  readonly preview: PageAssets;
  /** Adds what a development server injects into a page. */
  readonly transform?: (page: string) => Promise<string>;
  /** The folder of the files. Absent if something else serves them. */
  readonly folder?: string;
}

export interface PageAssets {
  /** The URL of the script. The style sheets are URLs too. */
  readonly script: string;
  readonly styles: readonly string[];
}

/**
 * Reads the build of the studio below a folder (`dist/studio`).
 * @throws Error if the build is missing or incomplete; its message can be printed.
 */
export async function readStudioBuild(folder: string): Promise<StudioBuild> {
  const manifest = await readManifest(join(folder, '.vite/manifest.json'));
  return {
    studio: findPageAssets(manifest, 'src/studio/app/client.tsx'),
    preview: findPageAssets(manifest, 'src/studio/preview/preview.tsx'),
    folder,
  };
}

/**
 * Returns the script and the style sheets of an entry of the build, with the styles of all its static
 * imports.
 * @param name The path of the entry's source. Throws if the build has no such entry.
 */
function findPageAssets(manifest: Manifest, name: string): PageAssets {
  const entry = requireManifestEntry(manifest, name);
  const all = [entry, ...collectChunks(manifest, entry)];
  return { script: `/${entry.file}`, styles: all.flatMap(({ css = [] }) => css).map((file) => `/${file}`) };
}
