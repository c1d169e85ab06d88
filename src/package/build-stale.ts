/**
 * Builds the parts (pages, studio, server) whose inputs changed since their last build, and prints one line
 * about it: `node src/package/build-stale.ts`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeBuild, findStaleParts } from './build-inputs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const vite = 'node_modules/vite/bin/vite.js';

if (import.meta.main) await buildStale();

/**
 * Builds the stale parts, if there are any, and prints one line about it. Ends the process if a build fails.
 * @param prepare Runs before a build, and not if the build is current.
 * @returns True if the whole build is current afterwards. False if parts are stale and Vite is not installed;
 * then nothing is built.
 */
export async function buildStale(prepare?: () => Promise<void>): Promise<boolean> {
  const stale = findStaleParts(root);
  if (stale.length > 0 && !existsSync(join(root, vite))) {
    console.log('Building nothing: Vite is not installed (npm ci --omit=dev).');
    return false;
  }
  if (stale.length > 0) await prepare?.();
  console.log(describeBuild(stale));
  if (stale.length > 0) buildWithVite();
  return true;
}

/** Runs `vite build`, which builds the stale parts, in a child process. Ends this process if that fails. */
function buildWithVite(): void {
  // With another NODE_ENV, such as Vitest's, the bundles would contain React's development build.
  const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env;
  const args = [vite, 'build', '--app', '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
