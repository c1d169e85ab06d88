import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatThirdPartyText, listBundledLibraries } from './third-party.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slipway-libraries-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a package below `node_modules`; gives the address of a module in it. */
function library(name: string, files: Readonly<Record<string, string>>, repository?: string): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  const manifest = { name, version: '1.0.0', license: 'MIT', repository: { url: repository } };
  for (const [file, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) }))
    writeFileSync(join(folder, file), text);
  return join(folder, 'lib/index.js');
}

describe('listBundledLibraries', () => {
  it('names the package of each module once, with its licence and notice', () => {
    const modules = [
      library('knot', { LICENSE: 'May be tied.\n' }),
      `\0${library('@deck/cleat', { 'LICENCE.md': 'May be bolted.', NOTICE: 'By Ada.' })}?commonjs-exports`,
      join(root, 'src/ours.ts'),
      '\0vite/preload-helper.js',
    ];
    expect(listBundledLibraries([...modules, ...modules])).toEqual([
      { name: '@deck/cleat', version: '1.0.0', license: 'MIT', text: 'May be bolted.\n\nBy Ada.' },
      { name: 'knot', version: '1.0.0', license: 'MIT', text: 'May be tied.' },
    ]);
  });

  it('takes the licence of another package of the same repository, where a package has none', () => {
    library('@deck/cleat', { LICENSE: 'May be bolted.' }, 'deck.git');
    library('@deck/rail', { LICENSE: 'Another.' }, 'rail.git');
    expect(listBundledLibraries([library('@deck/ring', {}, 'deck.git')])).toMatchObject([
      { text: 'May be bolted.' },
    ]);
  });

  it.each(['@deck/ring', 'knot'])('refuses what nobody says may be passed on: %s', (name) => {
    library('@deck/rail', { LICENSE: 'Another.' }, 'rail.git');
    expect(() => listBundledLibraries([library(name, { NOTICE: 'By Ada.' })])).toThrow(
      `Cannot bundle "${name}"`,
    );
  });
});

describe('formatThirdPartyText', () => {
  it('has every licence once, below those that are under it', () => {
    const one = { version: '1.0.0', license: 'MIT', text: 'May be tied.' };
    const text = formatThirdPartyText([
      { ...one, name: 'bend' },
      { ...one, name: 'knot' },
    ]);
    expect(text).toContain('bend 1.0.0 (MIT)\nknot 1.0.0 (MIT)\n\nMay be tied.\n');
  });
});
