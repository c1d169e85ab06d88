import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Enables Node's cache of compiled code, which saves most of a start: removing the types and compiling. The
 * cache is in `.cache/node` beside the sources, or in `NODE_COMPILE_CACHE`; if it cannot be written, every
 * start compiles. Node uses an entry only for the same source and the same version.
 */
export function enableCodeCache(): void {
  // Node's default is a shared folder of the machine, into which other users could write code.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../../.cache/node', import.meta.url));
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
