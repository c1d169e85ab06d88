import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds once per run what the journeys are served, if its sources have changed. */
export default function setup(): void {
  execFileSync(process.execPath, ['src/package/build-stale.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    stdio: 'inherit',
  });
}
