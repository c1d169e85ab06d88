/**
 * Completes package-lock.json: `npm run lock`, after an install.
 *
 * Where a registry lacks some platform's optional package, npm 11 leaves it out of the lock file, and `npm ci` then
 * refuses the file everywhere. Each gets the entry that npm would write, without the integrity that only the
 * registry knows.
 *
 * What packages say of the Node that they run on is held against the one that npm brings along, here and in `test/house/lock`, and not left
 * to `npm ci`: that would hold it against the shell's, which runs none of them, and greet whoever has Node 20 with seventy lines.
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
  const missing = missingEntries(lock);
  const packages = Object.fromEntries(
    Object.entries({ ...withoutKnownEngines(lock), ...missing }).sort(([one], [other]) =>
      one < other ? -1 : 1,
    ),
  );
  writeFileSync(lockPath, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(`package-lock.json: ${Object.keys(missing).length} entries added`);
}

/** The entries of optional packages that the lock file names but does not hold, by their place; empty if complete. */
export function missingEntries({ packages }: Lock): Record<string, Entry> {
  const missing: Record<string, Entry> = {};
  for (const [place, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (placesSeenFrom(place, name).some((seen) => packages[seen])) continue;
      missing[`node_modules/${name}`] = {
        version,
        ...(dev ? { dev } : {}),
        optional: true,
        ...platformOf(name),
      };
    }
  }
  return missing;
}

/** The entries of a lock file without what the Node that it brings along satisfies. The root's own is for whoever installs it. */
export function withoutKnownEngines({ packages }: Lock): Readonly<Record<string, Entry>> {
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

/** Where Node looks for a package, from inside another one's folder up to the root. */
function placesSeenFrom(place: string, name: string): string[] {
  const folders = place.split('/node_modules/');
  const nested = folders.map(
    (_folder, at) => `${folders.slice(0, at + 1).join('/node_modules/')}/node_modules/${name}`,
  );
  return [...nested, `node_modules/${name}`];
}

/** What a platform's package restricts itself to, which its name spells out: `binding-linux-x64-musl`. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
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
