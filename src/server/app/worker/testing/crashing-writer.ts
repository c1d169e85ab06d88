import { writeSync } from 'node:fs';
import { serverSettings } from '../../../platform/config/settings.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createEntry } from '../../../store/testing/new-entry.ts';
import { openStoreInThread } from '../open-store.ts';

// A process that stores enquiries without end, and writes the id of each to standard output as soon as the
// store has acknowledged it. A test kills it while it runs.

const [dataFolder = ''] = process.argv.slice(2);
const store = await openStoreInThread({
  dataFolder,
  smtpUrl: undefined,
  mailFrom: undefined,
  settings: serverSettings,
  log: createLog({ write: () => {}, now: Date.now }),
  writeLog: () => {},
});

/**
 * Stores new enquiries one after another, and writes the id of each to the standard output as soon as the
 * store has acknowledged it. Ends only if the store fails, by rejecting.
 */
async function storeWithoutEnd(): Promise<never> {
  for (;;) {
    const entry = createEntry();
    await store.accept(entry);
    writeSync(1, `${entry.id}\n`);
  }
}

await Promise.all(Array.from({ length: 32 }, storeWithoutEnd));
