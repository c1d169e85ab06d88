import { readFile } from 'node:fs/promises';

/** One entry of Vite's manifest. */
export interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** What a build has made, by the names of its sources. */
export type Manifest = Readonly<Record<string, ManifestEntry>>;

/** Reads a manifest. @throws an `Error` fit to be printed, where it is missing. */
export async function readManifest(path: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Manifest;
  } catch (cause) {
    throw new Error(`Cannot find what is built at "${path}"; run "npm run build" first`, { cause });
  }
}

/** What a source was built to. @throws an `Error` fit to be printed, where it was not. */
export function entryOf(manifest: Manifest, name: string): ManifestEntry {
  const entry = manifest[name];
  if (entry === undefined)
    throw new Error(`Cannot find "${name}" in what is built; run "npm run build" again`);
  return entry;
}

/** What an entry imports at once, at every depth. */
export function chunksOf(
  manifest: Manifest,
  entry: ManifestEntry,
  seen = new Set<string>(),
): readonly ManifestEntry[] {
  return (entry.imports ?? []).flatMap((name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    const chunk = entryOf(manifest, name);
    return [chunk, ...chunksOf(manifest, chunk, seen)];
  });
}
