import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The used part of the package's manifest. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface BuiltPackage {
  readonly manifest: PackageManifest;
  readonly folder: string;
  readonly tarball: string;
  /** The package of the server. */
  readonly server: Omit<BuiltPackage, 'server'>;
}

/** A host's folder with the package in its modules, and only those other packages that it declares. */
export interface PackageHost {
  readonly folder: string;
  /**
   * Runs a Node program in the folder.
   * @throws If it fails.
   */
  readonly run: (program: string, ...args: readonly string[]) => Promise<string>;
  /** Runs `slipway` as `npx` does. */
  readonly slipway: (...args: readonly string[]) => Promise<string>;
  readonly write: (file: string, text: string) => void;
  readonly read: (file: string) => string;
  readonly remove: () => void;
}

interface InstallOptions {
  readonly withPeers?: boolean;
  readonly withServer?: boolean;
  readonly also?: readonly string[];
}

/** Other runs may still use younger folders. */
const cachedMs = 3_600_000;

/**
 * Builds the package once per run: of two test files that start together, the first to finish provides it for
 * both.
 */
export async function buildPackage(): Promise<BuiltPackage> {
  const all = join(root, '.cache/package');
  const ours = join(all, String(process.ppid));
  if (!existsSync(ours)) {
    for (const old of existsSync(all) ? readdirSync(all) : [])
      if (statSync(join(all, old)).mtimeMs < Date.now() - cachedMs)
        rmSync(join(all, old), { recursive: true });
    const fresh = join(all, randomUUID());
    // With the NODE_ENV of Vitest the bundles would contain React's development build.
    const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env;
    const { stderr } = await run(process.execPath, [join(root, 'src/package/build.ts'), fresh], {
      cwd: root,
      env,
    });
    // The output must be two lines without warnings.
    if (stderr !== '') throw new Error(`The build of the package warns: ${stderr}`);
    if (existsSync(ours)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, ours);
  }
  return {
    ...readBuiltPackage(ours, 'package'),
    server: readBuiltPackage(ours, 'package-server'),
  };
}

/** Reads the manifest of a package that was built into a folder. */
function readBuiltPackage(all: string, name: string): Omit<BuiltPackage, 'server'> {
  const folder = join(all, name);
  const manifest: PackageManifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { manifest, folder, tarball: join(all, `${manifest.name}-${manifest.version}.tgz`) };
}

/**
 * Installs the tarball of `npm pack` as npm does: it is unpacked beside links to the repository's copies of
 * the packages in its manifest. `withPeers` adds React, `withServer` the package of the server, and `also` those of
 * the host.
 */
export async function installPackage(
  { server, ...built }: BuiltPackage,
  { withPeers = false, withServer = false, also = [] }: InstallOptions = {},
): Promise<PackageHost> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-host-'));
  const modules = join(folder, 'node_modules');
  const installed = withServer ? [built, server] : [built];
  for (const { manifest, tarball } of installed) {
    mkdirSync(join(modules, manifest.name), { recursive: true });
    await run('tar', ['xzf', tarball, '--strip-components=1', '-C', join(modules, manifest.name)]);
  }
  const named = installed.flatMap(({ manifest: { dependencies, peerDependencies } }) =>
    Object.keys({ ...dependencies, ...(withPeers && peerDependencies) }),
  );
  for (const name of new Set([...named, ...also])) {
    if (existsSync(join(modules, name))) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
  writeFileSync(join(folder, 'package.json'), '{"name": "host", "private": true, "type": "module"}');
  cpSync(join(modules, 'slipway/schemas'), join(folder, 'schemas'), { recursive: true });
  const inFolder = async (...args: readonly string[]) => {
    const { stdout } = await run(process.execPath, [...args], {
      cwd: folder,
      env: { PATH: process.env.PATH },
    });
    return stdout;
  };
  return {
    folder,
    run: inFolder,
    slipway: (...args) => inFolder(join(modules, 'slipway/src/package/command.js'), ...args),
    write: (file, text) => writeFileSync(join(folder, file), text),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function hasPackage({ folder }: PackageHost, name: string): boolean {
  return existsSync(join(folder, 'node_modules', name));
}

const run = promisify(execFile);
