import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { deriveKeys } from '../../platform/secret/signed-token.ts';
import { openPostgresStore } from '../../store/postgres/postgres-store.ts';
import { createTemporaryDatabase, runStatements } from '../../store/postgres/testing/temporary-database.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { openInstallation } from './installation.ts';
import { openOtherInstallations } from './other-installations.ts';
import { openSharedInstallation } from './shared-installation.ts';
import { migrateFileInstallations, openSharedOtherInstallations } from './shared-other-installations.ts';

async function shared() {
  const url = await createTemporaryDatabase();
  const { shared: store, close } = await openPostgresStore({ url, settings: serverSettings });
  onTestFinished(close);
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), now: Date.now });
  return {
    url,
    store,
    lines,
    open: async (secret: string, dataFolder = createTemporaryFolder()) => {
      const keys = deriveKeys(secret, 'installation-key');
      return (await openSharedInstallation({ store, keys, dataFolder, log })).fingerprint;
    },
  };
}

describe('openSharedInstallation', () => {
  it('gives all servers one key, however many start at once, which the database alone does not give away', async () => {
    const { url, open, lines } = await shared();
    const opened = await Promise.all([1, 2, 3].map(() => open('a secret')));
    expect(new Set([...opened, await open('a secret')]).size).toBe(1);
    const rows = await runStatements(url, 'SELECT sealed FROM installation_keys');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
    expect(lines).toEqual([]);
  });

  it('takes up the key of a data folder', async () => {
    const { open } = await shared();
    const folder = createTemporaryFolder();
    const { fingerprint } = await openInstallation(folder);
    expect([await open('a secret', folder), await open('a secret')]).toEqual([fingerprint, fingerprint]);
    expect(readFileSync(join(folder, 'studio/installation-key.pem'), 'utf8')).toContain('PRIVATE KEY');
  });

  it('keeps it while the secret is exchanged, and where a wrong one was named for once', async () => {
    const { open, lines } = await shared();
    const fingerprint = await open('old');
    expect(await open('mistaken')).not.toBe(fingerprint);
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['installation-key-sealed']);
    for (const secret of ['old', 'old,new', 'new,old', 'new']) expect(await open(secret)).toBe(fingerprint);
    expect(lines).toHaveLength(1);
  });
});

describe('openSharedOtherInstallations', () => {
  const imported = (number: number) => ({ number, documents: { 'rules.json': { rules: [] } } });

  it('has what any server has noted, beside what is configured', async () => {
    const { store } = await shared();
    const [one, other] = [1, 2].map(() => openSharedOtherInstallations(store, ['configured']));
    await one?.recordImport('a', imported(3));
    expect([await other?.isTrusted('a'), await other?.isTrusted('configured')]).toEqual([false, true]);
    await one?.trust('a');
    await other?.recordImport('a', imported(4));
    expect([await one?.isTrusted('a'), await one?.findLastImport('a')]).toEqual([true, imported(4)]);
    expect(await one?.findLastImport('b')).toBeUndefined();
  });

  it('takes up what a data folder has, once, over nothing that is known', async () => {
    const { store } = await shared();
    const folder = createTemporaryFolder();
    const left = openOtherInstallations(folder, []);
    await openInstallation(folder);
    await left.trust('a');
    await left.recordImport('a', imported(1));
    await left.recordImport('b', imported(2));
    const others = openSharedOtherInstallations(store, []);
    await others.recordImport('b', imported(9));
    await migrateFileInstallations(store, folder);
    await migrateFileInstallations(store, folder);
    expect([await others.isTrusted('a'), await others.findLastImport('a')]).toEqual([true, imported(1)]);
    expect([await others.isTrusted('b'), await others.findLastImport('b')]).toEqual([false, imported(9)]);
    expect(existsSync(join(folder, 'studio/other-installations.json.left'))).toBe(true);
  });
});
