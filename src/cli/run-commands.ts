import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { CommandSet } from './commands/command-set.ts';

/**
 * Runs the command line of this process with a set of commands, and sets the exit code.
 * @param loadCommands Loads the set, after the cache of compiled modules is enabled.
 */
export async function runCommandLine(loadCommands: () => Promise<CommandSet>): Promise<void> {
  // Node caches compiled modules next to the sources, for the next run. Node's default is a folder in the
  // system's temporary directory, where other users could place code. This call must precede the first import
  // of a module.
  enableCompileCache(
    process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../../.cache/node', import.meta.url)),
  );
  const { main } = await import('./main.ts');
  const { runWithProcessIo } = await import('../command/run-as-process.ts');
  const commands = await loadCommands();
  await runWithProcessIo((args, io) => main(commands, args, io));
}
