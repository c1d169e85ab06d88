import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { formatThirdPartyText, listBundledLibraries, removeDuplicateLibraries } from '../third-party.ts';

/** The file, relative to the output folder, in which a build lists its bundled libraries. */
const librariesFile = '.vite/libraries.json';

/** Creates a plugin that lists the bundled libraries of a build, with their licences, in `librariesFile`. */
export function recordThirdParty(): Plugin {
  return {
    name: 'slipway:third-party',
    apply: 'build',
    // The server's bundle is only used where its packages are installed.
    applyToEnvironment: ({ name }) => name !== 'server',
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
      this.emitFile({
        type: 'asset',
        fileName: librariesFile,
        source: JSON.stringify(listBundledLibraries(ids)),
      });
    },
  };
}

/**
 * Writes the licences of all libraries in client code next to the files for visitors. The client and the
 * studio must be built before.
 */
export async function writeThirdParty(root: string): Promise<void> {
  const texts = ['client', 'studio'].map((name) => readFile(join(root, 'dist', name, librariesFile), 'utf8'));
  const all = (await Promise.all(texts)).flatMap((text) => JSON.parse(text));
  const path = join(root, 'dist/client/third-party.txt');
  await writeFile(path, formatThirdPartyText(removeDuplicateLibraries(all)));
}
