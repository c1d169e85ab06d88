/**
 * Completes package-lock.json: `npm run lock`, after an install.
 *
 * If a registry lacks an optional package for some platform, npm 11 omits it from the lock file, and `npm ci`
 * then rejects the file everywhere. This adds the entry that npm would write, without the integrity, which
 * only the registry knows.
 *
 * The `engines` of packages are compared with the Node version that npm installs, here and in
 * `test/house/lock`. `npm ci` would compare them with the shell's Node, which runs none of them, and print
 * seventy lines of warnings for Node 20.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { acceptsNode } from './engines.ts';

interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly engines?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, Entry>>;
}

const lockPath = fileURLToPath(new URL('../../package-lock.json', import.meta.url));

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
  'arm',
];

if (import.meta.main) {
  const lock: Lock = JSON.parse(readFileSync(lockPath, 'utf8'));
  const missing = findMissingEntries(lock);
  const packages = Object.fromEntries(
    Object.entries({ ...removeSatisfiedEngines(lock), ...missing }).sort(([one], [other]) =>
      one < other ? -1 : 1,
    ),
  );
  writeFileSync(lockPath, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(`package-lock.json: ${Object.keys(missing).length} entries added`);
}

/**
 * Returns the entries of optional packages that the lock file names but does not contain, by path. Empty if
 * it is complete.
 */
export function findMissingEntries({ packages }: Lock): Record<string, Entry> {
  const missing: Record<string, Entry> = {};
  for (const [place, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (listLookupPaths(place, name).some((seen) => packages[seen])) continue;
      missing[`node_modules/${name}`] = {
        version,
        ...(dev ? { dev } : {}),
        optional: true,
        ...parsePlatform(name),
      };
    }
  }
  return missing;
}

/**
 * Returns the entries of a lock file without the `engines` that the installed Node satisfies. The root's own
 * `engines` stay, for people who install it.
 */
export function removeSatisfiedEngines({ packages }: Lock): Readonly<Record<string, Entry>> {
  const node = packages['node_modules/node']?.version ?? '';
  const entries = Object.entries(packages).map(([place, entry]): readonly [string, Entry] => {
    const { engines, ...rest } = entry;
    if (place === '' || engines?.node === undefined || !acceptsNode(engines.node, node))
      return [place, entry];
    const { node: _satisfied, ...others } = engines;
    return [place, Object.keys(others).length === 0 ? rest : { ...rest, engines: others }];
  });
  return Object.fromEntries(entries);
}

/** Returns the paths at which Node looks for a package, from a folder up to the root. */
function listLookupPaths(place: string, name: string): string[] {
  const folders = place.split('/node_modules/');
  const nested = folders.map(
    (_folder, at) => `${folders.slice(0, at + 1).join('/node_modules/')}/node_modules/${name}`,
  );
  return [...nested, `node_modules/${name}`];
}

/** Returns the platform of a package, parsed from its name: `binding-linux-x64-musl`. */
function parsePlatform(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (os.length === 0 && cpu.length === 0) {
    throw new Error(
      `Cannot complete package-lock.json for "${name}": its name tells no platform; add it by hand`,
    );
  }
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.includes('gnu')
      ? ['glibc']
      : [];
  return {
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    ...(os.length > 0 ? { os } : {}),
  };
}
