import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { missingEntries } from '../support/complete-lock.ts';

const text = readFileSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), 'utf8');

describe('package-lock.json', () => {
  it('holds every optional package that it names, which `npm run lock` sees to', () => {
    expect(missingEntries(JSON.parse(text))).toEqual({});
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
