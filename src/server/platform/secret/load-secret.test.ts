import { execFile } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { loadSecret } from './load-secret.ts';
import { deriveKeys } from './signed-token.ts';

const run = promisify(execFile);

function load(dataFolder: string, given?: string): Promise<string> {
  return loadSecret({ given, dataFolder });
}

describe('loadSecret', () => {
  it('takes the one that is given, and writes nothing', async () => {
    const folder = createTemporaryFolder();
    expect(await load(folder, 'given')).toBe('given');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes one at the first start and keeps it, for this user alone', async () => {
    const folder = createTemporaryFolder();
    const secret = await load(folder);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await load(folder)).toBe(secret);
    expect(readdirSync(folder)).toEqual(['secret']);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
    expect(await load(createTemporaryFolder())).not.toBe(secret);
  });

  it('lets all agree that start at once', async () => {
    const folder = createTemporaryFolder();
    const script = `
      const { loadSecret } = await import(${JSON.stringify(new URL('./load-secret.ts', import.meta.url).href)});
      console.log(await loadSecret({ given: undefined, dataFolder: ${JSON.stringify(folder)} }));`;
    const processes = Array.from({ length: 4 }, () =>
      run(process.execPath, ['--input-type=module', '--eval', script]),
    );
    const others = Array.from({ length: 10 }, () => load(folder));
    const secrets = [
      ...(await Promise.all(processes)).map(({ stdout }) => stdout.trim()),
      ...(await Promise.all(others)),
    ];
    expect(new Set(secrets).size).toBe(1);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('takes back from others the right to read it', async () => {
    const folder = createTemporaryFolder();
    await load(folder);
    chmodSync(join(folder, 'secret'), 0o644);
    await load(folder);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('takes several of a file, a line each', async () => {
    const folder = createTemporaryFolder();
    const [first, second] = ['a'.repeat(40), 'b'.repeat(40)];
    writeFileSync(join(folder, 'secret'), `${first}\n${second}\n`);
    expect(await load(folder)).toBe(`${first},${second}`);
    writeFileSync(join(folder, 'secret'), `${first}\nshort\n`);
    await expect(load(folder)).rejects.toThrow(/only 5 characters/);
  });

  it('refuses a file that holds no secret, and does not overwrite it', async () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'secret'), '');
    await expect(load(folder)).rejects.toThrow(/Cannot use the secret in ".+": it has only 0 characters/);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('');
    writeFileSync(join(folder, 'secret'), '\0'.repeat(44));
    await expect(load(folder)).rejects.toThrow(/Cannot use the secret in ".+": it has control characters/);
  });
});

describe('deriveKeys', () => {
  it('gives each use a key of its own, the same each time', () => {
    expect(deriveKeys('s', 'ticket')).toEqual(deriveKeys('s', 'ticket'));
    expect(deriveKeys('s', 'ticket')).toMatchObject([{ length: 32 }]);
    expect(deriveKeys('s', 'ticket')).not.toEqual(deriveKeys('s', 'photo-link'));
    expect(deriveKeys('s', 'ticket')).not.toEqual(deriveKeys('t', 'ticket'));
  });
});
