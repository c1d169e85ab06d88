import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export interface Library {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression of its manifest: `MIT`. */
  readonly license: string;
  /** The text of the licence, and of the `NOTICE` file if there is one. */
  readonly text: string;
}

/**
 * Returns the libraries to which the modules of a bundle belong, without duplicates, sorted by name. Our own
 * modules and those of the bundler are ignored.
 * @throws Error If a library has no licence.
 */
export function listBundledLibraries(moduleIds: Iterable<string>): readonly Library[] {
  const folders = new Set([...moduleIds].map(findPackageFolder).filter((folder) => folder !== undefined));
  return removeDuplicateLibraries([...folders].map(readLibrary));
}

/**
 * Returns the libraries without duplicates, sorted by name and version. Of two with the same name and version
 * the last is used.
 */
export function removeDuplicateLibraries(libraries: readonly Library[]): readonly Library[] {
  const byName = new Map(libraries.map((library) => [`${library.name} ${library.version}`, library]));
  return [...byName.keys()].toSorted().flatMap((key) => byName.get(key) ?? []);
}

/**
 * Formats the list of libraries with their licences. Libraries with the same licence text share one entry.
 */
export function formatThirdPartyText(libraries: readonly Library[]): string {
  const byText = Map.groupBy(libraries, ({ text }) => text);
  const parts = [...byText].map(([text, those]) => {
    const names = those.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return `${names.join('\n')}\n\n${text}\n`;
  });
  return [`${heading}\n`, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}

const heading = 'Libraries that are bundled with this release of Slipway, each with its licence.';

/**
 * Returns the package folder of a module. Undefined for our own modules and those of the bundler, and for a
 * folder without a `package.json`.
 */
function findPackageFolder(moduleId: string): string | undefined {
  const [, folder] =
    /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)\//.exec(moduleId.replaceAll('\\', '/')) ?? [];
  return folder !== undefined && existsSync(join(folder, 'package.json')) ? folder : undefined;
}

/**
 * Reads the library of a package folder. Throws an error if its manifest names no licence or there is no
 * licence text.
 */
function readLibrary(folder: string): Library {
  const { name, version, license } = readLibraryManifest(folder);
  const text = readLicenceText(folder) ?? findSiblingLicence(folder);
  if (license === undefined || text === undefined)
    throw new Error(
      `Cannot bundle "${name}": its package contains no licence; ask its authors, or leave it out`,
    );
  return { name, version, license, text };
}

interface LibraryManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: string | { readonly url: string };
}

/** Reads the `package.json` of a package folder. It is not validated. Throws if it is absent. */
function readLibraryManifest(folder: string): LibraryManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * Returns the licence and the notices of a package. Undefined if it contains no licence, even if it has
 * notices.
 */
function readLicenceText(folder: string): string | undefined {
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)\b/i.test(file));
  if (!files.some((file) => !/^notice/i.test(file))) return undefined;
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}

/**
 * Returns the licence of another package of the same scope and repository, because some packages lack the
 * file (`@wry/trie`, `@wry/equality`). Undefined if there is none.
 */
function findSiblingLicence(folder: string): string | undefined {
  const scope = dirname(folder);
  if (!basename(scope).startsWith('@')) return undefined;
  const address = getRepositoryUrl(readLibraryManifest(folder));
  return readdirSync(scope)
    .map((name) => join(scope, name))
    .filter((other) => address !== undefined && getRepositoryUrl(readLibraryManifest(other)) === address)
    .map(readLicenceText)
    .find((text) => text !== undefined);
}

/** Returns the repository of a manifest as it is written there; undefined if it names none. */
function getRepositoryUrl({ repository }: LibraryManifest): string | undefined {
  return typeof repository === 'string' ? repository : repository?.url;
}
