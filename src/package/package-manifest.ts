import { studioPackage } from '../server/studio/studio-folder.ts';
import { oldestNodeName } from './oldest-node.ts';

/** The parts of our own `package.json` that the package's is made of. */
export interface RootManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** What a manifest is made from. */
export interface ManifestOptions {
  readonly root: RootManifest;
  /** The names of the entries. */
  readonly entries: readonly string[];
  /** The packages that the built files of a pattern import. */
  readonly imports: (pattern: string) => ReadonlySet<string>;
}

/** Whoever embeds the form has them already, in one version: any from that on that has what we take of it. */
const ofTheHost = ['react', 'react-dom'];
const oldestReact = '^19.2.0';

/** What stands in the package itself, where our sources name RJSF's utilities. */
export const ownUtilitiesName = '#rjsf-utilities';

/** What a server that starts from the package never loads: `--dev` serves this repository's own sources. */
const unused = ['vite'];

/**
 * The `package.json` of what others install: what the engine and the command line import are dependencies, what the server alone imports
 * are optional peers, because who draws forms needs neither a database nor a mailer. Versions are ours.
 * @throws where a built file imports what is no dependency of ours.
 */
export function packageManifest({ root, entries, imports }: ManifestOptions): object {
  const rangeOf = (name: string): string => {
    const version = root.dependencies[name];
    if (version === undefined)
      throw new Error(
        `Cannot write the package: it imports "${name}", which is no dependency of package.json`,
      );
    return `^${version}`;
  };
  const ranges = (names: readonly string[]) =>
    Object.fromEntries(names.toSorted().map((name) => [name, rangeOf(name)]));
  const base = [...imports('{engine,schemas,src/{package,cli}}/**/*.js')].filter(
    (name) => !ofTheHost.includes(name),
  );
  const all = [...imports('**/*.js')].filter((name) => !unused.includes(name));
  const served = all.filter((name) => !base.includes(name) && !ofTheHost.includes(name));
  const { name, version, description, license } = root;
  return {
    ...{ name, version, description, license },
    type: 'module',
    sideEffects: ['**/*.css'],
    engines: { node: `>=${oldestNodeName}` },
    bin: { slipway: './src/package/command.js' },
    imports: { [ownUtilitiesName]: './src/package/rjsf-utilities.js' },
    exports: {
      ...Object.fromEntries(
        entries.map((entry) => [
          `./${entry}`,
          { types: `./types/${entry}.d.ts`, default: `./src/package/${entry}.js` },
        ]),
      ),
      // TypeScript asks what is imported for its effects, too.
      './theme.css': { types: './types/theme.d.ts', default: './theme.css' },
      './schemas/*': './schemas/*',
      './package.json': './package.json',
    },
    dependencies: ranges(base),
    peerDependencies: {
      ...ranges(served),
      // Its files and this server speak with each other, and promise nobody else anything.
      [studioPackage]: version,
      ...Object.fromEntries(ofTheHost.map((one) => [one, oldestReact])),
    },
    peerDependenciesMeta: Object.fromEntries(
      [...ofTheHost, ...served, studioPackage].toSorted().map((name) => [name, { optional: true }]),
    ),
  };
}

/** The `package.json` of the studio's files, which a server takes from a package of their own: who draws forms edits none. */
export function studioManifest({ version, license }: RootManifest): object {
  return {
    ...{ name: studioPackage, version, license },
    description: "The studio's files, for slipway/server of the same version.",
    type: 'module',
    exports: { './package.json': './package.json' },
  };
}
