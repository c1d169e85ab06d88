import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { getPatternTime } from '#engine/check/patterns/slowness.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files whose regular expressions may be slow, because no visitor writes their input. */
const readsOurOwn: ReadonlySet<string> = new Set([
  // Input of the owner's own servers, files and mails.
  'src/server/platform/secret/load-secret.ts',
  'src/server/admin/privacy/remove-files.ts',
  'src/server/inbox/delivery-reason.ts',
  'src/server/delivery/mail/smtp-refusal.ts',
  // Input of product owners, and our messages about it.
  'engine/check/document-mutants.ts',
  'engine/compile/texts.ts',
  'engine/compare/text-differences.ts',
  'engine/editing/fields/example-answer.ts',
  'engine/editing/fields/free-names.ts',
  'engine/editing/texts/translators/xliff.ts',
  'src/studio/publish/renew-scenario-form.tsx',
  'widgets/blocks/block-view.tsx',
  // HTML that we render, in which answers are escaped.
  'src/site/html.ts',
]);

function patternsIn(file: string): readonly string[] {
  const found: string[] = [];
  JSON.stringify(parseSync(file, readFileSync(join(root, file), 'utf8')).program, (_key, value) => {
    const pattern = Object(Object(value).regex).pattern;
    if (typeof pattern === 'string') found.push(pattern);
    return typeof value === 'bigint' ? String(value) : value;
  });
  return found;
}

const files = globSync('{engine,widgets,src}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/testing\/|^src\/(?:package|gallery)\//.test(file),
);

it('every regular expression that a visitor writes to takes a time in proportion to the text', () => {
  const read = files.filter((file) => !readsOurOwn.has(file));
  const all = read.flatMap((file) => patternsIn(file).map((pattern) => ({ file, pattern })));
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter(({ pattern }) => getPatternTime(pattern).slowness !== 'linear')).toEqual([]);
});

/** These are literal, except for repeated characters. */
const built = ['engine/resolve/read-number.ts', 'src/server/forms/pages/render-pages.ts'];

it('no regular expression that a visitor writes to is put together of pieces, which this test would not see', () => {
  const read = files.filter((file) => /^(?:engine\/resolve|src\/server|src\/contact|widgets)\//.test(file));
  const made = read.filter((file) => readFileSync(join(root, file), 'utf8').includes('new RegExp('));
  expect(made.toSorted()).toEqual(built);
});
