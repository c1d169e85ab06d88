import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const buildFolder = 'dist';
const releaseFile = 'release.json';

interface BuildRelease {
  /** The version in `package.json`. */
  readonly version: string;
  /** A digest of the sources that the server and the browser's code share. */
  readonly common: string;
}

/**
 * Sources that must be the same in the server and in the build: the engine, so that page and server judge
 * alike, and their protocols. Other sources (styles, parts of the studio) may differ; a package contains
 * compiled sources.
 */
const commonSources = [
  'engine/**/*.{ts,js,json}',
  'src/contact/section-data.ts',
  'src/site/views.ts',
  'src/api/*.ts',
];

/**
 * Runs `build` and then writes the release of the sources to `dist/release.json`. The file is removed first,
 * so that a build that fails has none; the failure is passed on.
 */
export async function buildRelease(root: string, build: () => Promise<void>): Promise<void> {
  rmSync(getReleasePath(root), { force: true });
  await build();
  writeFileSync(getReleasePath(root), `${JSON.stringify(computeRelease(root))}\n`);
}

/**
 * Checks that the build exists and has the version and the common sources of this release, wherever it was
 * built.
 * @throws an `Error` whose message can be printed, if it does not.
 */
export function requireRelease(root: string): void {
  const folder = join(root, buildFolder);
  if (!existsSync(join(folder, 'client/.vite/manifest.json')))
    throw new Error(`Cannot find the build at "${folder}"; ${remedy}`);
  const here = computeRelease(root);
  const built = readRelease(root);
  if (built?.version === here.version && built.common === here.common) return;
  const other =
    built === undefined
      ? 'it does not name its release'
      : built.version === here.version
        ? `it was built from other sources of ${here.version}`
        : `it is of release ${built.version}, and this is ${here.version}`;
  throw new Error(`Cannot serve the build at "${folder}": ${other}; ${remedy}`);
}

const remedy = 'run "npm run build" here, or copy the folder from a build of this release';

function getReleasePath(root: string): string {
  return join(root, buildFolder, releaseFile);
}

/** Returns the recorded release of the build; undefined if there is no record or it is not JSON. */
function readRelease(root: string): BuildRelease | undefined {
  try {
    return JSON.parse(readFileSync(getReleasePath(root), 'utf8')) as BuildRelease;
  } catch {
    return undefined;
  }
}

/**
 * Returns the version in `package.json`, and the digest of the common sources without tests. Line ends do not
 * change the digest.
 */
function computeRelease(root: string): BuildRelease {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const hash = createHash('sha256');
  const files = commonSources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('.test.'))
    .toSorted();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
    hash.update(`${file}\0${text}\0`);
  }
  return { version, common: hash.digest('hex') };
}
