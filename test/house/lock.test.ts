import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { missingEntries, withoutKnownEngines } from '../support/complete-lock.ts';
import { acceptsNode } from '../support/engines.ts';

const root = new URL('../../', import.meta.url);
const text = readFileSync(fileURLToPath(new URL('package-lock.json', root)), 'utf8');

describe('package-lock.json', () => {
  it('holds every optional package that it names, which `npm run lock` sees to', () => {
    expect(missingEntries(JSON.parse(text))).toEqual({});
  });

  it('leaves out what the Node that npm brings along satisfies, which `npm run lock` sees to', () => {
    const lock = JSON.parse(text);
    expect(withoutKnownEngines(lock)).toEqual(lock.packages);
  });

  it('holds no package that is not for the Node that npm brings along', () => {
    const { packages } = JSON.parse(text);
    const node = packages['node_modules/node'].version;
    const strangers = Object.keys(packages).flatMap((place) => {
      const path = new URL(`${place === '' ? '' : `${place}/`}package.json`, root);
      // Those of other platforms are not there.
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

describe('missingEntries', () => {
  it('writes the entry of a platform from the name of its package', () => {
    const packages = {
      'node_modules/a': { dev: true, optionalDependencies: { '@a/linux-x64-musl': '1.2.3' } },
    };
    expect(missingEntries({ packages })).toEqual({
      'node_modules/@a/linux-x64-musl': {
        version: '1.2.3',
        dev: true,
        optional: true,
        cpu: ['x64'],
        libc: ['musl'],
        os: ['linux'],
      },
    });
  });

  it('finds a package that is nested in the one that names it', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { 'a-darwin-x64': '1.2.3' } },
      'node_modules/a/node_modules/a-darwin-x64': { version: '1.2.3' },
    };
    expect(missingEntries({ packages })).toEqual({});
  });
});

describe('acceptsNode', () => {
  it.each([
    ['>=22', true],
    ['>= 22.12.0', true],
    ['^22.18.0 || >=24.0.0', true],
    ['^24.11', true],
    ['18 || 20 || 24', true],
    ['24.x', true],
    ['*', true],
    ['>=0.10', true],
    ['>=20 <25', true],
    ['^22.18.0 || >=26.0.0', false],
    ['>=24.22', false],
    ['^18', false],
    ['~24.20.1', false],
    ['>=20 <24', false],
  ])('says of %s whether Node 24.21.0 is one: %s', (range, accepted) => {
    expect(acceptsNode(range, '24.21.0')).toBe(accepted);
  });

  it('does not guess', () => {
    expect(acceptsNode('14 - 26', '24.21.0')).toBeUndefined();
  });
});
