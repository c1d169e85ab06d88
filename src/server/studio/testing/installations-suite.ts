import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { deriveKeys } from '../../platform/secret/signed-token.ts';
import type { Store } from '../../store/store.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { generateInstallationKey, toInstallation } from '../exchange/installation.ts';
import { openInstallation } from '../exchange/open-installation.ts';
import { createInstallationsImport, openOtherInstallations } from '../exchange/other-installations.ts';

/**
 * Declares the tests of what a server knows of its own and of other installations, in any database.
 * @param name The name of the database, in the titles of the tests.
 * @param openStore Opens a store on a new database.
 */
export function describeInstallations(name: string, openStore: () => Promise<Store>): void {
  /** Opens a store until the end of the running test. */
  async function fresh(): Promise<Store> {
    const store = await openStore();
    onTestFinished(store.close);
    return store;
  }

  describe(`${name}: openInstallation`, () => {
    /** Returns a store, the log, and a function that opens the installation and returns its fingerprint. */
    async function prepare() {
      const store = await fresh();
      const lines: string[] = [];
      const log = createLog({ write: (line) => lines.push(line), now: Date.now });
      return {
        store,
        lines,
        open: async (secret: string, dataFolder = createTemporaryFolder(), calls: Partial<Store> = {}) => {
          const keys = deriveKeys(secret, 'installation-key');
          const installation = await openInstallation({
            store: { ...store, ...calls },
            keys,
            dataFolder,
            log,
          });
          return installation.fingerprint;
        },
      };
    }

    it('gives all servers one key, however many start at once, which the database alone does not reveal', async () => {
      const { store, open, lines } = await prepare();
      const opened = await Promise.all([1, 2, 3].map(() => open('a secret')));
      expect(new Set([...opened, await open('a secret')]).size).toBe(1);
      const keys = await store.installationKeys();
      expect(keys).toMatchObject([{ number: 1 }]);
      expect(JSON.stringify(keys)).not.toContain('PRIVATE KEY');
      expect(lines).toEqual([]);
    });

    it('continues with the key that an earlier release has in the data folder, and leaves it there', async () => {
      const { open, lines } = await prepare();
      const folder = createTemporaryFolder();
      const { path, pem } = writeKeyFile(folder);
      const { fingerprint } = toInstallation(pem);
      expect([await open('a secret', folder), await open('a secret')]).toEqual([fingerprint, fingerprint]);
      expect(readFileSync(path, 'utf8')).toBe(pem);
      // The key stays the same if the secret is lost.
      expect(await open('another secret', folder)).toBe(fingerprint);
      // It is not known whether that is the same one.
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { event: 'installation-key-sealed', reason: expect.stringContaining(path) },
      ]);
    });

    it('adds a key beside one that the secret does not decrypt, also after somebody has removed others', async () => {
      const { store, open } = await prepare();
      await store.addInstallationKey({ number: 2, sealed: 'by another secret' });
      // The number of a key that exists is not accepted. So that a wrong number does not try for ever:
      let left = 3;
      const add = store.addInstallationKey;
      const limited: typeof add = async (key) => {
        left -= 1;
        if (left < 0) throw new Error('tries for ever');
        return add(key);
      };
      const fingerprint = await open('a secret', createTemporaryFolder(), { addInstallationKey: limited });
      expect(await open('a secret')).toBe(fingerprint);
      expect(await store.installationKeys()).toMatchObject([{ number: 2 }, { number: 3 }]);
    });

    it('names a file that is no key, and stores nothing before somebody repairs it', async () => {
      const { store, open } = await prepare();
      const folder = createTemporaryFolder();
      const { path, pem } = writeKeyFile(folder);
      writeFileSync(path, 'nonsense');
      await expect(open('a secret', folder)).rejects.toThrow(path);
      expect(await store.installationKeys()).toEqual([]);
      writeFileSync(path, pem);
      expect(await open('a secret', folder)).toBe(toInstallation(pem).fingerprint);
      // The database has it now, so the file is not read any more.
      writeFileSync(path, 'nonsense');
      expect(await open('a secret', folder)).toBe(toInstallation(pem).fingerprint);
    });

    it('keeps it while the secret is exchanged, and if a wrong one was configured once', async () => {
      const { open, lines } = await prepare();
      const fingerprint = await open('old');
      expect(await open('mistaken')).not.toBe(fingerprint);
      expect(lines.map((line) => JSON.parse(line).event)).toEqual(['installation-key-sealed']);
      for (const secret of ['old', 'old,new', 'new,old', 'new']) expect(await open(secret)).toBe(fingerprint);
      expect(lines).toHaveLength(1);
    });
  });

  describe(`${name}: openOtherInstallations`, () => {
    const imported = (number: number) => ({ number, documents: { 'rules.json': { rules: [] } } });

    const log = createLog({ write: () => undefined, now: Date.now });

    /** Opens the installations of a data folder as another server would. */
    const openOthers = (store: Store, dataFolder = createTemporaryFolder()) =>
      openOtherInstallations({
        store,
        trusted: ['configured'],
        importFile: createInstallationsImport({ store, dataFolder, log }),
      });

    it('has what any server has recorded, beside what is configured', async () => {
      const store = await fresh();
      const [one, other] = [openOthers(store), openOthers(store)];
      await one.recordImport('a', imported(3));
      expect([await other.isTrusted('a'), await other.isTrusted('configured')]).toEqual([false, true]);
      await one.trust('a');
      await other.recordImport('a', imported(4));
      expect([await one.isTrusted('a'), await one.findLastImport('a')]).toEqual([true, imported(4)]);
      expect(await one.findLastImport('b')).toBeUndefined();
    });

    it('imports the file of an earlier release once, and replaces nothing that is known', async () => {
      const store = await fresh();
      const folder = createTemporaryFolder();
      await openOthers(store).recordImport('b', imported(9));
      const content = { a: { isTrusted: true, last: imported(1) }, b: { last: imported(2) }, c: {} };
      const path = writeInstallationsFile(folder, JSON.stringify(content));
      const others = openOthers(store, folder);
      expect([await others.isTrusted('a'), await others.findLastImport('a')]).toEqual([true, imported(1)]);
      expect([await others.isTrusted('b'), await others.findLastImport('b')]).toEqual([false, imported(9)]);
      expect([existsSync(path), readFileSync(`${path}.left`, 'utf8')]).toEqual([
        false,
        JSON.stringify(content),
      ]);
    });

    it('imports it again if a server of an earlier release writes it meanwhile, and replaces no file', async () => {
      const store = await fresh();
      const folder = createTemporaryFolder();
      mkdirSync(join(folder, 'studio', 'other-installations.json.left'), { recursive: true });
      const others = openOthers(store, folder);
      for (const name of ['a', 'b']) {
        const path = writeInstallationsFile(folder, JSON.stringify({ [name]: { isTrusted: true } }));
        expect([await others.isTrusted(name), existsSync(path)]).toEqual([true, false]);
      }
      expect(await others.isTrusted('a')).toBe(true);
    });

    it('repeats an import that was interrupted', async () => {
      const store = await fresh();
      const folder = createTemporaryFolder();
      const content = { a: { isTrusted: true }, b: { isTrusted: true, last: imported(2) } };
      const path = writeInstallationsFile(folder, JSON.stringify(content));
      let left = 1;
      const failing: typeof store.updateOtherInstallation = async (request) => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return store.updateOtherInstallation(request);
      };
      await expect(
        createInstallationsImport({
          store: { ...store, updateOtherInstallation: failing },
          dataFolder: folder,
          log,
        })(),
      ).rejects.toThrow('killed');
      expect(existsSync(path)).toBe(true);
      const others = openOthers(store, folder);
      expect([await others.isTrusted('a'), await others.isTrusted('b')]).toEqual([true, true]);
      expect(await others.findLastImport('b')).toEqual(imported(2));
    });

    it('refuses to answer while that file is damaged, except for what is configured', async () => {
      const store = await fresh();
      const folder = createTemporaryFolder();
      const path = writeInstallationsFile(folder, '[1, {"x": }');
      const others = openOthers(store, folder);
      expect(await others.isTrusted('configured')).toBe(true);
      for (const call of [
        () => others.isTrusted('a'),
        () => others.trust('a'),
        () => others.findLastImport('a'),
        () => others.recordImport('a', imported(1)),
      ])
        await expect(call()).rejects.toThrow(path);
      writeFileSync(path, JSON.stringify({ a: { isTrusted: true } }));
      expect(await others.isTrusted('a')).toBe(true);
    });
  });
}

/** Writes a new key as an earlier release did. */
function writeKeyFile(dataFolder: string): { readonly path: string; readonly pem: string } {
  mkdirSync(join(dataFolder, 'studio'), { recursive: true });
  const path = join(dataFolder, 'studio', 'installation-key.pem');
  const pem = generateInstallationKey();
  writeFileSync(path, pem);
  return { path, pem };
}

/** Writes the file of other installations of an earlier release, and returns its path. */
function writeInstallationsFile(dataFolder: string, text: string): string {
  mkdirSync(join(dataFolder, 'studio'), { recursive: true });
  const path = join(dataFolder, 'studio', 'other-installations.json');
  writeFileSync(path, text);
  return path;
}
