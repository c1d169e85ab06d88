import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns the output of `npm run enquiries -- ARGS`, or of `npm run photos`.
 * @throws If it fails.
 */
export async function runProgram(
  name: 'enquiries' | 'photos',
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<string> {
  const program = fileURLToPath(new URL(`../../src/server/${name}.ts`, import.meta.url));
  const { stdout } = await run(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  return stdout;
}
