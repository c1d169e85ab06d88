import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The imports of each file, including types and lazy imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const imported =
  /^\s*(?:import|export)\b[^;'"]*?\bfrom\s+'([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm;

/** Returns the files of a folder without tests, with their imports. */
function importsIn(folder: string): Graph {
  const all = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root });
  const files = all.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
  const importsOf = (file: string) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(imported)]
      .map(([, from, later, alone]) => from ?? later ?? alone ?? '')
      .map((name) => (name.startsWith('#') ? name.slice(1) : normalize(join(dirname(file), name))))
      .filter((name) => files.includes(name));
  return new Map(files.map((file) => [file, new Set(importsOf(file))]));
}

/**
 * The folders whose subfolders are at several levels, so that each subfolder counts as a folder: lower folders
 * import some, and others import upper folders.
 */
const foldersOfSeveralLevels = ['engine/yard', 'engine/preset'];

/** Returns the graph between the folders below; a file beside them counts as one. */
function betweenFolders(folder: string, graph: Graph): Graph {
  const folderOf = (file: string) => {
    const depth = folder.split('/').length + 1;
    const own = file.split('/', depth).join('/');
    return foldersOfSeveralLevels.includes(own) ? file.split('/', depth + 1).join('/') : own;
  };
  const edges = new Map<string, Set<string>>();
  for (const [file, names] of graph) {
    const from = folderOf(file);
    const found = edges.get(from) ?? new Set();
    for (const name of names) if (folderOf(name) !== from) found.add(folderOf(name));
    edges.set(from, found);
  }
  return edges;
}

/** Returns every file or folder that imports itself indirectly. */
function inCircles(graph: Graph): readonly string[] {
  const reached = (start: string) => {
    const found = new Set<string>();
    const visit = (name: string) => {
      for (const next of graph.get(name) ?? [])
        if (!found.has(next)) {
          found.add(next);
          visit(next);
        }
    };
    visit(start);
    return found;
  };
  return [...graph.keys()].filter((name) => reached(name).has(name)).sort();
}

const layers = ['engine', 'widgets', ...readdirSync(join(root, 'src')).map((name) => `src/${name}`)];

it.each(layers)('%s has files that import one another in no circle', (folder) => {
  const graph = importsIn(folder);
  expect(graph.size).toBeGreaterThan(5);
  expect(inCircles(graph)).toEqual([]);
});

it.each(['engine', 'widgets', 'src/server', 'src/studio'])(
  '%s has folders that import one another in no circle',
  (folder) => {
    expect(inCircles(betweenFolders(folder, importsIn(folder)))).toEqual([]);
  },
);
