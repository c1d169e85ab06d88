import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForeignContent, createForeignDocuments } from '../charter/foreign-enquiries.ts';
import {
  clientFolder,
  listEntryFiles,
  listFirstFiles,
  listHeadFiles,
  nestedFieldsEntry,
  transportEntry,
  uploaderEntry,
  validatorRuntimeEntry,
} from '../support/first-visit.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const path = '/service/falmouth';

/**
 * Kilobytes (1,000) of scripts and styles at the highest compression that make a form answer, as measured and
 * rounded up. The bound only shows growth: their cost depends on when they run.
 */
const touchKb = 173;

/** Kilobytes of scripts before anybody touches the form. */
const bootBudgetKb = 3;

let server: RunningServer;
let foreign: RunningServer;
beforeAll(async () => {
  [server, foreign] = await Promise.all([
    startServer(),
    startServer({ documents: createForeignDocuments(), content: createForeignContent() }),
  ]);
});
afterAll(async () => void (await Promise.all([server.stop(), foreign.stop()])));

async function compressedBytes(address: string): Promise<number> {
  return brotliCompressSync(await readFile(clientFolder + address)).length;
}

describe('a first visit', () => {
  it(`makes a form answer with at most ${touchKb} kB of scripts and styles`, async () => {
    const files = await listFirstFiles(server, path);
    const sized = await Promise.all(
      files.map(async (file) => ({ file, bytes: await compressedBytes(file) })),
    );
    const total = sized.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    const list = sized.map(({ file, bytes }) => `${(bytes / 1000).toFixed(1)} kB ${file}`);
    expect(total, `${total.toFixed(1)} kB are loaded:\n${list.join('\n')}`).toBeLessThanOrEqual(touchKb);
  });

  it('loads first what the form takes to answer, and nothing else', async () => {
    const first = [
      ...(await listEntryFiles('src/site/client.tsx')),
      ...(await listEntryFiles('src/site/boot/boot.ts')),
    ];
    expect([...(await listFirstFiles(server, path))].sort()).toEqual([...first].sort());
    for (const later of [nestedFieldsEntry, uploaderEntry, transportEntry, validatorRuntimeEntry])
      expect(first).not.toContain((await listEntryFiles(later))[0]);
  });

  it(`runs one script of at most ${bootBudgetKb} kB before anybody touches the form`, async () => {
    const scripts = (await listHeadFiles(server, path)).filter((file) => file.endsWith('.js'));
    expect(scripts).toEqual(await listEntryFiles('src/site/boot/boot.ts'));
    const [boot = ''] = scripts;
    expect(await compressedBytes(boot)).toBeLessThanOrEqual(bootBudgetKb * 1000);
  });

  it('of a form with an inside is told at once of what draws that, and of the validators', async () => {
    const named = await listFirstFiles(foreign, '/foreign/0');
    expect(named).toEqual(expect.arrayContaining([...(await listEntryFiles(nestedFieldsEntry))]));
    expect(named).toEqual(expect.arrayContaining([...(await listEntryFiles(validatorRuntimeEntry))]));
    expect(named.some((address) => address.startsWith('/forms/'))).toBe(true);
  });
});
