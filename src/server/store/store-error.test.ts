import { describe, expect, it } from 'vitest';
import { NotAFileError } from '../platform/files/files.ts';
import { StoreError, toStoreError } from './store-error.ts';

describe('toStoreError', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR', 'EISDIR'])(
    'takes %s of the system for a disk that cannot be written to, as it does of SQLite',
    (code) => {
      const cause = Object.assign(new Error(`${code}: as the system says it`), { code });
      const error = toStoreError(cause, 'write the draft');
      expect(error).toBeInstanceOf(StoreError);
      expect(error).toMatchObject({
        code: 'full',
        cause,
        message: `Cannot write the draft: ${code}: as the system says it; free some space on the disk and check that the folder can be written to`,
      });
    },
  );

  it('takes something else than a file for one that cannot be written', () => {
    const error = toStoreError(new NotAFileError('"a" is a folder, and no file'), 'write the draft');
    expect(error).toMatchObject({ name: 'StoreError', code: 'full' });
  });

  it.each([
    new Error('ours'),
    Object.assign(new Error('absent'), { code: 'ENOENT' }),
    new StoreError('lost', 'gone'),
    'no error',
  ])('gives back whatever else it is: %s', (error) => {
    expect(toStoreError(error, 'write the draft')).toBe(error);
  });
});
