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
const { createProgress } = await import('./output/progress.ts');

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());
// `slipway check | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  ...(process.stderr.isTTY && {
    progress: () => createProgress((text) => process.stderr.write(text), Date.now),
  }),
  cwd: process.cwd(),
  env: process.env,
  signal: interruption.signal,
});
