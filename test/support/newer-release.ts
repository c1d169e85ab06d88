import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyRepository, linkPackages } from './deployed.ts';

/** A release after that of the repository, in its own folder. */
export interface NewerRelease {
  readonly folder: string;
  readonly remove: () => void;
}

/** The changes: a file, a text in it, and its replacement. */
const changes = [
  // A further migration of the database, which the former release tolerates.
  [
    'src/server/store/postgres/migrations.ts',
    '\n];\n',
    `\n  { sql: 'CREATE TABLE of_the_newer (one integer)', oldestSupportedRelease: 1 },\n];\n`,
  ],
  // Another hash for the same documents.
  ['engine/compile/compile.ts', 'utf8ToBytes(content)', `utf8ToBytes('newer' + content)`],
  // Other files for browsers, which name their release.
  ['src/site/client.tsx', '\nexport {', `\ndocument.documentElement.dataset.release = 'newer';\nexport {`],
  ['src/site/validator-runtime.ts', 'export', `export const release = 'newer';\nexport`],
] as const;

/**
 * Builds the repository with these changes.
 * @throws If a text is not found, or the build fails.
 */
export function buildNewerRelease(): NewerRelease {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-newer-'));
  copyRepository(folder);
  linkPackages(folder);
  for (const [file, text, instead] of changes) {
    const path = join(folder, file);
    const source = readFileSync(path, 'utf8');
    if (!source.includes(text)) throw new Error(`Cannot change ${file}: there is no ${JSON.stringify(text)}`);
    writeFileSync(
      path,
      source.replace(text, () => instead),
    );
  }
  const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env;
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'], {
    cwd: folder,
    env,
    stdio: 'inherit',
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
