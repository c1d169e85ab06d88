import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from './server.ts';

/** Every file of the data folder, by its path below that. */
export function filesOf({ data }: Pick<RunningServer, 'data'>): readonly (readonly [string, Buffer])[] {
  return readdirSync(data, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const path = join(entry.parentPath, entry.name);
    try {
      return [[path.slice(data.length + 1), readFileSync(path)]];
    } catch {
      // It has gone meanwhile.
      return [];
    }
  });
}

/** Which of the markers stands where, in any file of the data folder. */
export function bytesFound(
  of: Pick<RunningServer, 'data'>,
  markers: readonly (string | Buffer)[],
): readonly string[] {
  return filesOf(of).flatMap(([path, bytes]) => {
    // As it was written, and without the case that an index folds.
    const folded = Buffer.from(bytes.toString('latin1').toLowerCase(), 'latin1');
    return markers
      .filter((one) => bytes.includes(one) || (typeof one === 'string' && folded.includes(one.toLowerCase())))
      .map((one) => `${path}: ${typeof one === 'string' ? one : one.toString('hex').slice(0, 16)}`);
  });
}
