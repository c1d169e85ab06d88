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
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export interface BuiltPackage {
  readonly manifest: PackageManifest;
  readonly folder: string;
  readonly tarball: string;
  /** The tarball of the studio's package. */
  readonly studioTarball: string;
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
    const { stderr } = await run(process.execPath, [join(root, 'src/package/build.ts'), fresh], {
      cwd: root,
    });
    // The output must be two lines without warnings.
    if (stderr !== '') throw new Error(`The build of the package warns: ${stderr}`);
    if (existsSync(ours)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, ours);
  }
  const folder = join(ours, 'package');
  const manifest: PackageManifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const tarball = (name: string) => join(ours, `${name}-${manifest.version}.tgz`);
  return { manifest, folder, tarball: tarball('slipway'), studioTarball: tarball('slipway-studio') };
}

/**
 * Installs the tarball of `npm pack` as npm does: it is unpacked beside links to the repository's copies of
 * the packages in its manifest. `withPeers` adds those of the server, and `also` those of the host.
 */
export async function installPackage(
  { manifest, tarball, studioTarball }: BuiltPackage,
  { withPeers = false, also = [] }: { readonly withPeers?: boolean; readonly also?: readonly string[] } = {},
): Promise<PackageHost> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-host-'));
  const modules = join(folder, 'node_modules');
  for (const [name, packed] of [['slipway', tarball] as const, ['slipway-studio', studioTarball] as const]) {
    if (name !== 'slipway' && !withPeers) continue;
    mkdirSync(join(modules, name), { recursive: true });
    await run('tar', ['xzf', packed, '--strip-components=1', '-C', join(modules, name)]);
  }
  const named = { ...manifest.dependencies, ...(withPeers && manifest.peerDependencies) };
  for (const name of new Set([...Object.keys(named), ...also])) {
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
