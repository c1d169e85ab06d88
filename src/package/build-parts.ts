import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildRelease } from '../server/forms/pages/release.ts';
import { describeBuild, findStaleParts, type PartName, recordBuildInputs } from './build-inputs.ts';

interface BuildSteps {
  /** Builds a part. */
  readonly build: (part: PartName) => Promise<unknown>;
  /** Runs once after all parts are built. */
  readonly finish: () => Promise<void>;
}

/**
 * Builds the stale parts into `dist`, one after the other, and then records their inputs; prints a line if
 * there are none. Rejects if a part cannot be built: then all remain stale. A concurrent build waits for this
 * one and then checks again what is stale.
 */
export async function buildStaleParts(root: string, { build, finish }: BuildSteps): Promise<void> {
  const unlock = lockBuild(root);
  try {
    const stale = findStaleParts(root);
    if (stale.length === 0) return console.log(describeBuild(stale));
    await buildRelease(root, async () => {
      for (const { part } of stale) await build(part);
      await finish();
    });
    for (const part of stale) recordBuildInputs(root, part);
  } finally {
    unlock();
  }
}

const lockTimeoutMs = 10 * 60_000;

/**
 * Locks the build and returns a function that unlocks it. If another build is running, prints a line and
 * waits for it; throws after ten minutes. The lock is SQLite's lock on an empty file, which the system
 * releases even if the process is killed.
 */
function lockBuild(root: string): () => void {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const path = join(root, '.cache/build.lock');
  try {
    return lockFile(path, 0);
  } catch {
    console.log('Waiting for another build of this folder to end.');
    return lockFile(path, lockTimeoutMs);
  }
}

/**
 * Locks a file, which is created if it is absent, and returns a function that unlocks it. Blocks the process
 * while another has the lock; throws an error if that is still so after the timeout.
 */
function lockFile(path: string, timeoutMs: number): () => void {
  const lock = new DatabaseSync(path, { timeout: timeoutMs });
  lock.exec('BEGIN EXCLUSIVE');
  return () => lock.close();
}
