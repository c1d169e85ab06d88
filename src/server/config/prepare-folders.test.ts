import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../store/testing/temporary-folder.ts';
import { prepareFolders } from './prepare-folders.ts';

describe('prepareFolders', () => {
  it('makes the data folder for this user alone', async () => {
    const dataFolder = join(temporaryFolder(), 'a', 'b');
    await prepareFolders({ dataFolder, contentFolder: undefined });
    expect(existsSync(dataFolder)).toBe(true);
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
  });

  it('tells in one line each why a folder cannot be used', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const missing = join(temporaryFolder(), 'missing');
    await expect(prepareFolders({ dataFolder: file, contentFolder: missing })).rejects.toMatchObject({
      name: 'ConfigError',
      lines: [
        `Cannot start with SLIPWAY_DATA="${file}": it is a file; it takes the path of a folder`,
        `Cannot start with SLIPWAY_CONTENT="${missing}": there is no such folder; it takes the path of a folder`,
      ],
    });
  });
});
