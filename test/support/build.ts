import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bundle = `${root}dist/site/server.js`;
const stamp = `${root}dist/.built-from`;
const sources = [
  '{schemas,engine,widgets,src/contact,src/site,src/studio}/**/*.{ts,tsx,css,json,svg,webp,avif,jpg,png}',
  'vite.config.ts',
  'package-lock.json',
];

/** Builds the site for the journeys, once a run, and only if its sources changed since the last such build. */
export default function setup(): void {
  const fingerprint = fingerprintOf(sources);
  if (existsSync(bundle) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    env: withoutTestEnvironment(process.env),
    stdio: 'inherit',
  });
  writeFileSync(stamp, fingerprint);
}

function fingerprintOf(globs: readonly string[]): string {
  const hash = createHash('sha256');
  const paths = globs
    .flatMap((glob) => globSync(glob, { cwd: root }))
    .filter((path) => !path.includes('.test.'));
  for (const path of paths.sort())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(root + path))
      .update('\0');
  return hash.digest('hex');
}

/** Vitest sets NODE_ENV=test, with which React's development build would be bundled. */
function withoutTestEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, VITEST: _vitest, ...rest } = env;
  return rest;
}
