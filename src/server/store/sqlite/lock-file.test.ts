import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../store-error.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { lockFile } from './lock-file.ts';

describe('lockFile', () => {
  it('throws a StoreError where SQLite cannot write, and locks once it can', () => {
    const file = join(createTemporaryFolder(), 'a.lock');
    // An exclusive transaction begins with a journal, which is a file.
    mkdirSync(`${file}-journal`);
    expect(() => lockFile(file)).toThrow(
      expect.objectContaining({
        name: 'StoreError',
        code: 'full',
        message: expect.stringMatching(/^Cannot lock ".*a\.lock": .*; free some space on the disk and check/),
      }),
    );
    rmdirSync(`${file}-journal`);
    const unlock = lockFile(file);
    expect(unlock).toBeTypeOf('function');
    unlock?.();
  });

  it.runIf(process.platform === 'linux')(
    'throws a StoreError where no file can be made, even by root',
    () => {
      expect(() => lockFile('/sys/slipway.lock')).toThrow(StoreError);
    },
  );
});
