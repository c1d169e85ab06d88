import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyRepository, linkPackages } from './deployed.ts';

/** A release after that of the repository, in a folder of its own. */
export interface NewerRelease {
  /** Where it is, built. */
  readonly folder: string;
  readonly remove: () => void;
}

/** What is another in it: a file, a text in it, and what stands there instead. */
const changes = [
  // A further step of the database, beside which the former release serves.
  [
    'src/server/store/postgres/migrations.ts',
    '\n];\n',
    `\n  { sql: 'CREATE TABLE of_the_newer (one integer)', serves: 1 },\n];\n`,
  ],
  // Another form of the same documents.
  ['engine/compile/compile.ts', 'utf8ToBytes(content)', `utf8ToBytes('newer' + content)`],
  // Other files for browsers, which say of which release they are.
  [
    'src/site/client.tsx',
    '\nhydrateForm();',
    `\ndocument.documentElement.dataset.release = 'newer';\nhydrateForm();`,
  ],
  ['src/site/validator-runtime.ts', 'export', `export const release = 'newer';\nexport`],
] as const;

/** Makes one: the repository as it stands, but for the changes. @throws where a change finds no place, or it does not build. */
export function newerRelease(): NewerRelease {
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
