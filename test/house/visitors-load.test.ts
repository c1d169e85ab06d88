import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runtime imports of a module, including lazy ones; a type import loads nothing. */
const loading =
  /^\s*(?:import|export)(?! type\b)[^;'"]*?\bfrom\s+'([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm;

/** Returns every file of ours that a page loads, now or later, starting from entries. */
function loadedFrom(starts: readonly string[]): ReadonlySet<string> {
  const found = new Set(starts);
  for (const file of found) {
    const source = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    for (const [, from, later, alone] of source.matchAll(loading)) {
      const name = from ?? later ?? alone ?? '';
      const path = name.startsWith('#') ? named(name) : normalize(join(dirname(file), name));
      if (/\.tsx?$/.test(path) && (name.startsWith('#') || name.startsWith('.'))) found.add(path);
    }
  }
  return found;
}

/** Resolves an import with `#` by `imports` of package.json. */
function named(name: string): string {
  return name.includes('/') ? name.slice(1) : `${name.slice(1)}/index.ts`;
}

describe('a visitor’s page', () => {
  const loaded = loadedFrom(['src/site/client.tsx', 'src/contact/index.ts', 'widgets/index.ts']);

  it('is made of files that are there', () => {
    expect(loaded.size).toBeGreaterThan(100);
    expect([...loaded].filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(loaded).toContain('engine/resolve/resolve.ts');
  });

  it('loads nothing of the gallery, and no examples', () => {
    const shown = (file: string) => /^src\/gallery\/|\.examples\.tsx$|\/testing\//.test(file);
    expect([...loaded].filter(shown)).toEqual([]);
  });

  it.each(['builder', 'check', 'compile', 'documents', 'scenarios', 'words'])(
    'loads nothing of engine/%s, which is for those who change forms',
    (folder) => {
      expect([...loaded].filter((file) => file.startsWith(`engine/${folder}/`))).toEqual([]);
    },
  );
});
