import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fingerprintFolder, pollFolder } from './poll-folder.ts';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-poll-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Polls a folder. The returned function returns the number of reported changes. */
async function polled(folder: string, known?: string) {
  let count = 0;
  const stop = pollFolder({
    folder,
    everyMs: 5,
    debounceMs: 5,
    known: known ?? (await fingerprintFolder(folder)),
    onChange: async () => {
      count += 1;
    },
    onFailure: (error) => {
      throw error;
    },
  });
  onTestFinished(stop);
  return () => count;
}

it('tells of a file that may be read by others than before: what kept it from being read may be gone', async () => {
  const folder = temporary();
  writeFileSync(join(folder, 'a.json'), '1', { mode: 0o600 });
  const countChanges = await polled(folder);
  chmodSync(join(folder, 'a.json'), 0o644);
  await expect.poll(countChanges).toBe(1);
});

it('tells of what was changed after it was read, and before it was looked at first', async () => {
  const folder = temporary();
  writeFileSync(join(folder, 'a.json'), '1');
  const known = await fingerprintFolder(folder);
  writeFileSync(join(folder, 'a.json'), '12');
  await expect.poll(await polled(folder, known)).toBe(1);
});

it('tells of a folder whose link is set anew, as those are that a cluster mounts', async () => {
  const folder = temporary();
  for (const version of ['..1', '..2']) {
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, 'a.json'), '1');
  }
  symlinkSync('..1', join(folder, '..data'));
  symlinkSync('..data/a.json', join(folder, 'a.json'));
  const countChanges = await polled(folder);
  symlinkSync('..2', join(folder, '..data_tmp'));
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
  await expect.poll(countChanges).toBeGreaterThan(0);
});
