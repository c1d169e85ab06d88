import { readFile } from 'node:fs/promises';

export interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly assets?: readonly string[];
}

/** The manifest of a Vite build: its output files by the names of the sources. */
export type Manifest = Readonly<Record<string, ManifestEntry>>;

/**
 * Reads a manifest.
 * @throws an `Error` whose message can be printed, if the file is missing or is not JSON.
 */
export async function readManifest(path: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Manifest;
  } catch (cause) {
    throw new Error(`Cannot find the build at "${path}"; run "npm run build" first`, { cause });
  }
}

/**
 * Returns the entry of a source.
 * @throws an `Error` whose message can be printed, if it is missing.
 */
export function requireManifestEntry(manifest: Manifest, name: string): ManifestEntry {
  const entry = manifest[name];
  if (entry === undefined) throw new Error(`Cannot find "${name}" in the build; run "npm run build" again`);
  return entry;
}

/**
 * Returns the static imports of an entry, at every depth, each once. Entries whose names are in `seen` are
 * left out; the names of the returned ones are added to it.
 * @throws an `Error` whose message can be printed, if the manifest lacks one.
 */
export function collectChunks(
  manifest: Manifest,
  entry: ManifestEntry,
  seen = new Set<string>(),
): readonly ManifestEntry[] {
  return (entry.imports ?? []).flatMap((name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    const chunk = requireManifestEntry(manifest, name);
    return [chunk, ...collectChunks(manifest, chunk, seen)];
  });
}

/**
 * Returns the files that an entry may load at any time: those of its static and dynamic imports, at every depth,
 * with their style sheets, workers and pictures, each once; not the fonts.
 * @throws an `Error` whose message can be printed, if the manifest lacks an import.
 */
export function collectReachableFiles(manifest: Manifest, entry: ManifestEntry): readonly string[] {
  const entries = new Set([entry]);
  for (const { imports = [], dynamicImports = [] } of entries)
    for (const name of [...imports, ...dynamicImports]) entries.add(requireManifestEntry(manifest, name));
  const files = [...entries].flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return [...new Set(files)].filter((file) => !file.endsWith('.woff2'));
}
