import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { createEntry } from '../../store/testing/new-entry.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { openStoreInThread } from './open-store.ts';

const threads = vi.hoisted((): Worker[] => []);

// So that a test can break a thread from outside, as running out of memory would.
vi.mock('node:worker_threads', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:worker_threads')>();
  class TrackedWorker extends original.Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      threads.push(this);
    }
  }
  return { ...original, Worker: TrackedWorker };
});

async function open() {
  const lines: string[] = [];
  const store = await openStoreInThread({
    dataFolder: createTemporaryFolder(),
    smtpUrl: undefined,
    mailFrom: undefined,
    settings: serverSettings,
    log: createLog({ write: (line) => lines.push(line), now: Date.now }),
    writeLog: () => {},
  });
  onTestFinished(() => store.close());
  return { store, lines };
}

describe('a store whose thread breaks', () => {
  it('rejects what was asked and not answered, says so, and serves the next call from a new thread', async () => {
    const { store, lines } = await open();
    const entry = createEntry();
    await store.accept(entry);

    const lost = store.accept(createEntry());
    const broken = threads.at(-1)?.terminate();
    await expect(lost).rejects.toMatchObject({ name: 'StoreError', code: 'broken' });
    await broken;
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', event: 'store-thread-broke', error: 'StoreError', errorCode: 'broken' },
    ]);

    await store.ping();
    const { enquiries } = await store.page({ limit: 10 });
    expect(enquiries.map(({ id }) => id)).toContain(entry.id);
  });

  it('ends the thread when it is closed, without calling that a break', async () => {
    const { store, lines } = await open();
    await store.close();
    expect(threads.at(-1)?.threadId).toBe(-1);
    expect(lines).toEqual([]);
  });
});
