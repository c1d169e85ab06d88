import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from './config/settings.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import { arrival, newEntry } from './store/testing/new-entry.ts';
import { temporaryFolder } from './store/testing/temporary-folder.ts';

const script = fileURLToPath(new URL('./photos.ts', import.meta.url));

function photos(dataFolder: string, ...args: readonly string[]) {
  const env = { PATH: process.env.PATH, SLIPWAY_DATA: dataFolder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('npm run photos', () => {
  it('lists what is in quarantine, and has it tried again or handed out', async () => {
    const folder = temporaryFolder();
    const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
    onTestFinished(() => store.close());
    expect(photos(folder)).toEqual({ status: 0, stdout: 'No photo is in quarantine.\n', stderr: '' });

    const path = `photos/${'a'.repeat(32)}.jpg`;
    await store.issuePhoto({
      path,
      name: 'bow\u202e.jpg',
      type: 'image/jpeg',
      maxBytes: 9,
      issuedAt: arrival,
    });
    await store.notePhotoStored({ path, bytes: 7, storedAt: arrival });
    const entry = newEntry({ photos: [path] });
    await store.accept(entry);
    await store.notePhotoFault({ path, fault: 'broke', makeAt: null });
    expect(JSON.parse(photos(folder, '--json').stdout)).toMatchObject([
      { path, fault: 'broke', attempts: 1, references: [entry.reference], nextAttemptAt: null },
    ]);
    expect(photos(folder).stdout).toBe(`${path} of ${entry.reference}: broke, attempt 1, waits for you\n`);

    expect(photos(folder, '--retry', path).status).toBe(0);
    expect(await store.photosToMake({ now: Date.now(), limit: 1 })).toMatchObject([{ path, fault: 'broke' }]);
    expect(photos(folder, '--release', path).status).toBe(0);
    expect(await store.photosToMake({ now: Date.now(), limit: 1 })).toMatchObject([
      { path, fault: 'released' },
    ]);
    expect(photos(folder, '--retry', 'photos/none.jpg')).toMatchObject({
      status: 1,
      stderr: 'Cannot find "photos/none.jpg": no such photo is in quarantine\n',
    });
    expect(photos(folder, '--list').status).toBe(2);
    expect(photos(folder, '--help').stdout).toContain('--release PATH');
  });
});
