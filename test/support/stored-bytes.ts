import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from './server.ts';

/** Returns every file of the data folder, with its relative path. */
export function readDataFiles({ data }: Pick<RunningServer, 'data'>): readonly (readonly [string, Buffer])[] {
  return readdirSync(data, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const path = join(entry.parentPath, entry.name);
    try {
      return [[path.slice(data.length + 1), readFileSync(path)]];
    } catch {
      // The file was removed meanwhile.
      return [];
    }
  });
}

/** Returns the markers that occur in files of the data folder, with the file. */
export function findMarkers(
  of: Pick<RunningServer, 'data'>,
  markers: readonly (string | Buffer)[],
): readonly string[] {
  return readDataFiles(of).flatMap(([path, bytes]) => {
    // Verbatim, and in lower case, as an index stores it.
    const folded = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');
    return markers
      .filter((one) => bytes.includes(one) || (typeof one === 'string' && folded.includes(one.toLowerCase())))
      .map((one) => `${path}: ${typeof one === 'string' ? one : one.toString('hex').slice(0, 16)}`);
  });
}
