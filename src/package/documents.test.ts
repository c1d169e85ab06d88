import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readDocuments } from './documents.ts';

const schema = { type: 'object', properties: {} };

/** Writes files into a new folder and returns it. */
function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

it('reads a folder, a form in one file, and a folder with such a form', async () => {
  const several = createFolder({ 'forms/a/schema.json': JSON.stringify(schema) });
  expect(await readDocuments(several)).toEqual({ 'forms/a/schema.json': schema });
  const one = createFolder({ 'form.json': JSON.stringify({ schema }), 'other.json': '{}' });
  expect(await readDocuments(one)).toEqual({ schema });
  expect(await readDocuments(join(one, 'form.json'))).toEqual({ schema });
});

it('names the file that is not JSON', async () => {
  const folder = createFolder({ 'club.json': '{' });
  await expect(readDocuments(join(folder, 'club.json'))).rejects.toThrow('Cannot read club.json: ');
});
