import { formatNodeVersion, oldestNode, oldestServerNode } from './oldest-node.ts';

/** The properties of this repository's `package.json` that the package's manifest uses. */
export interface RootManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export interface ManifestOptions {
  readonly root: RootManifest;
  /** The names of the entries. Each is exported as `./NAME`. */
  readonly entries: readonly string[];
  /** The packages that the built files import. */
  readonly imports: ReadonlySet<string>;
}

/**
 * Packages that the host application provides, because a page must not load React twice. Any version of
 * `reactRange` has what we use, or `src/package/react/react-18.ts` adds it.
 */
const hostPackages = ['react', 'react-dom'];
const reactRange = '^18.3.0 || ^19.2.0';

/** The specifier by which built files import the bundled RJSF utilities. */
export const bundledUtilitiesName = '#rjsf-utilities';

/** The name of the server's package. */
const serverPackage = 'slipway-server';

/** The versions of Vite for which `slipway/vite` is written. Only its types are imported. */
const vitePackage = { vite: '>=6' };

/** Packages that the package never loads: only pages from the sources of this repository need Vite. */
const unusedPackages = Object.keys(vitePackage);

/**
 * Builds the `package.json` of the package `slipway`. The packages that its files import become dependencies,
 * except those of the host. The version ranges are `^` and the versions of this repository.
 * @throws Error If a built file imports a package that is not a dependency of this repository.
 */
export function buildPackageManifest({ root, entries, imports }: ManifestOptions): object {
  return {
    name: root.name,
    ...describePackage(root),
    sideEffects: ['**/*.css'],
    engines: { node: `>=${formatNodeVersion(oldestNode)}` },
    bin: { slipway: './src/package/command.js' },
    exports: {
      ...Object.fromEntries(entries.map((entry) => [`./${entry}`, exportEntry(entry)])),
      // TypeScript needs types even for an import without bindings.
      './theme.css': { types: './types/theme.d.ts', default: './theme.css' },
      './vite/client': { types: './types/vite-client.d.ts' },
      './schemas/*': './schemas/*',
      './package.json': './package.json',
    },
    dependencies: toVersionRanges(root, imports),
    peerDependencies: {
      ...Object.fromEntries(hostPackages.map((name) => [name, reactRange])),
      ...vitePackage,
    },
    peerDependenciesMeta: Object.fromEntries(
      [...hostPackages, ...unusedPackages].map((name) => [name, { optional: true }]),
    ),
  };
}

/**
 * Builds the `package.json` of the package `slipway-server`, which contains all that a server needs of this
 * repository. It does not depend on `slipway`: both are installed from files, and a dependency would be looked
 * up in a registry, where somebody else may own the name.
 * @throws Error As `buildPackageManifest`.
 */
export function buildServerManifest({ root, imports }: Omit<ManifestOptions, 'entries'>): object {
  return {
    name: serverPackage,
    ...describePackage(root),
    description: 'The server of Slipway, with its studio.',
    engines: { node: `>=${formatNodeVersion(oldestServerNode)}` },
    bin: { [serverPackage]: './src/package/server-command.js' },
    exports: {
      '.': exportEntry('server'),
      './schemas/*': './schemas/*',
      './package.json': './package.json',
    },
    dependencies: toVersionRanges(root, imports),
  };
}

/** The properties that both packages have. */
function describePackage({ version, description, license }: RootManifest): object {
  return {
    version,
    description,
    license,
    type: 'module',
    imports: { [bundledUtilitiesName]: './src/package/rjsf-utilities.js' },
  };
}

/** Returns the export of the module of an entry. */
function exportEntry(entry: string): object {
  return { types: `./types/${entry}.d.ts`, default: `./src/package/${entry}.js` };
}

/**
 * Returns the version ranges of the packages that the built files import, sorted by name, without those of the
 * host.
 * @throws Error If this repository does not have one.
 */
function toVersionRanges({ dependencies }: RootManifest, imports: ReadonlySet<string>): object {
  const ignored = [...hostPackages, ...unusedPackages];
  const names = [...imports].filter((name) => !ignored.includes(name)).toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const version = dependencies[name];
      if (version === undefined)
        throw new Error(
          `Cannot write the package: it imports "${name}", which is not a dependency in package.json`,
        );
      return [name, `^${version}`];
    }),
  );
}
