import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTexts } from '#schemas';
import { watchDocumentFiles } from '#schemas/watch-documents.ts';
import { createScratchFolder } from './run-cli.ts';

/** Watches a path. Returns a function that resolves at the next change, and the errors so far. */
function startWatching(path: string) {
  const failures: Error[] = [];
  let report = () => {};
  const onFailure = (error: Error) => failures.push(error);
  onTestFinished(watchDocumentFiles(path, { onChange: () => report(), onFailure }));
  /** Changes files, and resolves when that is reported. */
  const change = (make: () => void) =>
    new Promise<void>((resolve) => {
      report = resolve;
      make();
    });
  return { change, failures };
}

/** Creates a folder with documents and an installed package. */
function createFolder(): string {
  const folder = createScratchFolder();
  for (const path of ['forms/visit', 'node_modules/other/forms/a', '.git'])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'forms/visit/schema.json'), '{}');
  writeFileSync(join(folder, 'node_modules/other/package.json'), '{}');
  return folder;
}

describe('readTexts', () => {
  it('reads no file of an installed package', async () => {
    const folder = createFolder();
    expect([...(await readTexts(folder)).keys()]).toEqual(['forms/visit/schema.json']);
  });
});

describe('watchDocumentFiles', () => {
  it('reports saved documents, also in folders that are added later', async () => {
    const folder = createFolder();
    const { change, failures } = startWatching(folder);
    await change(() => writeFileSync(join(folder, 'forms/visit/schema.json'), '{ }'));
    await change(() => mkdirSync(join(folder, 'forms/job')));
    await change(() => writeFileSync(join(folder, 'forms/job/schema.json'), '{}'));
    await change(() => rmSync(join(folder, 'forms/job'), { recursive: true }));
    await change(() => writeFileSync(join(folder, 'rules.json'), '{}'));
    expect(failures).toEqual([]);
  });

  it('reports nothing of installed packages and hidden folders', async () => {
    const folder = createFolder();
    let reports = 0;
    const count = () => {
      reports += 1;
    };
    const form = join(folder, 'forms/club.json');
    writeFileSync(form, '{}');
    for (const path of [folder, form])
      onTestFinished(watchDocumentFiles(path, { onChange: count, onFailure: count }));
    // The system reports changes in their order: those before the last one are reported by then.
    const last = createScratchFolder();
    const { change } = startWatching(last);
    for (const path of [
      'node_modules/other/package.json',
      'node_modules/other/forms/a/schema.json',
      '.git/a.json',
    ])
      writeFileSync(join(folder, path), '{ }');
    await change(() => writeFileSync(join(last, 'form.json'), '{}'));
    expect(reports).toBe(0);
  });
});
