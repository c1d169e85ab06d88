import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('theme.css', () => {
  it('imports each style sheet of the form, whose rules have no effect on a host’s page outside of its layers', () => {
    const sheets = globSync('{widgets,src/contact}/**/*.css', { cwd: root });
    expect(sheets.length).toBeGreaterThan(10);
    expect(listImported('src/package/react/theme.css')).toEqual(expect.arrayContaining(sheets));
  });
});

/** Returns the paths of a style sheet and of all that it imports, relative to the root. */
function listImported(sheet: string): readonly string[] {
  const imports = readFileSync(join(root, sheet), 'utf8').matchAll(/^@import '(.+?\.css)'/gm);
  const paths = [...imports].map(([, path = '']) => relative(root, join(root, dirname(sheet), path)));
  return [sheet, ...paths.flatMap(listImported)];
}
