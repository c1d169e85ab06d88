import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { type Config, ConfigError } from './config.ts';

/**
 * Makes the data folder, for this user alone, where there is none, and sees that both folders can be used.
 * @throws ConfigError with a line for each that cannot.
 */
export async function prepareFolders({
  dataFolder,
  contentFolder,
}: Pick<Config, 'dataFolder' | 'contentFolder'>): Promise<void> {
  const lines = await Promise.all([
    whyNot(`SLIPWAY_DATA=${JSON.stringify(dataFolder)}`, () => makeWritable(dataFolder)),
    contentFolder === undefined
      ? []
      : whyNot(`SLIPWAY_CONTENT=${JSON.stringify(contentFolder)}`, () => requireFolder(contentFolder)),
  ]);
  if (lines.flat().length > 0) throw new ConfigError(lines.flat());
}

async function makeWritable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

async function requireFolder(folder: string): Promise<void> {
  if (!(await stat(folder)).isDirectory()) throw new Error('it is a file');
  await access(folder, constants.R_OK | constants.X_OK);
}

async function whyNot(held: string, check: () => Promise<void>): Promise<readonly string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    return [`Cannot start with ${held}: ${reasonOf(error)}; it takes the path of a folder`];
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of the path is a file',
  EACCES: 'this user has no right to use it',
  EPERM: 'this user has no right to use it',
  EROFS: 'the file system is read-only',
};
