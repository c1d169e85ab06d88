import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildRelease } from '../server/pages/release.ts';
import { describeBuild, findStaleParts, type PartName, recordBuilt } from './build-inputs.ts';

interface BuildSteps {
  readonly build: (part: PartName) => Promise<unknown>;
  /** Runs once all parts are there. */
  readonly finish: () => Promise<void>;
}

/** Builds the parts that are stale, below `dist`. A second build waits until the first has ended, and then looks what is stale. */
export async function buildStaleParts(root: string, { build, finish }: BuildSteps): Promise<void> {
  const unlock = lockBuild(root);
  try {
    const stale = findStaleParts(root);
    if (stale.length === 0) return console.log(describeBuild(stale));
    await buildRelease(root, async () => {
      for (const { part } of stale) await build(part);
      await finish();
    });
    for (const part of stale) recordBuilt(root, part);
  } finally {
    unlock();
  }
}

/** How long a build waits for another one. */
const patienceMs = 10 * 60_000;

/** The lock is SQLite's on an empty file: the system releases it however its process ends. */
function lockBuild(root: string): () => void {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const path = join(root, '.cache/build.lock');
  try {
    return lockWithin(path, 0);
  } catch {
    console.log('Waiting for another build of this folder to end.');
    return lockWithin(path, patienceMs);
  }
}

function lockWithin(path: string, timeout: number): () => void {
  const lock = new DatabaseSync(path, { timeout });
  lock.exec('BEGIN EXCLUSIVE');
  return () => lock.close();
}
