/** Runs the command line of this process: `node src/cli/run.ts check`. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Node caches compiled modules next to the sources, for the next run. Node's default is a folder in the
// system's temporary directory, where other users could place code. This call must precede the first import
// of a module.
enableCompileCache(
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../../.cache/node', import.meta.url)),
);
const { main } = await import('./main.ts');
const { runWithProcessIo } = await import('../command/run-as-process.ts');

await runWithProcessIo(main);
