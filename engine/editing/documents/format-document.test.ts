import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTexts, schemasFolder } from '#schemas';
import { formatDocument } from './format-document.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const shipped = await readTexts(fileURLToPath(schemasFolder));

/** Formats texts with Biome and our configuration. */
function byBiome(texts: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-format-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { formatter, json } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, formatter, json }));
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  const files = texts.map((text, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, text);
    return file;
  });
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  execFileSync(process.execPath, [biome, 'format', '--write', '.'], { cwd: folder, stdio: 'pipe' });
  return files.map((file) => readFileSync(file, 'utf8'));
}

/** Values as long as a line, of every kind and script. */
const letters = fc.constantFrom(
  'a',
  'é',
  'ß',
  '漢',
  'ع',
  'يّ',
  'e\u0301',
  'e+',
  '🛥',
  '👍🏽',
  '“',
  '…',
  '\u00a0',
  ' ',
  '"',
);
const text = fc.array(letters, { maxLength: 90 }).map((all) => all.join(''));
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, -0, 0.5, 1e21, 1e-7, 20971520),
    text,
    fc.array(fc.integer(), { maxLength: 40 }),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('10', '2', 'then')), tie('value'), { maxKeys: 6 }),
  ),
})).value;

describe('formatDocument', () => {
  it.each([...shipped])('writes %s as it stands there', (_file, written) => {
    expect(formatDocument(JSON.parse(written), written)).toBe(written);
  });

  it('writes what Biome leaves as it is, and what says the same', () => {
    const values = fc.sample(value, 1000);
    const texts = values.map((each) => formatDocument(each));
    expect(byBiome(texts)).toEqual(texts);
    expect(texts.map((each) => JSON.parse(each))).toEqual(
      values.map((each) => JSON.parse(JSON.stringify(each))),
    );
  });

  it('leaves a text that looks like an exponent as it is', () => {
    const document = { 'one+e+two': 'joe+boats@example.com', large: [1e21, 'e+'] };
    expect(JSON.parse(formatDocument(document))).toEqual(document);
    expect(formatDocument(document)).toContain('"joe+boats@example.com"');
  });

  it('does not depend on how it was written, apart from blank lines', () => {
    const written = '{"a":\n{"x": 1},\n\n  \n"b": [\n\n1,2], "c": {\n"d": 1,\n\n"e": 2}}';
    const document = JSON.parse(written);
    expect(formatDocument(document)).toBe(
      '{\n  "a": { "x": 1 },\n  "b": [1, 2],\n  "c": { "d": 1, "e": 2 }\n}\n',
    );
    const formatted = formatDocument(document, written);
    expect(formatted).toBe('{\n  "a": { "x": 1 },\n\n  "b": [1, 2],\n  "c": { "d": 1, "e": 2 }\n}\n');
    expect(formatDocument(document, formatted)).toBe(formatted);
    expect(byBiome([formatted])).toEqual([formatted]);
  });

  it('keeps a blank line before its key when others are put in and taken out', () => {
    const written = '{\n  "a": 1,\n  "b": 2,\n\n  "c": 3\n}\n';
    expect(formatDocument({ a: 1, new: 4, c: 3 }, written)).toBe(
      '{\n  "a": 1,\n  "new": 4,\n\n  "c": 3\n}\n',
    );
    expect(formatDocument({ c: 3 }, written)).toBe('{\n  "c": 3\n}\n');
  });
});
