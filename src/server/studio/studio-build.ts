import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, ManifestEntry>>;

/** Reads what the build has made of the studio below a folder (`dist/studio`). @throws an `Error` fit to be printed, where it is missing. */
export async function readStudioBuild(folder: string): Promise<StudioBuild> {
  const manifest = await readManifest(join(folder, '.vite/manifest.json'));
  return {
    studio: assetsOf(manifest, 'src/studio/client.tsx'),
    preview: assetsOf(manifest, 'src/studio/preview.tsx'),
    folder,
  };
}

async function readManifest(path: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Manifest;
  } catch (cause) {
    throw new Error(`Cannot find the built studio at "${path}"; run "npm run build" first`, { cause });
  }
}

function assetsOf(manifest: Manifest, name: string): PageAssets {
  const entry = manifest[name];
  if (entry === undefined)
    throw new Error(`Cannot find "${name}" in the built studio; run "npm run build" again`);
  const all = [entry, ...importsOf(manifest, entry, new Set())];
  return { script: `/${entry.file}`, styles: all.flatMap(({ css = [] }) => css).map((file) => `/${file}`) };
}

function importsOf(manifest: Manifest, entry: ManifestEntry, seen: Set<string>): readonly ManifestEntry[] {
  return (entry.imports ?? []).flatMap((name) => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return [];
    seen.add(name);
    return [chunk, ...importsOf(manifest, chunk, seen)];
  });
}
