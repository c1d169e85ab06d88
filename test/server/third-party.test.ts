import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();
const root = fileURLToPath(new URL('../../', import.meta.url));

describe('/third-party.txt', () => {
  it('has the licences of what browsers load', async ({ server, expect }) => {
    const response = await fetch(`${server.url}/third-party.txt`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    for (const name of ['react-dom', 'scheduler', '@rjsf/core', '@apollo/client', 'refa', '@codemirror/view'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(text).toContain('Permission is hereby granted');
  });

  it('is made of notes that leave no library out, as maps tell of what stands in a bundle', ({ expect }) => {
    const recorded: readonly { readonly name: string }[] = JSON.parse(
      readFileSync(`${root}dist/site/.vite/libraries.json`, 'utf8'),
    );
    const mapped = globSync('dist/site/**/*.map', { cwd: root })
      .flatMap((file): readonly string[] => JSON.parse(readFileSync(root + file, 'utf8')).sources)
      .flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
    expect(mapped.length).toBeGreaterThan(0);
    expect([...new Set(mapped)].toSorted()).toEqual(
      [...new Set(recorded.map(({ name }) => name))].toSorted(),
    );
  });
});
