import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A part of the build, which is an environment of vite.config.ts. */
export type PartName = 'client' | 'worker' | 'studio' | 'ssr' | 'server';

interface Part {
  /** The display name. The pages consist of three environments: client code, service worker, server rendering. */
  readonly name: string;
  /** The output folder, relative to the root. */
  readonly folder: string;
  /** Glob patterns of the input files, in addition to the common ones. */
  readonly inputs: readonly string[];
}

const parts: Readonly<Record<PartName, Part>> = {
  client: {
    name: 'pages',
    folder: 'dist/client',
    inputs: ['src/site/**', 'src/package/react/theme.css'],
  },
  worker: { name: 'pages', folder: 'dist/worker', inputs: ['src/site/**'] },
  studio: { name: 'studio', folder: 'dist/studio', inputs: ['src/{api,site,studio}/**', 'docs/studio.md'] },
  ssr: { name: 'pages', folder: 'dist/site', inputs: ['src/site/**'] },
  server: {
    name: 'server',
    folder: 'dist/server',
    inputs: ['src/{api,server,site}/**', 'src/package/bundle-server.ts'],
  },
};

/** Inputs of every part. The lock file represents the versions of Node, Vite and every library. */
const commonInputs = [
  '{schemas,engine,widgets,src/contact}/**',
  'src/package/{third-party.ts,vite-plugins/**}',
  'package-lock.json',
  'vite.config.ts',
];

/** Files that match a pattern but are not inputs. The server reads content when it starts. */
const ignoredInputs =
  /\.test\.|\/testing\/|\.examples\.|(?<!^docs\/studio)\.md$|tsconfig\.json$|^src\/site\/content\//;

/** SHA-256 digests of files, by path. */
type Digests = Readonly<Record<string, string>>;

/** A part that must be built, and the inputs from which it will be built. */
export interface StalePart {
  readonly part: PartName;
  readonly inputs: Digests;
  /**
   * The sorted paths of the inputs that were changed, added or removed since the last build. Absent if no
   * build was completed.
   */
  readonly changed?: readonly string[];
}

/**
 * Returns the parts whose inputs differ from those of their last completed build; all parts if `dist` has no
 * complete build.
 */
export function findStaleParts(root: string): readonly StalePart[] {
  const digest = createFileDigester(root);
  const common = digestFiles(listInputFiles(root, commonInputs), digest);
  const isWhole = existsSync(join(root, 'dist/release.json'));
  return partNames.flatMap((part): readonly StalePart[] => {
    const inputs = { ...common, ...digestFiles(listInputFiles(root, parts[part].inputs), digest) };
    const built = isWhole ? readBuiltInputs(root, part) : undefined;
    if (built === undefined) return [{ part, inputs }];
    const paths = Object.keys({ ...built, ...inputs });
    const changed = paths.filter((path) => built[path] !== inputs[path]).toSorted();
    return changed.length === 0 ? [] : [{ part, inputs, changed }];
  });
}

/**
 * Writes the inputs from which a part was built to its output folder, which is created if it is absent. Call
 * it last, so that an interrupted build counts as stale. Vite removes the record with the output.
 */
export function recordBuildInputs(root: string, { part, inputs }: StalePart): void {
  const path = getRecordPath(root, part);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(inputs));
}

/**
 * Returns one sentence for the console: the parts to build, and the first changed file with the number of the
 * others. If there are no parts, it says that the build is current.
 */
export function describeBuild(stale: readonly StalePart[]): string {
  if (stale.length === 0) return 'The build is current.';
  const names = listFormat.format(new Set(stale.map(({ part }) => `the ${parts[part].name}`)));
  const [first, ...others] = new Set(stale.flatMap(({ changed = [] }) => changed));
  if (first === undefined && stale.length === partNames.length)
    return `Building ${names}, which takes up to half a minute: there is no complete build yet.`;
  if (first === undefined) return `Building ${names}: there is no complete build of it yet.`;
  const more =
    others.length === 0 ? '' : ` and ${others.length} other ${others.length === 1 ? 'file' : 'files'}`;
  return `Building ${names}: ${first}${more} changed.`;
}

/** Formats "the pages, the studio and the server". */
const listFormat = new Intl.ListFormat('en-GB');

/** Returns true if a text is the name of a part. */
export function isPartName(name: string): name is PartName {
  return Object.hasOwn(parts, name);
}

/**
 * Throws if a source module of a part is not among its inputs: a change of it would not trigger a build. The
 * message names the first one. Libraries are ignored.
 */
export function requireInputs(root: string, part: PartName, modules: Iterable<string>): void {
  const inputs = new Set(listInputFiles(root, [...commonInputs, ...parts[part].inputs]));
  for (const id of modules) {
    const path = relative(root, id.replace(/\?.*$/, '')).replaceAll('\\', '/');
    const isSource = !/^\.\.|\0|node_modules/.test(path) && existsSync(join(root, path));
    if (isSource && !inputs.has(path))
      throw new Error(
        `Cannot build "${part}": src/package/build-inputs.ts does not list "${path}" in its inputs`,
      );
  }
}

const partNames = Object.keys(parts) as PartName[];

/** Returns the paths of the files that match, relative to the root, without `ignoredInputs`. */
function listInputFiles(root: string, patterns: readonly string[]): readonly string[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((file) => file.isFile())
    .map((file) => relative(root, join(file.parentPath, file.name)).replaceAll('\\', '/'))
    .filter((path) => !ignoredInputs.test(path));
}

/** Returns the digests of files, by path. */
function digestFiles(paths: readonly string[], digest: (path: string) => string): Digests {
  return Object.fromEntries(paths.map((path) => [path, digest(path)]));
}

/**
 * Returns a function that computes the digest of a file by its path below the root, and caches it, because
 * the parts share files.
 */
function createFileDigester(root: string): (path: string) => string {
  const digests = new Map<string, string>();
  return (path) => {
    const known = digests.get(path);
    if (known !== undefined) return known;
    const digest = hash('sha256', readFileSync(join(root, path)), 'base64url');
    digests.set(path, digest);
    return digest;
  };
}

/** Returns the path of the file that records the inputs of a part's build. */
function getRecordPath(root: string, part: PartName): string {
  return join(root, parts[part].folder, '.vite/built-from.json');
}

/**
 * Returns the recorded inputs of the last build of a part. Undefined if there is no readable record. It does
 * not validate them.
 */
function readBuiltInputs(root: string, part: PartName): Digests | undefined {
  try {
    return JSON.parse(readFileSync(getRecordPath(root, part), 'utf8')) as Digests;
  } catch {
    return undefined;
  }
}
