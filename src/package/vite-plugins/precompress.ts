import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Creates a plugin that writes a `.br` and a `.gz` file for each text file of the client and the studio, so
 * that the server need not compress them.
 */
export function precompressFiles(): Plugin {
  return {
    name: 'slipway:precompressed',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client' || name === 'studio',
    async writeBundle() {
      const { name, config } = this.environment;
      const { outDir } = config.build;
      // Visitors wait for every byte. For the studio a fast build is more important.
      const quality = name === 'client' ? constants.BROTLI_MAX_QUALITY : 5;
      const paths = await readdir(outDir, { recursive: true });
      const texts = paths.filter((path) => /(?<!\.vite.*)\.(?:css|js|json|svg|txt)$/.test(path));
      await Promise.all(texts.map((path) => compressFile(join(outDir, path), quality)));
    },
  };
}

/** Bytes below which compression hardly makes a file smaller. */
const minCompressedBytes = 1024;

/** Writes the compressed variants of a file next to it, unless it is smaller than `minCompressedBytes`. */
async function compressFile(path: string, quality: number): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < minCompressedBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  await writeFile(`${path}.br`, brotliCompressSync(bytes, { params }));
  await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
