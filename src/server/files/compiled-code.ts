import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Has Node keep what it makes of the sources, TypeScript taken away and compiled, for the next start: most of a start was that. It stands in
 * `.cache/node` beside the sources, or where `NODE_COMPILE_CACHE` says; where nothing can be written, every start makes it anew. Node takes
 * from it only what is of the same source and the same version.
 */
export function keepCompiledCode(): void {
  // Node's own place is a folder of the machine's, where others could put code.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../.cache/node', import.meta.url));
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
