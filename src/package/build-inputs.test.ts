import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeBuild, findStaleParts, recordBuildInputs, requireInputs } from './build-inputs.ts';

let root = '';
const everyPart = ['client', 'worker', 'studio', 'ssr', 'server'];
const sources = [
  'engine/resolve/judge.ts',
  'widgets/text.tsx',
  'src/site/client.tsx',
  'src/studio/app/client.tsx',
  'vite.config.ts',
  'package-lock.json',
];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slipway-build-'));
  for (const path of sources) write(path, 'first');
});

afterEach(() => rmSync(root, { recursive: true }));

describe('findStaleParts', () => {
  it('has every part where nothing is built', () => {
    expect(staleParts()).toEqual(everyPart);
  });

  it('has none after a build', () => {
    buildAll();
    expect(staleParts()).toEqual([]);
  });

  it.each([
    ['engine/resolve/judge.ts', everyPart],
    ['widgets/text.tsx', everyPart],
    ['src/studio/app/client.tsx', ['studio']],
    ['src/package/react/theme.css', ['client']],
    ['src/server/main.ts', ['server']],
    ['vite.config.ts', everyPart],
    ['package-lock.json', everyPart],
    ['src/site/public/drawing.svg', everyPart],
    // What is built of none of these: a test, the site's content, the command line.
    ['engine/resolve/judge.test.ts', []],
    ['src/site/content/pages.json', []],
    ['src/cli/main.ts', []],
  ])('after a change of %s has %j', (path, expected) => {
    buildAll();
    write(path, 'second');
    expect(staleParts()).toEqual(expected);
  });

  it('has what an input was taken away from', () => {
    buildAll();
    rmSync(join(root, 'src/studio/app/client.tsx'));
    expect(staleParts()).toEqual(['studio']);
  });

  it('has the part whose folder is gone', () => {
    buildAll();
    rmSync(join(root, 'dist/studio'), { recursive: true });
    expect(staleParts()).toEqual(['studio']);
  });

  it('has every part where a build did not reach its end', () => {
    buildAll();
    rmSync(join(root, 'dist/release.json'));
    expect(staleParts()).toEqual(everyPart);
  });

  it('has a part whose source changed while it was built', () => {
    write('dist/release.json', '{}');
    const before = findStaleParts(root);
    write('src/studio/app/client.tsx', 'second');
    record(before);
    expect(staleParts()).toEqual(['studio']);
  });
});

describe('describeBuild', () => {
  const sentence = () => describeBuild(findStaleParts(root));

  it('says that a first build takes a while', () => {
    expect(sentence()).toBe(
      'Building the pages, the studio and the server, which takes up to half a minute: there is no complete build yet.',
    );
  });

  it('says that there is nothing to build', () => {
    buildAll();
    expect(sentence()).toBe('The build is current.');
  });

  it('names what is built and what changed', () => {
    buildAll();
    write('src/studio/app/client.tsx', 'second');
    expect(sentence()).toBe('Building the studio: src/studio/app/client.tsx changed.');
    write('engine/resolve/judge.ts', 'second');
    expect(sentence()).toBe(
      'Building the pages, the studio and the server: engine/resolve/judge.ts and 1 other file changed.',
    );
    write('widgets/text.tsx', 'second');
    expect(sentence()).toBe(
      'Building the pages, the studio and the server: engine/resolve/judge.ts and 2 other files changed.',
    );
  });
});

describe('requireInputs', () => {
  it('refuses a module that is no input of the part', () => {
    expect(() => requireInputs(root, 'client', [join(root, 'src/studio/app/client.tsx')])).toThrow(
      'Cannot build "client": src/package/build-inputs.ts does not list "src/studio/app/client.tsx" in its inputs',
    );
  });

  it('takes inputs, with what follows their path, and whatever is no source', () => {
    write('node_modules/react/index.js', '');
    const modules = [
      join(root, 'src/studio/app/client.tsx'),
      join(root, 'engine/resolve/judge.ts?worker&url'),
      join(root, 'node_modules/react/index.js'),
      '\0vite/preload-helper.js',
    ];
    expect(() => requireInputs(root, 'studio', modules)).not.toThrow();
  });
});

function staleParts(): readonly string[] {
  return findStaleParts(root).map(({ part }) => part);
}

/** Leaves what a build that ended leaves. */
function buildAll(): void {
  write('dist/release.json', '{}');
  record(findStaleParts(root));
}

function record(stale: ReturnType<typeof findStaleParts>): void {
  for (const part of stale) recordBuildInputs(root, part);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
