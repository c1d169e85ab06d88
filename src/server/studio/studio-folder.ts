import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The npm package that contains the studio's files, for servers that are installed from a package. */
export const studioPackage = 'slipway-studio';

/**
 * Returns the folder of the studio's files: the build below `root`, else that of the studio's package.
 * @param root The folder of the program, with its `package.json`.
 * @throws Error if the build is missing and the package is not installed or has another version; its message
 * can be printed.
 */
export function findStudioFolder(root: string): string {
  const own = join(root, 'dist/studio');
  if (existsSync(own)) return own;
  const program = join(root, 'package.json');
  const wanted = readPackageVersion(program);
  const remedy = `install the file ${studioPackage}-${wanted}.tgz that "npm run package" creates; a package with this name in a registry is not ours`;
  const manifest = findStudioManifest(program);
  if (manifest === undefined)
    throw new Error(`Cannot find the studio: its files are the package "${studioPackage}"; ${remedy}`);
  const found = readPackageVersion(manifest);
  if (found !== wanted)
    throw new Error(
      `Cannot serve the studio: "${studioPackage}" is of release ${found}, and this is ${wanted}; ${remedy}`,
    );
  return join(dirname(manifest), 'dist/studio');
}

/** Returns the version in the `package.json` at a path. */
function readPackageVersion(manifest: string): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}

/**
 * Returns the path of the `package.json` of the studio's package, resolved as Node does from the
 * `package.json` of the program. Undefined if it is not installed.
 */
function findStudioManifest(program: string): string | undefined {
  try {
    return createRequire(program).resolve(`${studioPackage}/package.json`);
  } catch {
    return undefined;
  }
}
