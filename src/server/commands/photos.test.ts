import { describe, expect, it, onTestFinished } from 'vitest';
import { runInProcess } from '../../../test/support/run-in-process.ts';
import { serverSettings } from '../platform/config/settings.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { arrival, createEntry } from '../store/testing/new-entry.ts';
import { createTemporaryFolder } from '../store/testing/temporary-folder.ts';
import { photosCommand } from './commands.ts';

const run = (dataFolder: string, ...args: readonly string[]) =>
  runInProcess(photosCommand, { SLIPWAY_DATA: dataFolder }, args);

describe('npm run photos', () => {
  it('lists what is in quarantine, and has it tried again or handed out', async () => {
    const folder = createTemporaryFolder();
    const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
    onTestFinished(() => store.close());
    expect(await run(folder)).toMatchObject({
      status: 0,
      stdout: 'No photo is in quarantine.\n',
      stderr: '',
    });

    const path = `photos/${'a'.repeat(32)}.jpg`;
    await store.issuePhoto({
      path,
      name: 'bow\u202e.jpg',
      type: 'image/jpeg',
      maxBytes: 9,
      issuedAt: arrival,
    });
    await store.recordPhotoStored({ path, bytes: 7, storedAt: arrival });
    const entry = createEntry({ photos: [path] });
    await store.accept(entry);
    await store.recordPhotoFault({ path, fault: 'broke', makeAt: null });
    expect(JSON.parse((await run(folder, '--json')).stdout)).toMatchObject([
      { path, fault: 'broke', attempts: 1, references: [entry.reference], nextAttemptAt: null },
    ]);
    expect((await run(folder)).stdout).toBe(
      `${path} of ${entry.reference}: broke, attempt 1, waits for a decision\n`,
    );

    expect((await run(folder, '--retry', path)).status).toBe(0);
    expect(await store.photosToMake({ now: Date.now(), limit: 1 })).toMatchObject([{ path, fault: 'broke' }]);
    expect((await run(folder, '--release', path)).status).toBe(0);
    expect(await store.photosToMake({ now: Date.now(), limit: 1 })).toMatchObject([
      { path, fault: 'released' },
    ]);
    expect(await run(folder, '--retry', 'photos/none.jpg')).toMatchObject({
      status: 1,
      stderr: 'Cannot find "photos/none.jpg": no such photo is in quarantine\n',
    });
    expect((await run(folder, '--list')).status).toBe(2);
    expect((await run(folder, '--help')).stdout).toContain('--release PATH');
  });
});
