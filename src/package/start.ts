/**
 * Builds the stale parts and starts the built server: `npm start`. If nothing can be built, it runs the
 * sources.
 */
import { enableCodeCache } from '../server/platform/files/compiled-code.ts';
import { buildStale } from './build-stale.ts';

enableCodeCache();
const bundle = new URL('../../dist/server/serve.js', import.meta.url);
await ((await buildStale(requireStart)) ? import(bundle.href) : import('../server/app/serve.ts'));

/** Ends the process with the reasons for which the server could not start, if there are any. */
async function requireStart(): Promise<void> {
  const { findStartProblems } = await import('./find-start-problems.ts');
  const lines = await findStartProblems(process.env);
  for (const line of lines) console.error(line);
  if (lines.length > 0) process.exit(1);
}
