import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findMissingEntries, removeSatisfiedEngines } from '../support/complete-lock.ts';
import { acceptsNode } from '../support/engines.ts';

const root = new URL('../../', import.meta.url);
const text = readFileSync(fileURLToPath(new URL('package-lock.json', root)), 'utf8');

describe('package-lock.json', () => {
  it('holds every optional package that it names, which `npm run lock` sees to', () => {
    expect(findMissingEntries(JSON.parse(text))).toEqual({});
  });

  it('leaves out what the Node that npm brings along satisfies, which `npm run lock` sees to', () => {
    const lock = JSON.parse(text);
    expect(removeSatisfiedEngines(lock)).toEqual(lock.packages);
  });

  it('holds no package that is not for the Node that npm brings along', () => {
    const { packages } = JSON.parse(text);
    const node = packages['node_modules/node'].version;
    const strangers = Object.keys(packages).flatMap((place) => {
      const path = new URL(`${place === '' ? '' : `${place}/`}package.json`, root);
      // Packages of other platforms are not installed.
      if (!existsSync(path)) return [];
      const { name, engines } = JSON.parse(readFileSync(path, 'utf8'));
      const range = engines?.node;
      return typeof range !== 'string' || acceptsNode(range, node) ? [] : [`${name} (${range})`];
    });
    expect(strangers).toEqual([]);
  });

  it('names no download address', () => {
    expect(text).not.toMatch(/"resolved"|\.tgz/);
  });
});
