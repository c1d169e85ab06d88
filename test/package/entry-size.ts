import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSync } from 'vite';

/** Returns the gzip bytes that an entry imports statically from the package; other packages do not count. */
export function measureEntrySize(folder: string, entry: string): number {
  const files = new Set([join(folder, 'src/package', `${entry}.js`)]);
  let bytes = 0;
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    bytes += gzipSync(code).length;
    if (!file.endsWith('.js')) continue;
    const { staticImports, staticExports } = parseSync(file, code).module;
    const named = [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) => entries.map((one) => one.moduleRequest?.value ?? '')),
    ];
    for (const name of named) if (name.startsWith('.')) files.add(join(dirname(file), name));
  }
  return bytes;
}
