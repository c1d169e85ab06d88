/** Builds what is stale, and says in one line what it does: `node src/package/build-stale.ts`. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeBuild, findStaleParts } from './build-inputs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const vite = 'node_modules/vite/bin/vite.js';

if (import.meta.main) buildStale();

/** Builds what is stale; returns whether all of the build is current then. Without Vite it builds nothing. Ends the process if a build fails. */
export function buildStale(): boolean {
  const stale = findStaleParts(root);
  if (stale.length > 0 && !existsSync(join(root, vite))) {
    console.log('Building nothing: Vite is not installed (npm ci --omit=dev).');
    return false;
  }
  console.log(describeBuild(stale));
  if (stale.length > 0) runVite();
  return true;
}

function runVite(): void {
  // With another NODE_ENV, such as Vitest's, React's development build would be bundled.
  const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env;
  const args = [vite, 'build', '--app', '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
