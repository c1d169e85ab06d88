import { globSync, readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const engine = ['schemas', 'engine'];
const libraries = [...engine, 'widgets'];
const dom = ['ES2024', 'DOM'];

/** The allowed imports of each layer, which `tsc -b` of `npm run lint` enforces, and its runtime. */
const layers: Readonly<Record<string, Layer>> = {
  schemas: { imports: [], types: ['node'] },
  engine: { imports: ['schemas'] },
  widgets: { imports: engine, lib: dom, types: ['vite/client'] },
  'src/contact': { imports: libraries, lib: dom, types: ['vite/client'] },
  'src/api': { imports: [...engine, 'src/contact'] },
  'src/command': { imports: engine, types: ['node'] },
  'src/site': { imports: [...libraries, 'src/contact'], lib: dom, types: ['vite/client'] },
  'src/studio': {
    imports: [...libraries, 'src/contact', 'src/api'],
    lib: [...dom, 'DOM.Iterable'],
    types: ['vite/client'],
  },
  'src/gallery': {
    imports: [...libraries, 'src/contact', 'src/studio'],
    lib: [...dom, 'DOM.Iterable'],
    types: ['node', 'vite/client'],
  },
  // It imports only types from the three browser programs, which the second test checks.
  'src/server': {
    imports: [...libraries, 'src/contact', 'src/api', 'src/command', 'src/site', 'src/studio'],
    types: ['node'],
  },
  // Of the server it loads the definitions of commands, which the third test checks.
  'src/cli': { imports: [...libraries, 'src/api', 'src/command', 'src/server'], types: ['node'] },
  'src/package': {
    imports: [...libraries, 'src/contact', 'src/server', 'src/cli'],
    lib: dom,
    types: ['node'],
  },
};

interface Layer {
  readonly imports: readonly string[];
  /** Absent if the layer needs neither a browser nor Node. */
  readonly lib?: readonly string[];
  readonly types?: readonly string[];
}

describe('a layer', () => {
  it('is each folder that holds sources', () => {
    const folders = readdirSync(join(root, 'src')).map((name) => `src/${name}`);
    expect(Object.keys(layers).toSorted()).toEqual([...libraries, ...folders].toSorted());
  });

  it.each(Object.entries(layers))('imports what it may: %s', (layer, { imports, lib, types }) => {
    const { references, compilerOptions } = read(`${layer}/tsconfig.json`);
    expect(references.map(({ path }) => join(layer, path))).toEqual(imports);
    expect({ lib: compilerOptions.lib, types: compilerOptions.types }).toEqual({ lib, types });
  });

  it('knows no browser and no Node by itself', () => {
    expect(read('tsconfig.base.json').compilerOptions).toMatchObject({ lib: ['ES2024'], types: [] });
  });
});

it.each(['src/contact', 'src/site', 'src/studio'])('the server loads nothing of %s', (other) => {
  const files = globSync('src/server/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(0);
  const loaded = files.flatMap((file) => resolveLoaded(file));
  expect(loaded.filter((path) => path.startsWith(`${other}/`))).toEqual([]);
});

it('the command line loads of the server only definitions of commands, which load no package', () => {
  const files = globSync('src/cli/**/*.ts', { cwd: root });
  const loaded = files.flatMap((file) =>
    resolveLoaded(file).filter((path) => path.startsWith('src/server/')),
  );
  const reached = new Set(loaded);
  expect([...reached]).toEqual(['src/server/commands/commands.ts']);
  // A set that grows is iterated to its end.
  for (const file of reached) for (const path of resolveLoaded(file, 'at once')) reached.add(path);
  expect([...reached].filter((path) => !/^(?:src|engine)\//.test(path))).toEqual([]);
});

/**
 * Returns the modules that a file imports at runtime, without types: paths from the root, and packages by
 * name.
 */
function resolveLoaded(file: string, when?: 'at once'): readonly string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const running = stripTypeScriptTypes(source, { mode: 'strip' });
  const later = when === 'at once' ? '' : '|\\bimport\\(';
  const imports = new RegExp(`(?:\\bfrom\\b|^import\\b${later})\\s*(['"])(.*?)\\1`, 'gm');
  return [...running.matchAll(imports)].map(([, , name = '']) =>
    name.startsWith('#') ? name.slice(1) : name.startsWith('.') ? join(dirname(file), name) : name,
  );
}

function read(file: string): {
  readonly references: readonly { readonly path: string }[];
  readonly compilerOptions: Pick<Layer, 'lib' | 'types'>;
} {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
