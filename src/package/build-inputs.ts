import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A part of the build: an environment of vite.config.ts. */
export type PartName = 'client' | 'studio' | 'ssr' | 'server';

interface Part {
  /** What a person calls it. Visitors' pages are two environments: what browsers load, and what draws pages in the server. */
  readonly name: string;
  /** Where it is built, below the root. */
  readonly folder: string;
  /** Patterns of the files that it is built of, besides the common ones. */
  readonly inputs: readonly string[];
}

const parts: Readonly<Record<PartName, Part>> = {
  client: {
    name: 'pages',
    folder: 'dist/client',
    inputs: ['src/site/**', 'src/package/react/theme.css'],
  },
  studio: { name: 'studio', folder: 'dist/studio', inputs: ['src/{site,studio}/**'] },
  ssr: { name: 'pages', folder: 'dist/site', inputs: ['src/site/**'] },
  server: {
    name: 'server',
    folder: 'dist/server',
    inputs: ['src/{server,site}/**', 'src/package/bundle-server.ts'],
  },
};

/** What each part is built of. The lock file stands for the versions of Node, Vite and every library. */
const commonInputs = [
  '{schemas,engine,widgets,src/contact}/**',
  'src/package/{slim-libraries,third-party}.ts',
  'package-lock.json',
  'vite.config.ts',
];

/** What no part is built of, though a pattern has it. The server reads content when it starts. */
const notInputs = /\.test\.|\/testing\/|\.examples\.|\.md$|tsconfig\.json$|^src\/site\/content\//;

/** The digests of a part's inputs, by path below the root. */
type Digests = Readonly<Record<string, string>>;

/** A part that has to be built. */
export interface StalePart {
  readonly part: PartName;
  /** Its inputs as they are now. */
  readonly inputs: Digests;
  /** The inputs that have changed, came or went since it was built; absent if it was never built to its end. */
  readonly changed?: readonly string[];
}

/** Returns the parts whose inputs are not those of the last build that ended. This alone decides whether a build is current. */
export function findStaleParts(root: string): readonly StalePart[] {
  const digest = digestOnce(root);
  const common = digestAll(listFiles(root, commonInputs), digest);
  const isWhole = existsSync(join(root, 'dist/release.json'));
  return partNames.flatMap((part): readonly StalePart[] => {
    const inputs = { ...common, ...digestAll(listFiles(root, parts[part].inputs), digest) };
    const built = isWhole ? readRecord(root, part) : undefined;
    if (built === undefined) return [{ part, inputs }];
    const paths = Object.keys({ ...built, ...inputs });
    const changed = paths.filter((path) => built[path] !== inputs[path]).toSorted();
    return changed.length === 0 ? [] : [{ part, inputs, changed }];
  });
}

/** Records what a part was built of: last of all, so that a build that is interrupted counts as stale. Vite removes it with the rest. */
export function recordBuilt(root: string, { part, inputs }: StalePart): void {
  const path = recordPath(root, part);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(inputs));
}

/** Returns one sentence that says what is built, and why. */
export function describeBuild(stale: readonly StalePart[]): string {
  if (stale.length === 0) return 'The build is current.';
  const names = list.format(new Set(stale.map(({ part }) => `the ${parts[part].name}`)));
  const [first, ...others] = new Set(stale.flatMap(({ changed = [] }) => changed));
  if (first === undefined && stale.length === partNames.length)
    return `Building ${names}, which takes up to half a minute: there is no whole build yet.`;
  if (first === undefined) return `Building ${names}: there is no whole build of it yet.`;
  const more =
    others.length === 0 ? '' : ` and ${others.length} other ${others.length === 1 ? 'file' : 'files'}`;
  return `Building ${names}: ${first}${more} changed.`;
}

/** "the pages, the studio and the server" */
const list = new Intl.ListFormat('en-GB');

/** Returns whether an environment of that name is a part of the build. */
export function isPart(name: string): name is PartName {
  return Object.hasOwn(parts, name);
}

/**
 * Requires that every module of a part is among its inputs, since a change of another one would go unnoticed.
 * @throws an `Error` that names the first one that is not.
 */
export function requireInputs(root: string, part: PartName, modules: Iterable<string>): void {
  const inputs = new Set(listFiles(root, [...commonInputs, ...parts[part].inputs]));
  for (const id of modules) {
    const path = relative(root, id.replace(/\?.*$/, '')).replaceAll('\\', '/');
    const isSource = !/^\.\.|\0|node_modules/.test(path) && existsSync(join(root, path));
    if (isSource && !inputs.has(path))
      throw new Error(
        `Cannot build "${part}": src/package/build-inputs.ts does not have "${path}" among its inputs`,
      );
  }
}

const partNames = Object.keys(parts) as PartName[];

function listFiles(root: string, patterns: readonly string[]): readonly string[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((file) => file.isFile())
    .map((file) => relative(root, join(file.parentPath, file.name)).replaceAll('\\', '/'))
    .filter((path) => !notInputs.test(path));
}

function digestAll(paths: readonly string[], digest: (path: string) => string): Digests {
  return Object.fromEntries(paths.map((path) => [path, digest(path)]));
}

/** Returns a function that digests each file once, though several parts have it. */
function digestOnce(root: string): (path: string) => string {
  const digests = new Map<string, string>();
  return (path) => {
    const known = digests.get(path);
    if (known !== undefined) return known;
    const digest = hash('sha256', readFileSync(join(root, path)), 'base64url');
    digests.set(path, digest);
    return digest;
  };
}

function recordPath(root: string, part: PartName): string {
  return join(root, parts[part].folder, '.vite/built-from.json');
}

function readRecord(root: string, part: PartName): Digests | undefined {
  try {
    return JSON.parse(readFileSync(recordPath(root, part), 'utf8')) as Digests;
  } catch {
    return undefined;
  }
}
