import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { getDatabasePath, openDatabase } from '../../store/sqlite/database.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { itSurvivesKills } from './testing/open-store-cases.ts';

itSurvivesKills([30, 100, 200]);

describe('isSound', () => {
  it('says so of a new database while another process takes its steps', async () => {
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(new URL('./testing/check-database.ts', import.meta.url), {
      workerData: flag.buffer,
    });
    const found: string[] = [];
    for (let round = 0; round < 60; round += 1) {
      const dataFolder = createTemporaryFolder();
      Atomics.store(flag, 0, 0);
      const answered = once(worker, 'message');
      worker.postMessage(getDatabasePath(dataFolder));
      openDatabase({ dataFolder, busyTimeoutMs: 5000, whenAbsent: 'make' }).close();
      Atomics.store(flag, 0, 1);
      const [errors] = await answered;
      found.push(...errors);
    }
    await worker.terminate();
    expect(found).toEqual([]);
  });
});
