import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyForms, editDocument, runSlipway } from './run-cli.ts';

describe('slipway types', () => {
  it('gives the same text every time, whatever the order of the documents', async () => {
    const first = await runSlipway(['types']);
    expect(first.code).toBe(0);
    expect(await runSlipway(['types'])).toEqual(first);
  });

  it('is up to date in this project', async () => {
    expect(await runSlipway(['types', '--out', 'engine/generated/forms.gen.ts', '--check'])).toMatchObject({
      code: 0,
    });
  });

  it('shows what is stale, and touches nothing while it compares', async () => {
    const folder = await copyForms();
    expect((await runSlipway(['types', '--out', 'forms.gen.ts'], { cwd: folder })).code).toBe(0);
    const before = await readFile(join(folder, 'forms.gen.ts'), 'utf8');
    await editDocument(folder, 'forms/sales/schema.json', (text) =>
      text.replace('"properties": {', '"properties": { "budget": { "type": "number" },'),
    );
    const { code, out } = await runSlipway(['types', '--out', 'forms.gen.ts', '--check'], { cwd: folder });
    expect(code).toBe(1);
    expect(out).toMatch(/^forms\.gen\.ts is stale/);
    expect(out).toMatch(/^\+ {3}budget\?: number;$/m);
    expect(out).not.toMatch(/^-/m);
    expect(await readFile(join(folder, 'forms.gen.ts'), 'utf8')).toBe(before);
  });

  it('leaves the old file where the new one cannot be written, and nothing beside it', async () => {
    const folder = await copyForms();
    await mkdir(join(folder, 'forms.gen.ts'));
    const { code } = await runSlipway(['types', '--out', 'forms.gen.ts'], { cwd: folder });
    expect(code).toBe(3);
    expect((await readdir(folder)).sort()).toEqual(['forms.gen.ts', 'schemas']);
  });

  it('writes again as a schema is saved, and goes on after a slip', async () => {
    const folder = await copyForms();
    const interruption = new AbortController();
    const running = runSlipway(['types', '--out', 'forms.gen.ts', '--watch'], {
      cwd: folder,
      signal: interruption.signal,
    });
    const types = () => readFile(join(folder, 'forms.gen.ts'), 'utf8').catch(() => '');
    await expect.poll(types).toContain('export interface SalesValues');
    await editDocument(folder, 'forms/sales/schema.json', (text) =>
      text.replace('"properties": {', '"properties": {,'),
    );
    await editDocument(folder, 'forms/sales/schema.json', (text) =>
      text.replace('"properties": {,', '"properties": { "budget": { "type": "number" },'),
    );
    await expect.poll(types).toContain('budget?: number');
    interruption.abort();
    expect((await running).code).toBe(0);
  });

  it('says of a folder that does not exist that it cannot be watched', async () => {
    const { code, err } = await runSlipway(['types', '--watch', '--schemas', 'nowhere']);
    expect(code).toBe(3);
    expect(err).toMatch(/Cannot watch ".*nowhere": ENOENT/);
  });
});
