import { studioPackage } from '../server/studio/studio-folder.ts';
import { oldestNodeName } from './oldest-node.ts';

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
  /** Returns the packages that the built files of a glob pattern import. */
  readonly imports: (pattern: string) => ReadonlySet<string>;
}

/**
 * Packages that the host application provides, because a page must not load React twice. Any version from
 * `oldestReact` has what we use.
 */
const hostPackages = ['react', 'react-dom'];
const oldestReact = '^19.2.0';

/** The specifier by which built files import the bundled RJSF utilities. */
export const bundledUtilitiesName = '#rjsf-utilities';

/** The versions of Vite for which `slipway/vite` is written. Only its types are imported. */
const vitePackage = { vite: '>=6' };

/** Packages that the package never loads: only pages from the sources of this repository need Vite. */
const unusedPackages = Object.keys(vitePackage);

/**
 * Builds the `package.json` of the published package. Imports of the engine and the command line become
 * dependencies. Imports of the server alone become optional peers, because an application that only shows
 * forms needs no database and no mailer. The version ranges are `^` and the versions of this repository.
 * @throws Error If a built file imports a package that is not a dependency of this repository.
 */
export function buildPackageManifest({ root, entries, imports }: ManifestOptions): object {
  /** Returns `^` and the version of a dependency. Throws if this repository does not have it. */
  const getVersionRange = (name: string): string => {
    const version = root.dependencies[name];
    if (version === undefined)
      throw new Error(
        `Cannot write the package: it imports "${name}", which is not a dependency in package.json`,
      );
    return `^${version}`;
  };
  /** Returns the version ranges of packages, sorted by name. */
  const toVersionRanges = (names: readonly string[]) =>
    Object.fromEntries(names.toSorted().map((name) => [name, getVersionRange(name)]));
  const base = [...imports('{engine,schemas,src/{package,cli}}/**/*.js')].filter(
    (name) => !hostPackages.includes(name) && !unusedPackages.includes(name),
  );
  const all = [...imports('**/*.js')].filter((name) => !unusedPackages.includes(name));
  const serverOnly = all.filter((name) => !base.includes(name) && !hostPackages.includes(name));
  const { name, version, description, license } = root;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: ['**/*.css'],
    engines: { node: `>=${oldestNodeName}` },
    bin: { slipway: './src/package/command.js' },
    imports: { [bundledUtilitiesName]: './src/package/rjsf-utilities.js' },
    exports: {
      ...Object.fromEntries(
        entries.map((entry) => [
          `./${entry}`,
          { types: `./types/${entry}.d.ts`, default: `./src/package/${entry}.js` },
        ]),
      ),
      // TypeScript needs types even for an import without bindings.
      './theme.css': { types: './types/theme.d.ts', default: './theme.css' },
      './vite/client': { types: './types/vite-client.d.ts' },
      './schemas/*': './schemas/*',
      './package.json': './package.json',
    },
    dependencies: toVersionRanges(base),
    peerDependencies: {
      ...toVersionRanges(serverOnly),
      // The exact version: the interface between these files and the server is private and can change with
      // every release.
      [studioPackage]: version,
      ...Object.fromEntries(hostPackages.map((one) => [one, oldestReact])),
      ...vitePackage,
    },
    peerDependenciesMeta: Object.fromEntries(
      [...hostPackages, ...serverOnly, studioPackage, ...unusedPackages]
        .toSorted()
        .map((name) => [name, { optional: true }]),
    ),
  };
}

/**
 * Builds the `package.json` of the studio's files. They are a separate package, because an application that
 * only shows forms does not need them.
 */
export function buildStudioManifest({ version, license }: RootManifest): object {
  return {
    name: studioPackage,
    version,
    license,
    description: "The studio's files, for slipway/server of the same version.",
    type: 'module',
    exports: { './package.json': './package.json' },
  };
}
