/** Builds what is stale of what browsers load and what draws pages, and says in one line what it does: `node src/package/build-stale.ts`. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeBuild, findStaleParts } from './build-inputs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const vite = 'node_modules/vite/bin/vite.js';

const stale = findStaleParts(root);
if (stale.length > 0 && !existsSync(join(root, vite))) {
  // Without development dependencies the server serves what was built elsewhere, or says itself why it cannot.
  console.log('Building nothing: Vite is not installed (npm ci --omit=dev).');
} else {
  console.log(describeBuild(stale));
  if (stale.length > 0) process.exitCode = runVite();
}

function runVite(): number {
  // With another NODE_ENV, such as Vitest's, React's development build would be bundled.
  const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env;
  const args = [vite, 'build', '--app', '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  return status ?? 1;
}
