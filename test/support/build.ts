import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds what the journeys are served, once a run, as far as its sources have changed. */
export default function setup(): void {
  execFileSync(process.execPath, ['src/package/build-stale.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    stdio: 'inherit',
  });
}
