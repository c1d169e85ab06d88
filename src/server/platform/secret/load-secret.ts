import { randomBytes } from 'node:crypto';
import { chmod, link, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode, readTextFile, syncFolder, writeDurably } from '../files/files.ts';

/**
 * Returns the secret that signs tickets, targets and links: `SLIPWAY_SECRET`, else that of the file `secret`
 * in the data folder (mode 0600), which the first start creates. Several secrets are separated by commas; the
 * first one signs. Processes that start at the same time get the same one.
 * @throws if the file cannot be read or written, or contains no valid secret.
 */
export async function loadSecret(from: SecretSource): Promise<string> {
  return (await findSecret(from)) ?? (await createSecret(getSecretPath(from.dataFolder), from.dataFolder));
}

/**
 * Returns the secret as `loadSecret` does, but undefined instead of a new one if there is none.
 * @throws if the file cannot be read, or contains no valid secret.
 */
export async function findSecret({ given, dataFolder }: SecretSource): Promise<string | undefined> {
  return given ?? (await readSecret(getSecretPath(dataFolder)));
}

interface SecretSource {
  /** The value of `SLIPWAY_SECRET`, which is returned unchecked; undefined if it is not set. */
  readonly given: string | undefined;
  readonly dataFolder: string;
}

/** Returns the path of the file `secret` in the data folder. */
function getSecretPath(dataFolder: string): string {
  return join(dataFolder, 'secret');
}

/**
 * Reads the secrets of a file, one per line, and returns them joined by commas; undefined if there is no
 * file. Sets the file's mode to 0600 if other users have access.
 * @throws if a secret has fewer than 32 characters, or contains control characters.
 */
async function readSecret(file: string): Promise<string | undefined> {
  const text = await readTextFile(file);
  if (text === undefined) return undefined;
  // One per line, the newest first.
  const lines = text.trim().split(/\s*\n\s*/);
  const secret = lines.reduce((shortest, line) => (line.length < shortest.length ? line : shortest));
  if (secret.length < 32) {
    throw new Error(
      `Cannot use the secret in "${file}": it has only ${secret.length} characters; delete the file to create a new one (open pages must then be reloaded) or set SLIPWAY_SECRET`,
    );
  }
  if (lines.some((line) => /\p{Cc}/u.test(line)))
    throw new Error(
      `Cannot use the secret in "${file}": it has control characters, as after a disk failure, and can be guessed; delete the file to create a new one (open pages must then be reloaded) or set SLIPWAY_SECRET`,
    );
  // Copying a data folder may have changed the mode.
  if (((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600);
  return lines.join(',');
}

/**
 * Creates the file with a new secret, unless another process was faster, and returns the secret in it. The
 * secret is written to a temporary file and then linked, because `link` fails if the file exists.
 * @param folder The folder of the file.
 */
async function createSecret(file: string, folder: string): Promise<string> {
  const temporaryFile = `${file}.${randomBytes(6).toString('hex')}`;
  await writeDurably(temporaryFile, `${randomBytes(32).toString('base64url')}\n`, 'wx');
  try {
    await link(temporaryFile, file).catch(ignoreExistingFile);
    await syncFolder(folder);
  } finally {
    await unlink(temporaryFile);
  }
  const secret = await readSecret(file);
  if (secret === undefined) throw new Error(`Cannot read "${file}" that was just written`);
  return secret;
}

/** Returns if the error means that the file already exists; throws any other error again. */
function ignoreExistingFile(error: unknown): void {
  if (getErrorCode(error) !== 'EEXIST') throw error;
}
