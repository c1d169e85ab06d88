import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings as settings } from '../../platform/config/settings.ts';
import { openPostgresStore } from './postgres-store.ts';
import { createTemporaryDatabase, runStatements } from './testing/temporary-database.ts';

async function opened() {
  const url = await createTemporaryDatabase();
  const store = await openPostgresStore({ url, settings });
  onTestFinished(store.close);
  const share = (address: string, text: string) =>
    store.shared.shareFile({ address, content: Buffer.from(text) });
  const age = (address: string, days: number) =>
    runStatements(
      url,
      `UPDATE shared_files SET needed_at = now() - interval '${days} days' WHERE address = '${address}'`,
    );
  return { store, share, age };
}

const dayMs = 86_400_000;

describe('shared files', () => {
  it('are found by exactly their addresses, and never change', async () => {
    const { store, share } = await opened();
    await share('/assets/page-1.js', 'first');
    await share('/assets/page-1.js', 'second');
    expect(Buffer.from((await store.shared.sharedFile('/assets/page-1.js')) ?? []).toString()).toBe('first');
    for (const other of ['/assets/page-1', '/ASSETS/page-1.js', '/assets/page-1.js ', '/assets/%.js', ''])
      expect(await store.shared.sharedFile(other)).toBeUndefined();
  });

  it('hold any bytes', async () => {
    const { store } = await opened();
    const content = Uint8Array.from({ length: 256 }, (_, at) => at);
    await store.shared.shareFile({ address: '/assets/font.woff2', content });
    expect([...((await store.shared.sharedFile('/assets/font.woff2')) ?? [])]).toEqual([...content]);
  });

  it('go once no server has needed them for so long, and are missing from then on', async () => {
    const { store, share, age } = await opened();
    for (const name of ['/a.js', '/b.js', '/c.js']) {
      await share(name, name);
      await age(name, 6);
    }
    expect(await store.shared.reportNeededFiles(['/a.js', '/b.js', '/d.js'])).toEqual(['/d.js']);
    await age('/b.js', 8);
    await age('/c.js', 8);
    expect(await store.shared.reportNeededFiles(['/b.js'])).toEqual([]);
    expect(await store.shared.forgetFiles({ unneededMs: 7 * dayMs, limit: 9 })).toBe(1);
    expect(await store.shared.reportNeededFiles(['/a.js', '/b.js', '/c.js'])).toEqual(['/c.js']);
  });
});
