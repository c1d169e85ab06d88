import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of what `npm run build` makes, and the note in it that says of what. */
const buildFolder = 'dist';
const noteFile = 'release.json';

/** What a build is of. */
interface Release {
  readonly version: string;
  /** A digest of the sources that a server and what browsers load have in common. */
  readonly common: string;
}

/**
 * What has to be the same here and in what is built: the engine, by which page and server judge alike, and what they tell each other. Sources that
 * are built alone (looks, the studio's parts) may differ; a package has compiled ones.
 */
const commonSources = [
  'engine/**/*.{ts,js,json}',
  'src/contact/section-data.ts',
  'src/site/views.ts',
  'src/studio/protocol*.ts',
];

/** Builds, below a folder of the program (`dist`); what is built then says of which release it is, and nothing until all of it is there. */
export async function buildRelease(root: string, build: () => Promise<void>): Promise<void> {
  rmSync(noteOf(root), { force: true });
  await build();
  writeFileSync(noteOf(root), `${JSON.stringify(releaseOf(root))}\n`);
}

/**
 * Looks whether what is built below a folder of the program is there, and of the same release, wherever it was built.
 * @throws an `Error` fit to be printed, where it is not.
 */
export function requireRelease(root: string): void {
  const folder = join(root, buildFolder);
  if (!existsSync(join(folder, 'client/.vite/manifest.json')))
    throw new Error(`Cannot find what is built at "${folder}"; ${remedy}`);
  const here = releaseOf(root);
  const built = readNote(root);
  if (built?.version === here.version && built.common === here.common) return;
  const other =
    built === undefined
      ? 'it does not say of which release it is'
      : built.version === here.version
        ? `it was built of other sources of ${here.version}`
        : `it is of ${built.version}, and this is ${here.version}`;
  throw new Error(`Cannot serve what is built at "${folder}": ${other}; ${remedy}`);
}

const remedy = 'run "npm run build" here, or copy the folder from where this release was built';

function noteOf(root: string): string {
  return join(root, buildFolder, noteFile);
}

function readNote(root: string): Release | undefined {
  try {
    return JSON.parse(readFileSync(noteOf(root), 'utf8')) as Release;
  } catch {
    return undefined;
  }
}

function releaseOf(root: string): Release {
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
