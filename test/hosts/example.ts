import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { buildPackage } from '../package/installed.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** An example in its own folder, with the packed package in the same relative path as in the repository. */
export interface Example {
  readonly folder: string;
  /**
   * Runs the README's first command.
   * @throws With the output if one fails.
   */
  readonly install: () => Promise<void>;
  readonly build: (env?: Env) => Promise<void>;
  /**
   * Runs the README's last command until `stop`. Resolves with the printed address.
   * @throws If it ends before that.
   */
  readonly start: (env?: Env) => Promise<Started>;
  readonly remove: () => void;
}

export interface Started {
  readonly origin: string;
  readonly printed: () => string;
  readonly stop: () => Promise<void>;
}

type Env = Readonly<Record<string, string>>;

/** Copies `examples/NAME`, as it is in a clone after `npm run package`. */
export async function copyExample(name: string): Promise<Example> {
  const root = mkdtempSync(join(tmpdir(), 'slipway-example-'));
  const folder = join(root, 'examples', name);
  const { tarball } = await buildPackage();
  mkdirSync(join(root, 'dist'));
  cpSync(tarball, join(root, 'dist', basename(tarball)));
  cpSync(join(examples, name), folder, {
    recursive: true,
    filter: (path) => !/\/(?:node_modules|dist|\.next|\.astro)$/.test(path),
  });
  const [installing = '', ...commands] = readCommands(name);
  const starting = commands.pop() ?? '';
  const options = (env: Env = {}) => ({ cwd: folder, env: { ...inheritEnvironment(), ...env } });
  const shell = async (command: string, env?: Env) => {
    await run('sh', ['-c', command], options(env));
  };
  return {
    folder,
    install: () => shell(installing),
    build: async (env) => {
      for (const command of commands) await shell(command, env);
    },
    start: (env) => awaitStart(spawn('sh', ['-c', starting], { ...options(env), detached: true })),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

const run = promisify(execFile);

/** True if npm's registry provides a package: `next@16.4.6`. */
export async function isInRegistry(wanted: string): Promise<boolean> {
  return run('npm', ['view', wanted, 'version'], { env: inheritEnvironment() }).then(
    ({ stdout }) => stdout.trim() !== '',
    () => false,
  );
}

/** Returns a dependency of an example's manifest with its version: `next@16.4.6`. */
export function getWantedVersion(name: string, dependency: string): string {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(examples, name, 'package.json'), 'utf8'),
  );
  return `${dependency}@${dependencies[dependency] ?? devDependencies[dependency]}`;
}

function readCommands(name: string): readonly string[] {
  const readme = readFileSync(join(examples, name, 'README.md'), 'utf8');
  return (/```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '').trim().split('\n');
}

/** Vitest's own variables would change the builds. */
function inheritEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, VITEST: _vitest, ...rest } = process.env;
  return { ...rest, ...quiet };
}

/** Disables telemetry, and keeps Astro's server in the foreground (`astro/dist/cli/preview`). */
const quiet = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', ASTRO_PREVIEW_BACKGROUND: '1' };

/** In a new process group: `npm start` starts the server, and ends before it. */
async function awaitStart(child: ChildProcess): Promise<Started> {
  let printed = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => {
        // With `CI` set, tools print in colours, even inside an address.
        printed += stripVTControlCharacters(String(part));
        const [found] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
        if (found) resolve(found);
      });
    ended.then(() => reject(new Error(`The example did not start:\n${printed}`)));
  });
  return {
    origin,
    printed: () => printed,
    stop: async () => {
      process.kill(-(child.pid ?? Number.NaN), 'SIGTERM');
      await ended;
    },
  };
}
