import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isIntact } from '../../../store/sqlite/file-guard.ts';

/**
 * Checks the databases whose files it receives repeatedly, until the shared flag is set, and posts the
 * errors.
 */
const isDone = new Int32Array(workerData as SharedArrayBuffer);

parentPort?.on('message', (file: string) => {
  const errors: string[] = [];
  while (Atomics.load(isDone, 0) === 0) {
    if (!existsSync(file)) continue;
    const db = new DatabaseSync(file, { timeout: 5000 });
    try {
      if (!isIntact(db)) errors.push('It is not sound');
    } catch (error) {
      errors.push(String(error));
    }
    db.close();
  }
  parentPort?.postMessage(errors);
});
