import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { getErrorCode } from '../files/files.ts';
import { isFolder, makeFolder } from '../files/make-folder.ts';
import { type Config, formatUnusableVariable, StartError } from './config.ts';

/**
 * Checks that the configured folders of content and widgets can be read, and that the data folder can be written to, which is
 * created if it is absent.
 * @throws StartError with a line for each unusable folder: the variable, its value and the accepted values.
 */
export async function requireFolders({ contentFolder, widgetsFolder, dataFolder }: Config): Promise<void> {
  const lines: string[] = [];
  /**
   * Returns a function for `catch`, which adds the line for a folder that cannot be used. `text` is the value
   * of the variable.
   */
  const addErrorLine = (name: FolderVariable, text: string) => (error: unknown) => {
    const reason = describeFolderError(error) + (isAbsent(error) && name === 'SLIPWAY_DATA' ? noParent : '');
    lines.push(formatUnusableVariable(name, { text, reason }));
  };
  if (contentFolder !== undefined)
    await requireReadableFolder(contentFolder).catch(addErrorLine('SLIPWAY_CONTENT', contentFolder));
  if (widgetsFolder !== undefined)
    await requireReadableFolder(widgetsFolder).catch(addErrorLine('SLIPWAY_WIDGETS', widgetsFolder));
  await createWritableFolder(dataFolder).catch(addErrorLine('SLIPWAY_DATA', dataFolder));
  if (lines.length > 0) throw new StartError(lines);
}

type FolderVariable = 'SLIPWAY_CONTENT' | 'SLIPWAY_WIDGETS' | 'SLIPWAY_DATA';

/** Throws an error with the system's code if a folder is absent, is a file, or cannot be read. */
async function requireReadableFolder(folder: string): Promise<void> {
  if (!(await isFolder(folder))) throw Object.assign(new Error('missing'), { code: 'ENOENT' });
  await access(folder, constants.R_OK | constants.X_OK);
}

/**
 * Creates a folder if it is absent.
 * @throws the system's error if it cannot be created, read and written.
 */
async function createWritableFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Returns true for the error about an absent file or folder. */
function isAbsent(error: unknown): boolean {
  return getErrorCode(error) === 'ENOENT';
}

/** Returns the reason for the code of an error. An unknown code is part of the reason. */
function describeFolderError(error: unknown): string {
  const code = String(getErrorCode(error) ?? error);
  return reasons[code] ?? `it cannot be used (${code})`;
}

/** The rest of the reason for an absent folder that would be created. */
const noParent = ', and none can be made';

const reasons: Readonly<Record<string, string>> = {
  ENOTDIR: 'it is not a folder',
  ENOENT: 'there is no such folder',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
};
