import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Code that makes a test fail by chance. */
const fragile: readonly { readonly what: string; readonly pattern: RegExp; readonly allowed?: RegExp }[] = [
  { what: 'waits until the network is idle', pattern: /['"]networkidle['"]/ },
  {
    what: 'has less patience than the guard of test/projects.ts',
    pattern: /\btimeout: (?:1[0-7]\d_\d{3}|[1-9]\d?_\d{3}|[1-9]\d{0,2})\b(?! \*)|^ *\},? \d{1,3}_\d{3}\);/m,
  },
  {
    what: 'reads once what comes a moment later',
    pattern: /expect\(\s*await visitor\.(?:focus|invalidFields|description|announcements)\(/,
  },
  {
    what: 'asserts on a time or a heap',
    pattern: /expect\(\s*(?:Date\.now|performance\.now|process\.memoryUsage)\(/,
    allowed: /\.long\./,
  },
  { what: 'has a seed of its own', pattern: /fc\.assert\([^;]*?\{[^{}]*\bseed\b[^{}]*\},?\s*\);/ },
  { what: 'is the only one that runs', pattern: /\b(?:it|describe|test)\.only\(/ },
];

/** This file, and files with other guards. */
const other = /^test\/(?:bench|engines|heard|hosts)\/|^test\/projects\.ts$|steady\.test\.ts$/;

const listed = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', 'test/**.ts'], { cwd: root });
const files = `${listed}`.split('\n').filter((file) => !other.test(file) && existsSync(root + file));

it.each(fragile)('no test $what', ({ pattern, allowed }) => {
  const isFragile = (file: string) => pattern.test(readFileSync(root + file, 'utf8'));
  expect(files.filter((file) => file !== '' && !allowed?.test(file) && isFragile(file))).toEqual([]);
});

describe('journeys that read what arrived', () => {
  /** The address of answers that tests replace by one of their own. */
  const sample = 'ada@example.com';
  const reading = files.filter(
    (file) =>
      /^test\/(?:journeys|accessibility|durability|screenshots)\//.test(file) &&
      /listArrived\(|\.enquiries\(\)/.test(readFileSync(root + file, 'utf8')),
  );

  // Files of one worker share a server, so the enquiry of another test would be counted, too.
  it('find it by an address that no other file uses', () => {
    const filesOf = new Map<string, string[]>();
    for (const file of reading) {
      const addresses = readFileSync(root + file, 'utf8').matchAll(/'([\w.+-]+@example\.\w+)'/g);
      for (const address of new Set(Array.from(addresses, ([, found = '']) => found)))
        if (address !== sample) filesOf.set(address, [...(filesOf.get(address) ?? []), file]);
    }
    expect(filesOf.size).toBeGreaterThan(10);
    expect([...filesOf].filter(([, users]) => users.length > 1)).toEqual([]);
  });

  it('do not find it by the address of the sample answers', () => {
    const pattern = new RegExp(`(?:=== |listArrived\\(server, )'${sample}'`);
    expect(reading.filter((file) => pattern.test(readFileSync(root + file, 'utf8')))).toEqual([]);
  });
});
