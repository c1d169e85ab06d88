import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates an empty folder and returns its path. It is removed after the running test. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
